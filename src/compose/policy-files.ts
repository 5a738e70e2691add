import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { appendFile, mkdir, open, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "../base/index.ts";
import { configDirectory, findProjectFile, type LoadedConfig } from "../config/index.ts";
import { parseRules, type Rule, type RuleProblem, type RuleScope } from "../policy/index.ts";

/** Rules of people: where they are, and what was wrong in them. */
export interface PolicyFiles {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  /** A project's file that is not trusted: only what tightens in it holds. */
  readonly untrusted: string | null;
  /** The rules of another project's folder; none where they are in `rules` already. */
  rulesOfProject(cwd: string): Promise<readonly Rule[]>;
  /** Adds a rule to the person's own file; it holds from now on. */
  addForUser(rule: Rule, toml: string): Promise<void>;
}

export interface PolicyPlaces {
  adminFile: string;
  userFile: string;
  projectFile: string | null;
  /** Which contents of project files a person has read and trusts, by hash. */
  trustFile: string;
}

export async function loadPolicyFiles(places: PolicyPlaces): Promise<PolicyFiles> {
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  let untrusted: string | null = null;

  async function read(file: string, scope: RuleScope) {
    const text = await readOptional(file);
    const trusted = text === null || scope !== "project" || (await isTrusted(places.trustFile, text));
    return { ...parseRules(text ?? "", { scope, file, trusted }), trusted };
  }

  async function add(file: string, scope: RuleScope): Promise<void> {
    const parsed = await read(file, scope);
    if (!parsed.trusted) untrusted = file;
    rules.push(...parsed.rules);
    problems.push(...parsed.problems);
  }

  await add(places.adminFile, "admin");
  await add(places.userFile, "user");
  if (places.projectFile !== null) await add(places.projectFile, "project");

  return {
    rules,
    problems,
    get untrusted() {
      return untrusted;
    },
    async rulesOfProject(cwd) {
      const file = await findProjectFile(cwd, homedir(), "policy.toml");
      return file === null || file === places.projectFile ? [] : (await read(file, "project")).rules;
    },
    async addForUser(rule, toml) {
      await mkdir(dirname(places.userFile), { recursive: true, mode: 0o700 });
      await appendFile(places.userFile, `\n${toml.trim()}\n`, { mode: 0o600 });
      rules.push(rule);
    },
  };
}

/** Trusts a project's rules as they are now; a changed file has to be read and trusted again. */
export async function trustProjectRules(places: PolicyPlaces): Promise<string> {
  const text = places.projectFile === null ? null : await readOptional(places.projectFile);
  if (text === null) {
    throw new UserError(
      "policy.no-project-file",
      "This project has no .cotty/policy.toml.",
      "There is nothing to trust.",
    );
  }
  const known = await readTrusted(places.trustFile);
  known.add(hashOf(text));
  await mkdir(dirname(places.trustFile), { recursive: true, mode: 0o700 });
  await writeFile(places.trustFile, `${[...known].join("\n")}\n`, { mode: 0o600 });
  return text;
}

async function isTrusted(trustFile: string, text: string): Promise<boolean> {
  return (await readTrusted(trustFile)).has(hashOf(text));
}

async function readTrusted(trustFile: string): Promise<Set<string>> {
  const text = await readOptional(trustFile);
  return new Set(text?.split("\n").filter((line) => line !== "") ?? []);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** No rules that people write come near this; a file that does is something else in its place. */
const maxBytes = 1024 * 1024;

/** A file that is there and cannot be read must not pass for one that is not there: its rules would be gone. */
async function readOptional(file: string): Promise<string | null> {
  try {
    // Not blocking: a repository may put a link to a pipe or a device there, which would be read for ever.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error("it is not a regular file");
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes; at most ${maxBytes} are read`);
    return await handle.readFile("utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new UserError(
      "policy.unreadable",
      `The rules in ${file} cannot be read: ${message}`,
      "Make it a readable file, or move it away.",
      { cause: error },
    );
  }
}

/** Where rules are looked for: the machine's, the person's, and those of the project that is worked in. */
export function policyPlaces(stateDir: string, loaded: LoadedConfig): PolicyPlaces {
  const project = loaded.files.project;
  const projectDir = project === null ? process.cwd() : dirname(dirname(project));
  return {
    adminFile: "/etc/cotty/policy.toml",
    userFile: join(configDirectory(process.env), "policy.toml"),
    projectFile: join(projectDir, ".cotty", "policy.toml"),
    trustFile: join(stateDir, "trusted-rules"),
  };
}

export function policyNotices(files: PolicyFiles): string[] {
  const problems = files.problems.map(({ file, line, reason }) => `${file}:${line}: this rule is not used: ${reason}`);
  if (files.untrusted === null) return problems;
  return [
    ...problems,
    `${files.untrusted} is not trusted: only what tightens in it holds. Read it, then: cotty policy trust`,
  ];
}
