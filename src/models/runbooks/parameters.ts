import { isIP } from "node:net";
import type { Parameter } from "./compile.ts";
import type { ParameterType } from "./runbook.ts";

export interface Found {
  value: string;
  /** Where in the request it stood, so that matching does not count it as a word. */
  start: number;
  end: number;
}

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;

/** Whether a text may stand for a parameter of this type in a command. The only gate before the shell: fails closed. */
export function isValid(type: ParameterType, value: string): boolean {
  switch (type) {
    case "port":
      return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
    case "number":
      return /^\d{1,9}$/.test(value);
    case "host":
      // Digits and dots alone are an address or a mistake, never a name.
      return isIP(value) !== 0 || (hostName.test(value) && !/^[\d.]+$/.test(value));
    case "path":
      // A leading "-" would be read as an option by most tools, whatever the quotes.
      return (
        value !== "" && value.length <= 1000 && !value.startsWith("-") && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
      );
    case "unit":
      return /^[a-z0-9][a-z0-9@._:-]{0,100}$/i.test(value);
    case "name":
      return /^[a-z0-9_][a-z0-9._-]{0,100}$/i.test(value);
  }
}

/** What each type looks like inside a sentence, the surest way first. */
const shapes: Record<ParameterType, RegExp[]> = {
  port: [
    /\bports?\s+(?:number\s+)?(?<value>\d{1,5})\b/iu,
    /(?<=^|\s|[a-z0-9\]]):(?<value>\d{1,5})\b/iu,
    /\b(?<value>\d{2,5})\b/u,
  ],
  number: [/\b(?<value>\d{1,9})\b/u],
  host: [
    /\bhttps?:\/\/(?:[^\s/@]*@)?(?<value>[a-z0-9.-]+)/iu,
    /(?<![\w./~-])(?<value>\d{1,3}(?:\.\d{1,3}){3})(?!\w|\.\w)/u,
    /(?<![\w.:])(?<value>(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4})(?![\w:])/iu,
    /(?<![\w./~-])(?<value>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})(?![\w/-])/iu,
    /\b(?<value>localhost)\b/iu,
  ],
  path: [
    /(?<=^|[\s(])(?<value>~(?:\/[^\s"'?,;!]*)?|\.{1,2}(?:\/[^\s"'?,;!]*)?|\/[^\s"'?,;!]*)/u,
    /\b(?:in|under|inside|of|within)\s+(?:the\s+|my\s+)?(?<value>[\w.-]+(?:\/[\w.-]+)+)/iu,
    /\b(?:in|under|inside|of|within)\s+(?:the\s+|my\s+)?(?<value>(?!(?:this|that|current|working|which|each|every)\b)[\w-][\w.-]*)\s+(?:folder|directory|dir)\b/iu,
    /\b(?:in|under|inside|of|within|is)\s+(?:the\s+|my\s+)?(?<value>[\w-]+_[\w.-]+)/iu,
    /\b(?:in|under|inside|of|within)\s+(?:the\s+|my\s+)?(?<value>home)(?![\w/.-])/iu,
  ],
  unit: [/(?<value>\b[a-z0-9][\w@.:-]*\.(?:service|socket|timer|mount|target))\b/iu],
  name: [],
};

/** What people call places that have another name. */
const places = new Map([
  ["home", "~"],
  ["root", "/"],
]);

/** Quotes say where a path begins and ends, so they come before everything else. */
const quotedPath = /["'“](?<value>[~./][^"'”]*)["'”]/u;

const fileEndings =
  /\.(?:pem|crt|cer|key|txt|md|log|json|ya?ml|toml|sh|py|js|ts|rs|go|c|h|html?|css|conf|cfg|ini|csv|gz|zip|tar|service)$/i;

/** The parameter's value in a request, or null. A shape that is not valid is no value: 99999 is no port. */
export function findParameter(parameter: Pick<Parameter, "type" | "patterns">, request: string): Found | null {
  const quoted = parameter.type === "path" ? [quotedPath] : [];
  for (const pattern of [...quoted, ...parameter.patterns, ...shapes[parameter.type]]) {
    const match = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}d`).exec(request);
    const range = match?.indices?.groups?.["value"];
    if (match === null || range === undefined) continue;
    const written = trimSentence(request.slice(range[0], range[1]), parameter.type);
    const value = parameter.type === "path" ? (places.get(written.toLowerCase()) ?? written) : written;
    if (parameter.type === "host" && fileEndings.test(value)) continue;
    if (isValid(parameter.type, value))
      return { value, start: range[0], end: endOf(request, range[1], parameter.type) };
  }
  return null;
}

/** "the src folder" is one thing: the word behind a path says nothing more. */
function endOf(request: string, end: number, type: ParameterType): number {
  if (type !== "path") return end;
  return end + (/^\s+(?:folder|directory|dir)\b/i.exec(request.slice(end))?.[0].length ?? 0);
}

/** A full stop or a closing bracket that ends the sentence is not part of a path or a host. */
function trimSentence(value: string, type: ParameterType): string {
  if (type === "host") return value.replace(/[.-]+$/, "").toLowerCase();
  if (type === "path" && value.length > 2) return value.replace(/(?<=[^./~])[.)]+$/, "");
  return value;
}
