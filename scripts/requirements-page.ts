import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const pagePath = join(root, "docs", "requirements.md");
export const dataPath = join(root, "docs", "requirements.jsonl");

const Requirement = z
  .strictObject({
    id: z.string().regex(/^S[0-4]\.[1-9]\d*$/),
    text: z.string().min(1),
    where: z.string().min(1),
    /** What will bring it, or the part of it that is missing. */
    comesWith: z.enum(["terminal interface", "external agents", "brains and hands"]).optional(),
    missing: z.string().min(1).optional(),
    superseded: z.string().min(1).optional(),
    deferred: z.string().min(1).optional(),
  })
  .refine((row) => row.missing === undefined || row.comesWith !== undefined, "what is missing comes with something");
export type Requirement = z.infer<typeof Requirement>;

export function readRequirements(): Requirement[] {
  const lines = readFileSync(dataPath, "utf8").trimEnd().split("\n");
  return lines.map((line) => Requirement.parse(JSON.parse(line)));
}

/** What the page says of a requirement, given the ids that tests proved. */
export function stateOf(requirement: Requirement, proved: ReadonlySet<string>): string {
  const { id, missing, comesWith, superseded, deferred } = requirement;
  if (superseded !== undefined) return `superseded: ${superseded}`;
  if (deferred !== undefined) return `deferred: ${deferred}`;
  if (comesWith !== undefined) {
    const built = proved.has(id) ? "; what is built is proved" : "";
    return `open: ${missing === undefined ? "not built" : `not yet ${missing}`} (comes with: ${comesWith})${built}`;
  }
  return proved.has(id) ? "proved" : "built, not proved";
}

const kinds = ["proved", "built, not proved", "open", "superseded", "deferred"] as const;
type Kind = (typeof kinds)[number];

export function countKinds(requirements: readonly Requirement[], proved: ReadonlySet<string>): Map<Kind, number> {
  const kindOf = (one: Requirement) => kinds.find((kind) => stateOf(one, proved).split(":")[0] === kind);
  return new Map(kinds.map((kind) => [kind, requirements.filter((one) => kindOf(one) === kind).length]));
}

/** docs/requirements.md: the rows of docs/requirements.jsonl, and what tests proved of them. */
export function requirementsPage(requirements: readonly Requirement[], proved: ReadonlySet<string>): string {
  const chapters = designs.map(({ title, about }, index) => {
    const rows = requirements.filter(({ id }) => id.startsWith(`S${index}.`));
    return `## S${index}: ${title}\n\n${about}\n\n${rowHead}\n${rows.map((row) => tableRow(row, proved)).join("\n")}\n`;
  });
  return [introduction, countTable(requirements, proved), ...chapters].join("\n");
}

/** Where a page says anything else than what these tests proved, one sentence each. */
export function differences(
  page: string,
  requirements: readonly Requirement[],
  proved: ReadonlySet<string>,
): readonly string[] {
  const expected = requirementsPage(requirements, proved);
  if (page === expected) return [];
  const rows = new Set(page.split("\n"));
  const wrong = requirements.filter((one) => !rows.has(tableRow(one, proved)));
  return [
    ...wrong.map((one) => `${one.id}: this run says "${stateOf(one, proved)}"`),
    "docs/requirements.md differs from what this run proved.",
  ];
}

const rowHead = "| id | requirement | where | state |\n|---|---|---|---|";

function tableRow(requirement: Requirement, proved: ReadonlySet<string>): string {
  const cells = [requirement.id, requirement.text, requirement.where, stateOf(requirement, proved)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function countTable(requirements: readonly Requirement[], proved: ReadonlySet<string>): string {
  const line = (name: string, rows: readonly Requirement[]) =>
    `| ${[name, ...countKinds(rows, proved).values(), rows.length].join(" | ")} |`;
  const lines = designs.map(({ title }, index) =>
    line(
      `S${index}: ${title}`,
      requirements.filter(({ id }) => id.startsWith(`S${index}.`)),
    ),
  );
  const head = `| design | ${kinds.join(" | ")} | all |\n|---|${"---|".repeat(kinds.length + 1)}`;
  return [head, ...lines, line("all", requirements), ""].join("\n");
}

const introduction = `# Requirements

<!-- Generated from docs/requirements.jsonl and the report of the tests by "npm run requirements". -->

Cotty unites five designs that were written independently of each other. Each of them began as a loop in a client that
read what a terminal printed; here they share one engine, one log and one set of rules. This page lists everything the
five ask for, one line each. An id such as S0.59 in a test's name, in code or in a commit is the row with that id.

**proved** means that a test with the id in its name passes, and none fails or is left out: \`it("answers plain chat with a reply
[S0.64]")\`. Nobody writes that word by hand. \`npm run requirements\` writes this page from the names of the tests, every run of
the tests keeps which of these ids passed, and \`.ci/run\` ends with a check that the page says exactly what that run proved. To
find the tests of a row, search for its id in \`src\` and \`test\`. **open** says what is not there yet, and which feature will
bring it. **superseded** says which later decision replaced the sentence.
`;

const designs = [
  {
    title: "browser terminal with an agent loop",
    about:
      "A web page with a terminal over SSH beside a chat with Gemini. In agent mode the model runs commands in that terminal, one after another, until the task is done. The original is juni-cli's agent mode.",
  },
  {
    title: "coding agent mode",
    about:
      "A mode of a coding assistant in which it works on a task of many steps by itself, with a persistent terminal, files as memory, and tools written as XML. The original is Codebuff's agent mode.",
  },
  {
    title: "agent CLI for remote hosts",
    about:
      "A prompt on the command line that talks to a remote host over SSH and to a model that runs there in Ollama. The model proposes commands and a person confirms each one. The original is the Jexida agent CLI.",
  },
  {
    title: "ReAct terminal interface",
    about:
      "A full-screen terminal program with a strict state machine: task, proposed command, review and edit, execution, analysis. It comes with 22 properties that tests have to show. The original is agent-rs.",
  },
  {
    title: "multi-agent service",
    about:
      "A service that runs Claude Code, Codex and OpenCode inside a project's machine and speaks one protocol of JSON lines for all of them. The original is the product requirements document of the aether agent service.",
  },
];
