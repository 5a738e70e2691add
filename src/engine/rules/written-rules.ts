import {
  askEverything,
  type ParsedRules,
  parseRules,
  type Rule,
  type RuleProblem,
  type RuleScope,
} from "../../policy/index.ts";
import type { Target } from "../../protocol/index.ts";
import type { ProjectRules, RuleFiles, RuleText } from "./rule-files.ts";
import { isTrusted } from "./trusted-projects.ts";

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

/** The rules that people have written. */
export interface WrittenRules {
  /** The one place that decides which files hold for a session; each is read again, so that a change holds at once. */
  rulesAt(place: SessionPlace): Promise<HeldRules>;
  /** Adds a rule to the person's own file; it holds from now on. */
  addForUser(toml: string): Promise<void>;
}

/** Files of this many projects are kept parsed. */
const mostKept = 100;

export function openWrittenRules(files: RuleFiles): WrittenRules {
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
    const read = await files.read(file);
    return read.status === "read" ? parse(read.text, { scope, file }) : withoutText(read, file, scope);
  }

  async function rulesOfProject(found: ProjectRules): Promise<ParsedRules & { trusted: boolean }> {
    const { file, project } = found;
    const [read, list] = await Promise.all([files.read(file), files.read(files.trustFile)]);
    if (read.status !== "read") return { ...withoutText(read, file, "project"), trusted: true };
    const trusted = isTrusted(list, project.folder, read.text);
    const { rules, problems } = parse(read.text, { scope: "project", file, trusted, project });
    const ofList = withoutText(list, files.trustFile, "project");
    return { rules: [...rules, ...ofList.rules], problems: [...problems, ...ofList.problems], trusted };
  }

  return {
    async rulesAt({ target, cwd }) {
      const folder = target === "local" ? cwd : files.personFolder;
      const found = folder === null ? [] : await files.inProjectOf(folder);
      const [own, ofProjects] = await Promise.all([
        Promise.all([rulesIn(files.adminFile, "admin"), rulesIn(files.userFile, "user")]),
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
      await files.append(files.userFile, `\n${toml.trim()}\n`);
    },
  };
}

function withoutText(read: RuleText, file: string, scope: RuleScope): ParsedRules {
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

/** What a person should know about their own rules before anything runs. */
export function policyNotices({ problems, untrusted }: HeldRules): string[] {
  return [
    ...problems.map(({ file, line, reason }) => `${file}:${line}: this rule is not used: ${reason}`),
    ...untrusted.map(
      (file) => `${file} is not trusted: only what tightens in it holds. Read it, then: cotty policy trust`,
    ),
  ];
}
