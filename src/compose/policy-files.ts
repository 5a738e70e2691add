import { appendFile, mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { UserError } from "../base/index.ts";
import { configDirectory, findProjectFile } from "../config/index.ts";
import {
  askEverything,
  type ParsedRules,
  parseRules,
  type Rule,
  type RuleProblem,
  type RuleProject,
  type RuleScope,
} from "../policy/index.ts";
import type { Target } from "../protocol/index.ts";
import { type PolicyText, readPolicyFile } from "./read-policy-file.ts";
import { addTrusted, isTrusted } from "./trusted-projects.ts";

/** Where a session works. */
export interface SessionPlace {
  target: Target;
  cwd: string;
}

/** What holds for a session, as the files are now. */
export interface HeldRules {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  /** Projects' files that are not trusted: only what tightens in them holds. */
  readonly untrusted: readonly string[];
}

/** Rules of people in files. */
export interface PolicyFiles {
  /** The one place that decides which files hold for a session; each is read again, so that a change holds at once. */
  rulesAt(place: SessionPlace): Promise<HeldRules>;
  /** Adds a rule to the person's own file; it holds from now on. */
  addForUser(toml: string): Promise<void>;
}

export interface PolicyPlaces {
  adminFile: string;
  userFile: string;
  /** Which projects a person has trusted. */
  trustFile: string;
  /** The folder that a person works in at this machine while the session is on another; null in the daemon. */
  personFolder: string | null;
}

/** Files of this many projects are kept parsed. */
const mostKept = 100;

export function openPolicyFiles(places: PolicyPlaces): PolicyFiles {
  const parsed = new Map<string, { key: string; result: ParsedRules }>();

  /** Trying examples takes long, so it is done once for each text. */
  function parse(text: string, options: Parameters<typeof parseRules>[1]): ParsedRules {
    const key = JSON.stringify([text, options]);
    const kept = parsed.get(options.file);
    if (kept?.key === key) return kept.result;
    const result = parseRules(text, options);
    if (parsed.size >= mostKept) parsed.clear();
    parsed.set(options.file, { key, result });
    return result;
  }

  async function rulesIn(file: string, scope: RuleScope): Promise<ParsedRules> {
    const read = await readPolicyFile(file);
    return read.status === "read" ? parse(read.text, { scope, file }) : withoutText(read, file, scope);
  }

  async function rulesOfProject(found: ProjectFile): Promise<ParsedRules & { trusted: boolean }> {
    const { file, project } = found;
    const [read, list] = await Promise.all([readPolicyFile(file), readPolicyFile(places.trustFile)]);
    if (read.status !== "read") return { ...withoutText(read, file, "project"), trusted: true };
    const trusted = isTrusted(list, project.folder, read.text);
    const { rules, problems } = parse(read.text, { scope: "project", file, trusted, project });
    const ofList = withoutText(list, places.trustFile, "project");
    return { rules: [...rules, ...ofList.rules], problems: [...problems, ...ofList.problems], trusted };
  }

  return {
    async rulesAt({ target, cwd }) {
      const folder = target === "local" ? cwd : places.personFolder;
      const found = folder === null ? [] : await projectFiles(folder);
      const [own, ofProjects] = await Promise.all([
        Promise.all([rulesIn(places.adminFile, "admin"), rulesIn(places.userFile, "user")]),
        Promise.all(found.map(rulesOfProject)),
      ]);
      const all = [...own, ...ofProjects];
      return {
        rules: all.flatMap(({ rules }) => rules),
        problems: all.flatMap(({ problems }) => problems),
        untrusted: found.filter((_, at) => ofProjects[at]?.trusted === false).map(({ file }) => file),
      };
    },
    async addForUser(toml) {
      await mkdir(dirname(places.userFile), { recursive: true, mode: 0o700 });
      await appendFile(places.userFile, `\n${toml.trim()}\n`, { mode: 0o600 });
    },
  };
}

interface ProjectFile {
  file: string;
  project: RuleProject;
}

/** The nearest file of rules by the name of a folder, and by where it really is: both tighten, each allows in its own project. */
async function projectFiles(folder: string): Promise<ProjectFile[]> {
  const cwd = folder.replace(/^~(?=\/|$)/, homedir());
  // From any other name the search would begin where this process was started, which says nothing about a session.
  if (!isAbsolute(cwd)) return [];
  const real = await realpath(cwd).catch(() => cwd);
  const found = await Promise.all([real, cwd].map((each) => findProjectFile(each, homedir(), "policy.toml")));
  const files = found.filter((file) => file !== null);
  const all = await Promise.all(files.map(async (file) => ({ file, project: await projectOf(file) })));
  const [first, second] = all;
  if (second === undefined || first === undefined) return all;
  // Another name for the same project: the shell calls it so.
  return first.project.folder === second.project.folder ? [second] : [first, second];
}

async function projectOf(file: string): Promise<RuleProject> {
  const name = dirname(dirname(file));
  return { name, folder: await realpath(name) };
}

function withoutText(read: PolicyText, file: string, scope: RuleScope): ParsedRules {
  if (read.status !== "failed") return { rules: [], problems: [] };
  const reason = `${file} cannot be read: ${read.reason}`;
  return {
    rules: [
      {
        ...askEverything(scope, { file, line: 1 }, ""),
        why: `${reason}. Everything is asked about until it can be. ${read.nextStep}`,
      },
    ],
    problems: [{ file, line: 1, reason: `${reason}. ${read.nextStep}` }],
  };
}

/** What was trusted, and how many earlier entries no longer count because they name no folder. */
export interface Trusted {
  text: string;
  folder: string;
  dropped: number;
}

/** Trusts a project's rules as they are now, in its folder; a changed file has to be read and trusted again. */
export async function trustProjectRules(places: Pick<PolicyPlaces, "trustFile">, cwd: string): Promise<Trusted> {
  const [found] = await projectFiles(cwd);
  const read: PolicyText = found === undefined ? { status: "absent" } : await readPolicyFile(found.file);
  if (found === undefined || read.status === "absent")
    throw new UserError(
      "policy.no-project-file",
      "This project has no .cotty/policy.toml.",
      "There is nothing to trust.",
    );
  if (read.status === "failed")
    throw new UserError("policy.unreadable", `${found.file} cannot be read: ${read.reason}`, read.nextStep);
  const { folder } = found.project;
  return { text: read.text, folder, dropped: await addTrusted(places.trustFile, folder, read.text) };
}

/** Where rules are looked for: the machine's, the person's, and those of the project that a session works in. */
export const policyPlaces = (stateDir: string, personFolder: string | null): PolicyPlaces => ({
  adminFile: "/etc/cotty/policy.toml",
  userFile: join(configDirectory(process.env), "policy.toml"),
  trustFile: join(stateDir, "trusted-rules"),
  personFolder,
});

export function policyNotices({ problems, untrusted }: HeldRules): string[] {
  return [
    ...problems.map(({ file, line, reason }) => `${file}:${line}: this rule is not used: ${reason}`),
    ...untrusted.map(
      (file) => `${file} is not trusted: only what tightens in it holds. Read it, then: cotty policy trust`,
    ),
  ];
}
