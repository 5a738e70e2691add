import { posix } from "node:path";
import { actingScript } from "./acting-script.ts";
import { namesFile } from "./named-file.ts";
import { type LookPlace, saidByScript } from "./real-paths.ts";

/** A reason why a file with a harmless name acts by itself. */
export type ActingName =
  /** Something knows it under this name: a link leads to it, or git looks for it there. */
  | { by: "name"; name: string }
  /** Something that acts by itself names it: a setting of git, a hook, a start-up file. */
  | { by: "text"; file: string; source: string };

/** More links than this that lead to nothing yet are not followed, and ten times as many of the others. */
const maxLinks = 500;
/** Beyond it the target is not asked, and nothing is known. */
const maxPathLetters = 100_000;

/**
 * What takes up these files by itself although their own names are harmless. Links are looked for beside the files, in
 * the upper folders of the project, in git's own folders, in the settings of the home, and in the system's. Null when
 * the target could not tell.
 */
export async function actingNames(
  files: readonly string[],
  project: string | undefined,
  place: LookPlace,
): Promise<ActingName[] | null> {
  if (files.length === 0) return [];
  const paths = [...new Set(files.flatMap(withParents))].join("\n");
  if (paths.length > maxPathLetters || files.some((file) => file.includes("\n"))) return null;
  const folders = [...new Set(files.map((file) => posix.dirname(file)))];
  const argv = ["sh", "-c", actingScript, "cotty", String(maxLinks), project ?? "", paths, ...folders];
  const said = await saidByScript(argv, place);
  const facts = said && factsIn(said);
  return facts && [...namesOf(files, facts.names), ...textsNaming(files, facts.texts)];
}

const withParents = (path: string): string[] =>
  path === "/" || path === "." ? [] : [path, ...withParents(posix.dirname(path))];

interface Facts {
  names: { name: string; leadsTo: string }[];
  texts: { source: string; text: string }[];
}

/** Null where the target said that it cannot tell, or something that is not understood. */
function factsIn(said: readonly string[]): Facts | null {
  const facts: Facts = { names: [], texts: [] };
  for (let at = 0; at < said.length - 1; ) {
    const [kind, first = "", second = ""] = said.slice(at, at + 3);
    switch (kind) {
      case "name":
        facts.names.push({ name: first, leadsTo: second });
        at += 3;
        break;
      case "loose":
        facts.names.push({ name: first, leadsTo: posix.resolve(posix.dirname(first), second) });
        at += 3;
        break;
      case "text":
        facts.texts.push({ source: first, text: second });
        at += 3;
        break;
      case "settings": {
        const end = said.indexOf("end", at);
        const settings = said.slice(at + 1, end);
        if (end < 0 || settings.includes("unknown")) return null;
        facts.texts.push(...settings.flatMap(settingText));
        at = end + 1;
        break;
      }
      default:
        return null;
    }
  }
  return facts;
}

/** Settings that only say who somebody is or what a text looks like; any other may name a program or more settings. */
const plainSettings =
  /^(?:user|author|committer|branch|color)\.|^(?:commit\.template|blame\.ignorerevsfile|mailmap\.file|core\.excludesfile)$/;

function settingText(setting: string): { source: string; text: string }[] {
  const cut = setting.indexOf("\n");
  const key = cut < 0 ? setting : setting.slice(0, cut);
  return cut < 0 || plainSettings.test(key) ? [] : [{ source: `git's setting ${key}`, text: setting.slice(cut + 1) }];
}

/** A name may itself be known under another one: a link in a folder that git has for its hooks. */
function namesOf(files: readonly string[], names: Facts["names"]): ActingName[] {
  const others = (paths: readonly string[]) =>
    paths.flatMap((path) =>
      names.flatMap(({ name, leadsTo }) =>
        `${path}/`.startsWith(`${leadsTo}/`) && !path.startsWith(`${name}/`)
          ? [`${name}${path.slice(leadsTo.length)}`]
          : [],
      ),
    );
  const first = others(files);
  return [...new Set([...first, ...others(first)])]
    .filter((name) => !files.includes(name))
    .map((name) => ({ by: "name", name }));
}

function textsNaming(files: readonly string[], texts: Facts["texts"]): ActingName[] {
  return files.flatMap((file) => {
    const naming = texts.find(({ source, text }) => namesFile(mentionsIn(source, text), file, mayBeBare(source)));
    return naming ? [{ by: "text" as const, file, source: sayOf(naming.source) }] : [];
  });
}

/** Instructions take in other files by `@path`, and a pipeline takes in other pipelines; the rest is only spoken of. */
function mentionsIn(source: string, text: string): string {
  if (source === "import") return [...text.matchAll(/(?<![\w`])@([^\s`'"]+)/g)].map(([, path]) => path).join("\n");
  if (source === "include") return [...text.matchAll(/[^\s'"[\],]+\.ya?ml(?![\w.])/g)].join("\n");
  return text;
}

/** In a long text a word without a folder is rarely a file. */
const mayBeBare = (source: string): boolean => !source.startsWith("~/");

const sayOf = (source: string): string =>
  source === "import" ? "a file that tells agents what to do" : source === "include" ? "a pipeline" : source;
