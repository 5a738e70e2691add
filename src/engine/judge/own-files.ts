import { lstat, readdir, stat } from "node:fs/promises";
import { posix } from "node:path";
import { wildcards } from "../../base/index.ts";
import { phraseFor } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion } from "../contract/judge.ts";
import type { Reached } from "../effects/reached-files.ts";
import { hasSecondName } from "./hard-links.ts";
import { withMirrors } from "./mirrored-folders.ts";

/** Where Cotty keeps its own things on this machine, wherever the person has put them. Absolute, links followed. */
export interface OwnFolders {
  /** Sessions, raw output of terminals (secrets included), tokens, who may decide. */
  state: readonly string[];
  /** Rules, settings, and perhaps keys. */
  config: readonly string[];
}

/** What an act reaches on its target, as far as it could be told. */
export interface OwnReach {
  reached: readonly Reached[];
  /** Every text of the act: a path may stand inside a longer word, or inside code. */
  texts: readonly string[];
  /** Names in a folder that only the run decides. */
  adrift: readonly string[];
}

/**
 * Policy knows these folders by their usual names; here they are known by where they are, and a path by where it leads.
 * Whoever can write there can decide in the place of a person, and raw output there is not cleaned: so to touch the
 * state is danger, and so is to change the configuration. To search a folder above them is at least asked about. It
 * counts on every target: an ssh host may be this machine, or share its disk, and a path says the same there.
 */
export async function withOwnFiles(opinion: Opinion, act: Act, reach: OwnReach, own: OwnFolders): Promise<Opinion> {
  if (opinion.verdict === "deny") return opinion;
  const [state, config] = await Promise.all([relationTo(own.state, reach), relationTo(own.config, reach)]);
  const isRead = opinion.verdict === "allow";
  if (state === "inside") return raise(opinion, "danger", stateFinding, act);
  if (config === "inside") return raise(opinion, isRead ? "ask" : "danger", configFinding, act);
  if (state === "handled") return raise(opinion, isRead ? "ask" : "danger", handledFinding, act);
  if (state === "searched") return raise(opinion, "ask", searchedFinding, act);
  return opinion;
}

/** What an act does to one of our folders: touches what is in it, handles a folder around it, searches one. */
type Relation = "inside" | "handled" | "searched" | null;

async function relationTo(own: readonly string[], { reached, texts, adrift }: OwnReach): Promise<Relation> {
  const folders = await withMirrors(own);
  // Where upper and lower case are the same, other letters lead there too.
  const isWritten = (folder: string) =>
    texts.some((text) => `${text}/`.toLowerCase().includes(`${folder}/`.toLowerCase()));
  if (folders.some(isWritten)) return "inside";
  const relations = await Promise.all(folders.map((folder) => relation(folder, reached, adrift)));
  return (["inside", "handled", "searched"] as const).find((each) => relations.includes(each)) ?? null;
}

async function relation(folder: string, reached: readonly Reached[], adrift: readonly string[]): Promise<Relation> {
  const identities = await identitiesOf(folder);
  const isInside = createInsideCheck(folder, identities);
  for (const { use, real } of reached) {
    if (use === "searched" || use === "handled") continue;
    if (await isInside(real)) return "inside";
  }
  const isAbove = async (path: string) =>
    `${folder}/`.startsWith(path === "/" ? "/" : `${path}/`) || identities.above.has(await identityOf(path));
  for (const wanted of ["handled", "searched"] as const)
    for (const { use, real } of reached)
      if (use === wanted && ((await isAbove(real)) || (await isInside(real)))) return wanted;
  for (const { use, real } of reached) if (use === "searched" && (await hasSecondName(folder, real))) return "searched";
  const mayBeOurs =
    reached.some(({ real, pattern }) => pattern !== undefined && mayMatch(pattern, real, folder)) ||
    (adrift.length > 0 && (await mayLeadInto(folder, adrift)));
  return mayBeOurs ? "searched" : null;
}

/** Which files and folders ours are for the kernel, whatever they are called there: a bind mount has another name. */
interface Identities {
  inside: ReadonlySet<string>;
  above: ReadonlySet<string>;
}

const nothing = "";

async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? nothing : `${found.dev}:${found.ino}`;
}

async function identitiesOf(folder: string): Promise<Identities> {
  const names = await readdir(folder).catch(() => []);
  const within = [folder, ...names.map((name) => posix.join(folder, name))];
  const [inside, above] = await Promise.all([
    Promise.all(within.map(identityOf)),
    Promise.all(parentsOf(folder).map(identityOf)),
  ]);
  const known = (identities: string[]) => new Set(identities.filter((each) => each !== nothing));
  return { inside: known(inside), above: known(above) };
}

function parentsOf(path: string): string[] {
  return path === "/" || path === "." ? [] : [posix.dirname(path), ...parentsOf(posix.dirname(path))];
}

function createInsideCheck(folder: string, { inside }: Identities): (path: string) => Promise<boolean> {
  const folders = new Map<string, Promise<boolean>>();
  let linked: Promise<ReadonlySet<string>> | null = null;

  /** By its name, or because it or a folder around it is one of ours under another name. */
  const isOurs = (path: string): Promise<boolean> => {
    const known = folders.get(path) ?? judge(path);
    folders.set(path, known);
    return known;
  };
  const judge = async (path: string) =>
    `${path}/`.startsWith(`${folder}/`) ||
    inside.has(await identityOf(path)) ||
    (path !== "/" && path !== "." && (await isOurs(posix.dirname(path))));

  return async (path) => {
    if (await isOurs(path)) return true;
    const found = await lstat(path).catch(() => null);
    if (found === null || !found.isFile() || found.nlink < 2) return false;
    // A file with a second name: it may be one of ours.
    linked ??= filesIn(folder).then((files) => new Set(files.map(({ identity }) => identity)));
    return (await linked).has(`${found.dev}:${found.ino}`);
  };
}

async function filesIn(folder: string): Promise<{ path: string; identity: string }[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return Promise.all(
    entries.map(async (name) => ({ path: name, identity: await identityOf(posix.join(folder, name)) })),
  );
}

/**
 * Whether a pattern that the target has expanded as usual would also match our folder in a shell that is set to match
 * hidden names, or upper and lower case alike.
 */
function mayMatch(pattern: string, expanded: string, folder: string): boolean {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const wild = parts.slice(parts.findIndex((part) => /[*?[]/.test(part)));
  const root = expanded.split("/").slice(0, -wild.length).join("/");
  if (!folder.startsWith(`${root}/`)) return false;
  const below = folder.slice(root.length + 1).split("/");
  const matches = (name: string, at: number) => fitsPart(wild[at] ?? "", name, { ignoresCase: true });
  const isUsual = (name: string, at: number) =>
    fitsPart(wild[at] ?? "", name) && (!name.startsWith(".") || wild[at]?.startsWith(".") === true);
  return wild.length >= below.length && below.every(matches) && !below.every(isUsual);
}

const fitsPart = (part: string, name: string, options = {}): boolean =>
  part.includes("[") || wildcards(part, options).test(name);

/** Whether a relative name could be one of ours, whatever folder it is read in. */
async function mayLeadInto(folder: string, names: readonly string[]): Promise<boolean> {
  const files = await filesIn(folder);
  return names
    .map((name) => name.toLowerCase())
    .some(
      (name) =>
        /[*?[]|(?:^|\/)\.\.?(?:\/|$)/.test(name) ||
        name.split("/").includes(posix.basename(folder).toLowerCase()) ||
        files.some(({ path }) => `/${path}`.toLowerCase().endsWith(`/${name}`)),
    );
}

const about = { span: [0, 0] as [number, number], argv: [], via: [], risk: "escalate" as const };
const stateFinding = {
  ...about,
  ruleId: "cotty.state",
  say: "Touches Cotty's own records: what was decided and by whom, and the unchanged output of terminals.",
  safer: "Use cotty show, cotty search and cotty export to look at sessions.",
};
const configFinding = {
  ...about,
  ruleId: "cotty.config",
  say: "Touches Cotty's own configuration, which holds its rules and perhaps keys.",
  safer: "Use cotty config to look at it, and let a person change it.",
};
const handledFinding = {
  ...about,
  ruleId: "cotty.state-around",
  say: "Copies, changes or deletes a whole folder that also holds Cotty's own records.",
  safer: "Name the folders that are meant.",
};
const searchedFinding = {
  ...about,
  ruleId: "cotty.state-below",
  say: "Reads everything below a folder that also holds Cotty's own records, with the unchanged output of terminals.",
  safer: "Search the project's folder instead.",
};

function raise(opinion: Opinion, level: "ask" | "danger", finding: Omit<Finding, "level">, act: Act): Opinion {
  const findings = [{ ...finding, level } as Finding, ...opinion.findings];
  if (level === "ask" || opinion.verdict === "danger") {
    return { ...opinion, verdict: opinion.verdict === "danger" ? "danger" : "ask", findings };
  }
  return {
    ...opinion,
    verdict: "danger",
    findings,
    phrase: phraseFor(findings, { target: act.target, shell: "unknown" }),
  };
}
