import { createHash } from "node:crypto";
import { formatBytes } from "../../base/index.ts";
import { type Assessment, harmlessKeys } from "../../policy/index.ts";
import type { Effect } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { locate, operand, pair } from "../target/path-arguments.ts";
import { type Affected, affectedPaths, type Lookup } from "./affected-paths.ts";
import { lookScript } from "./look-script.ts";

const maxEntries = 100_000;
const usualTimeoutMs = 2000;

export interface EffectPlace {
  terminal: Terminal;
  cwd: string;
  /** What lies outside of it is said; empty when there is none. */
  project?: string;
  signal: AbortSignal;
  /** For the names that it says. */
  redact?: Redact;
  /** Nobody waits longer than this for a number. */
  timeoutMs?: number;
}

/** What a command would change, looked up on the target without changing anything; undefined when it changes nothing. */
export async function previewEffect(
  { commands, redirects }: Pick<Assessment, "commands" | "redirects">,
  place: EffectPlace,
): Promise<Effect | undefined> {
  const answer = affectedPaths(commands, redirects);
  if (answer === null) return undefined;
  if (!answer.known) return notComputed(answer.why);
  const looked = await Promise.all(answer.affected.map((affected) => look(affected, place)));
  const problem = looked.find((each) => typeof each === "string");
  if (problem !== undefined) return notComputed(problem);
  return describe(looked.filter((each) => typeof each !== "string"));
}

function notComputed(why: string): Effect {
  return { computed: false, summary: `Effect not computed: ${why}.` };
}

interface Looked {
  verb: string;
  entries: number;
  folders: number;
  kilobytes: number;
  uncommitted: number;
  outside: number;
  links: number;
  /** Where the first of them lead. */
  linked: string[];
  notes: string[];
  paths: string[];
  fingerprint: string;
}

/** The reason in words when it could not be looked up. */
async function look(affected: Affected, place: EffectPlace): Promise<Looked | string> {
  const pairs = affected.lookups.map(lookupArguments);
  if (pairs.includes(null)) return "a pattern is only known when it runs";
  const argv = [
    "sh",
    "-c",
    lookScript,
    "cotty",
    String(maxEntries),
    affected.isTree ? "1" : "0",
    place.project ?? "",
    harmlessKeys,
  ];
  const { signal, cwd, timeoutMs = usualTimeoutMs } = place;
  const result = await place.terminal.side([...argv, ...pairs.flatMap((pair) => pair ?? [])], {
    signal,
    timeoutMs,
    ...(cwd !== "" && { cwd }),
  });
  const said = new TextDecoder().decode(result.stdout).split("\0");
  const all = (name: string) =>
    said.flatMap((each) => (each.startsWith(`${name} `) ? [each.slice(name.length + 1)] : []));
  const count = (name: string) => all(name).reduce((sum, text) => sum + Number(text), 0);
  // What is known by then is said: "includes your home directory" matters more than a count.
  const notes = [...new Set(all("note"))];
  const also = notes.length === 0 ? "" : `; it ${notes.join(" and ")}`;
  const [folder] = all("nofolder");
  if (folder !== undefined) return `there is no folder ${quoted(folder, place.redact)}, so it would run elsewhere`;
  if (said.includes("toomany")) return `it names too many files${also}`;
  if (count("entries") > maxEntries) return `there are more than ${maxEntries.toLocaleString("en")} entries${also}`;
  // Git may be slow; then what was counted before is still true.
  const isCounted = said.includes("counted") || said.includes("end");
  if (result.timedOut && !isCounted) return `counting took longer than ${timeoutMs / 1000} s${also}`;
  if (result.truncated) return `there is too much to list${also}`;
  if (!isCounted) return "the target could not tell";
  const targets = all("to");
  const counted = said.includes("counted") ? said.slice(0, said.indexOf("counted")) : said;
  const uncounted = result.timedOut ? ["git took too long"] : [...new Set(all("uncounted"))];
  return {
    verb: affected.verb,
    entries: count("entries"),
    folders: count("folders"),
    kilobytes: count("kilobytes"),
    uncommitted: count("uncommitted"),
    outside: count("outside"),
    links: count("links"),
    linked: all("link")
      .slice(0, 3)
      .map((name, at) => `${shownName(name, place.redact)} → ${shownName(targets[at] ?? "", place.redact)}`),
    notes: [...notes, ...uncounted.map((why) => `uncommitted changes not counted: ${why}`)],
    paths: all("shown").map((name) => shownName(name, place.redact)),
    // Which files, and where they really are, not their sizes: a log that grows must not make every approval void.
    fingerprint: createHash("sha256")
      .update(counted.filter((each) => /^(set|missing|shown|real|link|to) /.test(each)).join("\0"))
      .digest("hex"),
  };
}

/** Pairs of kind and text for the script; null where a pattern cannot be told. */
function lookupArguments(lookup: Lookup): string[] | null {
  const { cwd } = lookup;
  const isMoved = cwd.path !== "" || cwd.from !== "here";
  const base = isMoved ? cwd : null;
  const folder = isMoved ? pair("folder", locate(cwd.path, cwd.from, null)) : [];
  switch (lookup.what) {
    case "path": {
      const named = operand("", lookup.word, base);
      return named && [...folder, ...named];
    }
    case "replaced": {
      const { word, by } = lookup;
      // A destination is one place: a pattern in it is only known to match one when it runs.
      const source = word.pattern === undefined ? operand("by-", by, base) : null;
      return source && [...folder, ...pair("dest", locate(word.path, word.from, base)), ...source];
    }
    case "tracked":
    case "untracked":
      return [
        ...folder,
        ...pair(lookup.what, isMoved ? locate(cwd.path, cwd.from, null) : { text: ".", from: "here" }),
      ];
  }
}

function shownName(name: string, redact?: Redact): string {
  return quoted(name.replace(/^\.\/(?=.)/, ""), redact);
}

function describe(all: readonly Looked[]): Effect {
  const sum = (count: (looked: Looked) => number) => all.reduce((total, looked) => total + count(looked), 0);
  const touching = all.filter((looked) => looked.entries + looked.uncommitted + looked.notes.length > 0);
  const sentence = touching.length === 0 ? "Nothing is there now" : `It ${touching.map(factsOf).join("; it ")}`;
  return {
    computed: true,
    summary: `${sentence}.`,
    entries: sum((looked) => looked.entries),
    bytes: sum((looked) => looked.kilobytes) * 1024,
    paths: all.flatMap((looked) => looked.paths).slice(0, 50),
    fingerprint: createHash("sha256")
      .update(all.map((looked) => looked.fingerprint).join(" "))
      .digest("hex"),
  };
}

function factsOf(looked: Looked): string {
  const { entries, folders, kilobytes, uncommitted, outside, links, linked, notes } = looked;
  const files = entries - folders;
  const things = [
    ...(files > 0 ? [amount(files, "file")] : []),
    ...(folders > 0 ? [amount(folders, "folder")] : []),
  ].join(" and ");
  const facts = [
    ...(things === "" ? [] : [things]),
    ...(kilobytes > 0 ? [size(kilobytes)] : []),
    ...(uncommitted > 0 ? [uncommittedText(uncommitted, entries)] : []),
    ...(outside > 0 ? ["reaches outside the project"] : []),
    ...(links > 0 ? [`${amount(links, "symbolic link")} (${linked.join(", ")}${links > 3 ? ", …" : ""})`] : []),
    ...notes,
  ];
  return `${looked.verb} ${facts.join(", ")}`;
}

function uncommittedText(uncommitted: number, entries: number): string {
  return entries === 0
    ? amount(uncommitted, "uncommitted change")
    : `${uncommitted.toLocaleString("en")} with uncommitted changes`;
}

function amount(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

/** In thousands, as `bytes` is shown beside it: two numbers for one thing would make somebody doubt both. */
function size(kilobytes: number): string {
  return formatBytes(kilobytes * 1024);
}
