import { createHash } from "node:crypto";
import type { Assessment } from "../../policy/index.ts";
import { type Basis, canBeAsked, type Finding, type OwnName } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion, Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { nowhere } from "./found-on-target.ts";

/** A shell that has no keyword of that name takes it for a command. */
const perhapsKeyword = /\btime\b/;

/** They start files only, or (the first two) what the shell itself has of that name. */
const passingBy = new Set("command builtin chrt env find ionice nice nohup setsid stdbuf timeout xargs".split(" "));
const movesShell = new Set(["cd", "chdir", "pushd", "popd"]);

/** No function of the shell has a part in it. A hook for the new folder may have, whichever word moves the shell. */
const passesBy = (name: string | null, via: readonly string[]): boolean =>
  passingBy.has(via.at(-1)?.split(" ")[0] ?? "") && !movesShell.has(name ?? "");

/** Every word of a line that stands in the place of a command; null where one is not known, or no shell can be asked. */
export function commandWords({ commands }: Pick<Assessment, "commands">, text: string): readonly string[] | null {
  const names = commands.flatMap(({ argv: [name = null], via, isTool }) =>
    isTool || passesBy(name, via) ? [] : [name],
  );
  const known = names.filter((name) => name !== null);
  if (known.length < names.length) return null;
  const words = [...new Set([...known, ...(perhapsKeyword.test(text) ? ["time"] : [])])];
  return canBeAsked(words) ? words : null;
}

/** Hooks that see every command, whatever its words are. */
const ofEvery = (name: OwnName): boolean => name.is === "hook" && /^(?:trap|preexec)$/.test(name.word);

/** What is proved is what the words usually mean. Where the shell has told that one is its owner's own, a person decides. */
export function withOwnNames(
  opinion: Opinion,
  assessment: Pick<Assessment, "commands">,
  { text, ownNames = [] }: Pick<Act, "text" | "ownNames">,
): Opinion {
  const words = commandWords(assessment, text);
  if (opinion.verdict !== "allow") return { ...opinion, words };
  if (words === null) return asks(opinion, [wordsUnknown], null);
  const own = ownNames.filter((name) => words.includes(name.word) || ofEvery(name));
  return own.length === 0 ? { ...opinion, words } : asks(opinion, findingsOf(own), words);
}

const asks = (opinion: Opinion, findings: Finding[], words: Opinion["words"]): Opinion => ({
  ...opinion,
  verdict: "ask",
  findings: [...findings, ...opinion.findings],
  words: words ?? null,
});

const ownNameRule = "shell.own-name";

/** Only because of what the shell told before: it is asked again before anybody else is. */
export const restsOnOwnNames = ({ findings }: Pick<Opinion, "findings">): boolean =>
  findings.some(({ ruleId }) => ruleId === ownNameRule);

const wordsUnknown: Finding = {
  ...nowhere,
  risk: "opaque",
  level: "ask",
  ruleId: "shell.words-unknown",
  say: "The shell cannot be asked whether all commands of this line are what their names say.",
  safer: "Write a shorter line, with plain names for its commands.",
};

/** A person reads that much on a card; the whole of it is compared. */
const shownLetters = 200;

const meanings: Record<OwnName["is"], string> = {
  alias: "an alias",
  function: "a function",
  hook: "followed by a hook",
};

/** One for each word that the owner of the shell has given another meaning. */
export function findingsOf(names: readonly OwnName[], redact?: Redact): Finding[] {
  return names.map((name) => ({
    ...nowhere,
    risk: "opaque" as const,
    level: "ask" as const,
    ruleId: ownNameRule,
    say: sayOwnName(name, redact),
    ...(name.is === "hook" || movesShell.has(name.word)
      ? {}
      : { safer: `Write "command ${name.word}" for the program itself.` }),
  }));
}

function sayOwnName(name: OwnName, redact?: Redact): string {
  if (ofEvery(name))
    return `A ${name.word === "trap" ? "trap" : "preexec hook"} of your shell runs with every command.`;
  const { word, is, text = "" } = name;
  const line = inOneLine(text);
  const what = `${quoted(word, redact)} is ${meanings[is]} of your shell`;
  if (line === "") return `${what}.`;
  return line.length <= shownLetters
    ? `${what}: ${quoted(line, redact)}`
    : `${what}, too long to show here (${text.length} characters).`;
}

export const withoutAliases = (names: readonly OwnName[]): OwnName[] => names.filter(({ is }) => is !== "alias");

const askTimeoutMs = 3000;

/** What the shell says of the words of a line, before a person decides; null where it cannot be asked now. */
export async function askOwnNames(
  { words, verdict }: Pick<Opinion, "words" | "verdict">,
  { ownNames }: Pick<Act, "ownNames">,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<OwnName[] | null> {
  if (words === null || words === undefined || ownNames === undefined || verdict === "deny") return null;
  const names = await terminal.ownNames([...words], { signal, timeoutMs: askTimeoutMs }).catch(() => null);
  signal.throwIfAborted();
  return names;
}

/** As it could be written there: where a line has no sign of its own that another command follows, it gets one. */
const inOneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\)\s*\{/g, ") {")
    .replaceAll(/([^\s;&|({])[ \t]*\n\s*/g, "$1; ")
    .replaceAll(/\b(then|do|else);/g, "$1")
    .replaceAll(/\s+/g, " ");

/** As it is stored and compared: its text may hold what nobody else should read. */
export function comparedNames(names: readonly OwnName[]): NonNullable<Basis["names"]> {
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  return names.map(({ word, is, text = "" }) => ({ word, is, as: hashOf(text) }));
}

/** What is different between two answers of the shell, as a sentence; null when nothing is, or it could not be asked. */
export function namesChange(before: Basis["names"] = [], now: Basis["names"] | null = []): string | null {
  if (now === null) return null;
  const spell = ({ word, is, as }: NonNullable<Basis["names"]>[number]) => `${word}\n${is}\n${as}`;
  const others = (some: typeof before, of: typeof before) =>
    some.find((name) => !of.some((each) => spell(each) === spell(name)));
  const changed = others(now, before) ?? others(before, now);
  if (changed === undefined) return null;
  return `What ${changed.word} stands for in this shell changed after this was proposed, so nothing ran.`;
}
