import { posix } from "node:path";
import type { LookPlace } from "../target/real-paths.ts";
import { wordsOfNaming } from "./named-folder.ts";
import { type NamingText, readTexts } from "./naming-texts.ts";
import { readingsOf, runsCommands } from "./possible-names.ts";

/** More scripts than these are not read, and then nothing is known. */
const maxScripts = 200;

/**
 * The scripts of the project that these texts start, one level deep: files of a shell, or without an ending. What those
 * name may act, so it is a guess. Null when the target could not tell.
 */
export async function followedScripts(
  texts: readonly NamingText[],
  project: string | undefined,
  place: LookPlace,
): Promise<NamingText[] | null> {
  if (project === undefined) return [];
  const known = new Set(texts.map(({ source }) => `${project}/${source}`));
  const wanted = new Set(texts.filter(runsCommands).flatMap((each) => scriptsIn(each, project)));
  const paths = [...wanted].filter((path) => !known.has(path));
  if (paths.length > maxScripts) return null;
  const read = paths.length === 0 ? new Map<string, string>() : await readTexts(paths, place);
  if (read === null) return null;
  return [...read].flatMap(([path, text]) =>
    // A program that is no text has no words.
    text.startsWith("\x7fELF")
      ? []
      : [
          {
            source: path.slice(project.length + 1),
            text,
            naming: { by: "mention", mayBeBare: true },
            bases: [posix.dirname(path), project],
            isGuess: true,
            isAnyFile: true,
            isScript: true,
          } satisfies NamingText,
        ],
  );
}

const folderVariable = /^\$\{?\w+\}?(?=\/)|^\$\([^)]*\)(?=\/)/;

function scriptsIn({ text, source, bases }: NamingText, project: string): string[] {
  const words = readingsOf(text).flatMap((reading) => wordsOfNaming({ text: reading, source, isList: false }));
  return words.flatMap((word) => {
    const path = word.replace(folderVariable, ".");
    if (path.length > 300 || !isScriptName(posix.basename(path)) || /[^\w./+@-]/.test(path)) return [];
    const from = path.startsWith("/") ? [""] : bases;
    return from.map((base) => posix.normalize(`${base}/${path}`)).filter((each) => each.startsWith(`${project}/`));
  });
}

/** A name alone is a program, or a word; behind a folder, or with the ending of a shell, it may be a script. */
const isScriptName = (base: string): boolean => /^[\w+@-]+$|\.(?:sh|bash|zsh|ksh|fish|command)$/.test(base);
