import { hole } from "../../shell/index.ts";
import { fetches, readsThings, sendsOut, signs } from "./code-signs.ts";

/** What code of a language that is not read by its grammar seems to do. It can only find harm; silence proves nothing. */
export interface CodeEffects {
  harm: { risk: "destructive" | "opaque" | "exfil" | "escalate"; ruleId: string; say: string } | null;
  writes: boolean;
  talks: boolean;
  /** Quoted texts, which may be names of files that it writes. */
  names: string[];
  /** What looks like a path. */
  paths: string[];
}

export function readCode(text: string, language: string): CodeEffects {
  const writes =
    /["'][rab]?[wax]\+?b?["']|write|File\.open|fopen|dump|O_WRONLY|copy|rename|symlink|replace|output/i.test(text);
  return {
    harm: harmOf(text, language),
    writes,
    talks: fetches(text) || sendsOut(text),
    names: writes || /["'`]\s*\+?>/.test(text) ? quotedIn(text) : [],
    paths: pathsIn(text),
  };
}

function harmOf(text: string, language: string): CodeEffects["harm"] {
  const sign = signs.find(({ pattern }) => pattern.test(text));
  if (sign !== undefined) return sign;
  if (/^(?:perl|ruby|php|julia|crystal|raku)/.test(language) && /`[^`]+`/.test(text))
    return { risk: "opaque", ruleId: "code.spawns", say: "starts another program" };
  if (escapesTerminal(text))
    return { risk: "opaque", ruleId: "text.terminal-escape", say: "prints a sequence that makes the terminal act" };
  if (sendsOut(text) && readsThings(text))
    return { risk: "exfil", ruleId: "code.sends", say: "reads something and sends it over the network" };
  return null;
}

/** A control sequence that does more than colour: clipboard, title, answers typed into the shell. Written or escaped. */
const terminalEscape =
  /(?:\u001b|\\(?:e|E|x1[bB]|0?33|u001[bB]|u\{1[bB]\}|c\[))(?:[\]P^_X]|\[[0-9;?]*[A-LNn-zhlcSTfHJKqtrsuX@](?![A-Za-z]))/;
export const escapesTerminal = (text: string): boolean => terminalEscape.test(text);

const fromHome = (path: string): string => path.replace(/^~(?=\/|$)/, hole.home);

const quotedIn = (code: string): string[] =>
  [...code.matchAll(/["'`]\s*(?:\+?>{1,2}\s*)?([^"'`\n]+)["'`]/g)].map(([, name = ""]) => fromHome(name));

/** Quoted text that looks like a path, `~` included, and a path without quotes. */
const pathsIn = (code: string): string[] =>
  [...code.matchAll(/["'`]((?:[~/.]|\w+\/)[^"'`\n]*)["'`]|(?:^|[\s<>(=])((?:~|\.{0,2})\/[^\s"'`)<>;|]+)/g)].map(
    ([, quoted, plain]) => fromHome(quoted ?? plain ?? ""),
  );
