import { posix } from "node:path";
import { type Naming, namingOf } from "../../policy/index.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";
import { packageTexts } from "./package-texts.ts";
import { takenText } from "./taken-text.ts";

/** What is written in a file that acts by itself, and how it names others there. */
export interface NamingText {
  source: string;
  text: string;
  naming: Naming | { by: "include" };
  /** The folders that a relative name in it may count from. */
  bases: readonly string[];
  /** What it names may be taken up, or not. */
  isGuess?: true;
  /** It may be any setting, which lists folders for many reasons: only a name of the file itself counts. */
  isAnyFile?: true;
  /** It is a script that another text starts, whatever its name. */
  isScript?: true;
}

/** Larger texts, more files or longer chains of imports than these are not read, and then nothing is known. */
export const maxTextBytes = 256 * 1024;
const maxFiles = 400;
const maxPackages = 2000;
/** As deep as agents follow them. */
const maxImports = 5;

/**
 * The texts of these files, and of what they import, as far as they name files that they take up. Null when the target
 * could not tell.
 */
export async function namingTexts(
  found: readonly string[],
  { project = "", home = "" }: { project?: string | undefined; home?: string | undefined },
  place: LookPlace,
): Promise<NamingText[] | null> {
  const texts = await textsOfPackages(found.filter(isPackage), project, place);
  if (texts === null) return null;
  const seen = new Set<string>();
  let wanted = [...new Set(found)].flatMap((path) => {
    // The folders around a project say nothing about what is in it.
    const naming = namingOf(shown(path, project, home));
    return naming === null ? [] : [{ path, naming: isBelow(path, project) ? naming : withFolders(naming) }];
  });
  for (let depth = 0; depth <= maxImports && wanted.length > 0; depth++) {
    for (const { path } of wanted) seen.add(path);
    if (seen.size > maxFiles) return null;
    const read = await readTexts(
      wanted.map(({ path }) => path),
      place,
    );
    if (read === null) return null;
    const have = wanted.flatMap(({ path, naming }) => {
      const text = read.get(path);
      return text === undefined ? [] : [{ path, naming, text: takenText(path, text) }];
    });
    texts.push(
      ...have.flatMap(({ path, naming, text }) => {
        const about = { source: shown(path, project, home), bases: basesOf(path, project) };
        const instructions = isBelow(path, project) ? "" : instructionNames(text);
        return [
          { ...about, naming, text },
          // Under these keys a word alone is a file of every project.
          ...(instructions === "" ? [] : [{ ...about, naming: bareMention, text: instructions }]),
        ];
      }),
    );
    const imported = have.flatMap(({ path, naming, text }) =>
      naming.by === "import"
        ? importsIn(text).flatMap((name) => placesOf(name, posix.dirname(path), project, home))
        : [],
    );
    wanted = [...new Set(imported)]
      .filter((path) => !seen.has(path))
      .map((path) => ({ path, naming: { by: "import" } }));
  }
  return texts;
}

const isPackage = (path: string) => posix.basename(path).toLowerCase() === "package.json";

/** What package managers and tools for git's hooks take out of the packages of the project. */
async function textsOfPackages(
  packages: readonly string[],
  project: string,
  place: LookPlace,
): Promise<NamingText[] | null> {
  if (packages.length > maxPackages) return null;
  const read = packages.length === 0 ? new Map<string, string>() : await readTexts(packages, place);
  if (read === null) return null;
  return [...read].flatMap(([path, text]) => {
    const { acts, mayAct } = packageTexts(text);
    const about = { source: shown(path, project, ""), bases: basesOf(path, project) };
    const naming = { by: "mention" as const, mayBeBare: true };
    return [
      { ...about, naming, text: acts },
      { ...about, naming, text: mayAct, isGuess: true as const },
    ];
  });
}

/** From the folder of a text, from those around it, or from the top of the project, where agents and hooks start. */
function basesOf(path: string, project: string): string[] {
  const folder = posix.dirname(path);
  return isBelow(folder, project) ? [folder, ...basesOf(folder, project)] : [project];
}

const imported = /(?:(?<![\w`])@|\(mdc:|#file:)(?:"([^"\n]+)"|'([^'\n]+)'|<([^>\n]+)>|((?:\\[^\n\w]|[^\s`'")])+))/g;

/**
 * Instructions take in other files by `@path`, some by a link of their editor. A name counts in every reading: as it is,
 * with its blanks written as `\ ` or `%20`, and without the part of the file that it may name behind `#`.
 */
export const importsIn = (text: string): string[] =>
  [...text.matchAll(imported)].flatMap(([, ...forms]) => {
    const name = forms.find((form) => form !== undefined) ?? "";
    const unescaped = [name, name.replaceAll(/\\(\W)/g, "$1")];
    const whole = [...unescaped, ...unescaped.map((each) => each.replace(/#.*$/s, ""))];
    return [...new Set([...whole, ...whole.map(decoded)])].filter((each) => each !== "");
  });

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const bareMention: Naming = { by: "mention", mayBeBare: true };

/** Keys of an agent's settings, in JSON, TOML or YAML, whose values are names of files with instructions. */
const instructionKeys =
  /(?<![\w-])["']?(?:context_?file_?names?|file_?name|project_doc_fallback_filenames|\w*instructions(?:_file)?|context_?paths|read)["']?[ \t]*[:=][ \t]*(\[[^\]]*\]|[^\n,}]*(?:\n[ \t]*-[ \t].*)*)/gi;

const instructionNames = (text: string): string =>
  [...text.matchAll(instructionKeys)].map(([, names = ""]) => names).join("\n");

const isBelow = (path: string, folder: string) => folder !== "" && path.startsWith(`${folder}/`);

/** In settings for all of a person's work a word without a folder is rarely a file of this project. */
const withFolders = (naming: Naming): Naming => (naming.by === "import" ? naming : { ...naming, mayBeBare: false });

function shown(path: string, project: string, home: string): string {
  if (isBelow(path, project)) return path.slice(project.length + 1);
  return isBelow(path, home) ? `~${path.slice(home.length)}` : path;
}

/** Where an imported name may lead: from the file that names it, and from the top. A stop behind it ends a sentence. */
function placesOf(name: string, folder: string, project: string, home: string): string[] {
  const names = [name, name.replace(/[.,;:!?)]+$/, "")].filter((each) => each !== "");
  return names.flatMap((each) => {
    if (each.startsWith("~/")) return home === "" ? [] : [posix.join(home, each.slice(2))];
    if (each.startsWith("/")) return [posix.normalize(each)];
    return [posix.join(folder, each), ...(project === "" ? [] : [posix.join(project, each)])];
  });
}

export async function readTexts(paths: readonly string[], place: LookPlace): Promise<Map<string, string> | null> {
  const said = await saidByScript(["sh", "-c", readScript, "cotty", String(maxTextBytes), ...paths], place);
  if (said === null || said.includes("unknown")) return null;
  const texts = new Map<string, string>();
  for (let at = 0; at + 1 < said.length; at += 2) texts.set(said[at] ?? "", said[at + 1] ?? "");
  return texts;
}

const readScript = `max=$1; shift
for file do
  if [ -f "$file" ] && [ -r "$file" ]; then
    if [ "$(wc -c < "$file")" -gt "$max" ]; then printf 'unknown\\000'; exit 0; fi
    printf '%s\\000' "$file"
    tr -d '\\000' < "$file"
    printf '\\000'
  fi
done`;
