import { type Condition, matchesGlob } from "../../policy/index.ts";
import type { Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";

type Place = Extract<Condition, { about: "place" }>;

/** What the target is asked: the folders that the rule's patterns begin at, each word, and each folder with its links. */
export function namesOfPlace({ within, words, listed }: Place): string[] {
  const bases = within.map(baseOf);
  const named = [...words, ...listed].map((each) => `name:${each}`);
  return [String(bases.length), ...bases, ...named, ...listed.map((each) => `list:${each}`)];
}

/** What is not where the rule allows it; null where everything is. */
export function whyElsewhere({ within }: Place, facts: readonly string[], redact?: Redact): string | null {
  const led = facts.filter((fact) => fact.startsWith("led ")).map((fact) => fact.slice("led ".length));
  const [folder = "", ...rest] = led;
  const globs = within.flatMap((glob, index) => realGlob(glob, rest[index] ?? ""));
  const isMeant = (path: string) => globs.some((glob) => matchesGlob(path, glob));
  const isBelow = (path: string) => `${path}/`.startsWith(`${folder === "/" ? "" : folder}/`);
  const names = rest.slice(within.length);
  // A letter that is none in UTF-8 may stand for others.
  const isKnown = (path: string) => path.startsWith("/") && !path.includes("\ufffd");
  const odd =
    isKnown(folder) && (within.length === 0 || isMeant(folder))
      ? names.find((name) => !isKnown(name) || !(isBelow(name) || isMeant(name)))
      : folder;
  return odd === undefined
    ? null
    : `A rule for a folder allows nothing outside of it, and this is: ${quoted(odd, redact)}`;
}

/** The part of a pattern that is a folder by its text. */
function baseOf(glob: string): string {
  const wild = glob.search(/[*?]/);
  return wild === -1 ? glob : glob.slice(0, glob.lastIndexOf("/", wild) + 1) || "/";
}

/** The pattern as it is where its beginning really is; none where that is no folder, or would be a pattern itself. */
function realGlob(glob: string, base: string): string[] {
  if (!glob.startsWith("/")) return [glob];
  if (!base.startsWith("/") || /[*?]/.test(base)) return [];
  const rest = glob.slice(baseOf(glob).length);
  return [rest === "" ? base : `${base === "/" ? "" : base}/${rest}`];
}
