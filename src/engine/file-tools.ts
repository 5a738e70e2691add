import type { ToolRequest } from "../agents/index.ts";
import { makeVisible, UserError } from "../base/index.ts";
import type { ToolInput } from "../protocol/index.ts";
import { secretTagsIn } from "../secrets/index.ts";
import type { Terminal } from "../terminal/index.ts";
import { requireFolder } from "./act.ts";
import { callOf } from "./call-of.ts";
import { realPaths } from "./effects/real-paths.ts";
import { fileDifference } from "./file-difference.ts";
import { judgeAct } from "./judge.ts";
import type { Planned } from "./plan-hands.ts";
import { type ShownDiff, showDiff } from "./shown-diff.ts";
import { doneBody } from "./step-plans.ts";
import { actOf, runStep, type StepPlan } from "./step-runner.ts";
import { maxStoredBytes, storable } from "./storable.ts";
import { maxFileBytes, targetFiles } from "./target-files.ts";
import type { TurnContext } from "./turn-context.ts";

/** Reading files on the target: judged like `cat`, since a key read by a tool is as gone as one read by a command. */
export function readPlan(
  request: ToolRequest,
  input: ToolInput<"read_files">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  return {
    kind: "tool",
    command: `read ${input.paths.join(" ")}`,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    files: { access: "read", paths: input.paths },
    async execute(_command, { signal, cwd, real }) {
      const started = context.deps.clock.now();
      const files = targetFiles(terminal, cwd, signal);
      const parts = await Promise.all(
        input.paths.map(async (path, at) => {
          const content = await files.read({ path, real: followed(real[at]) }).catch((error: unknown) => {
            if (!(error instanceof UserError)) throw error;
            return { problem: error.message };
          });
          if (content === null) return { path, problem: "there is no such file" };
          return typeof content === "string" ? { path, content } : { path, ...content };
        }),
      );
      return doneBody(withinOneAnswer(parts), started, terminal, context);
    },
  };
}

type ReadPart = { path: string } & ({ content: string } | { problem: string });

/** Files one after the other, as long as they are together no longer than one may be. */
function withinOneAnswer(parts: readonly ReadPart[]): string {
  let length = 0;
  const shown = parts.map((part) => {
    if ("problem" in part) return `── ${part.path}: ${part.problem}`;
    length += part.content.length;
    if (length <= maxFileBytes) return `── ${part.path}\n${part.content}`;
    length -= part.content.length;
    return `── ${part.path}: left out, since the files before it fill this answer. Read it in another call.`;
  });
  return shown.join("\n");
}

export function searchPlan(
  request: ToolRequest,
  input: ToolInput<"code_search">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  const path = input.path ?? ".";
  return {
    kind: "tool",
    command: `search ${JSON.stringify(input.pattern)} in ${path}`,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    files: { access: "read", paths: [path], isSearch: true },
    async execute(_command, { signal, cwd, real: [decided] }) {
      const started = context.deps.clock.now();
      const file = { path, real: followed(decided) };
      const found = await targetFiles(terminal, cwd, signal).search(input.pattern, file);
      return doneBody(found === "" ? "Nothing matches." : found, started, terminal, context);
    },
  };
}

/** Where a path really leads, without which nothing is read or written. */
function followed(real: string | undefined): string {
  if (real !== undefined) return real;
  throw new UserError("file.unknown", "The target did not say where this path leads.", "Try run_command instead.");
}

/** A change of one file: what is there now, what shall be there, and the difference a person decides about. */
interface FileChange {
  path: string;
  before: string | null;
  after: string;
}

export async function writePlan(
  request: ToolRequest,
  input: ToolInput<"write_file">,
  terminal: Terminal,
  context: TurnContext,
  signal: AbortSignal,
): Promise<Planned> {
  return planChange(request, input, terminal, context, signal, () => input.content);
}

export async function editPlan(
  request: ToolRequest,
  input: ToolInput<"edit_file">,
  terminal: Terminal,
  context: TurnContext,
  signal: AbortSignal,
): Promise<Planned> {
  return planChange(request, input, terminal, context, signal, (before) => {
    if (before === null)
      throw new UserError("file.missing", `There is no file ${input.path}.`, "Write it with write_file.");
    return input.edits.reduce((text, { find, replace }) => replaceOnce(text, find, replace, input.path), before);
  });
}

async function planChange(
  request: ToolRequest,
  input: { path: string; reasoning: string },
  terminal: Terminal,
  context: TurnContext,
  signal: AbortSignal,
  change: (before: string | null) => string,
): Promise<Planned> {
  const { cwd: told } = await terminal.state();
  const cwd = told ?? "";
  requireFolder([input.path], cwd);
  const [real] = (await realPaths([input.path], { terminal, cwd, signal })) ?? [];
  const before = await targetFiles(terminal, cwd, signal).read({ path: input.path, real: followed(real) });
  const made = { path: input.path, before, after: change(before) };
  if (made.after === before) {
    const output = `${input.path} already has this content; nothing was written.`;
    return { answer: { output, isError: false } };
  }
  return { plan: changePlan(request, input.reasoning, made, terminal, context) };
}

/**
 * To change a file is to read it: the difference shows it, and so does "there is no such text in it". Where reading
 * would be asked about, it is a step of its own, before. Null when it may be read.
 */
export async function readFirst(
  request: ToolRequest,
  { path, reasoning }: { path: string; reasoning: string },
  terminal: Terminal,
  context: TurnContext,
  { signal, mayAsk }: { signal: AbortSignal; mayAsk: boolean },
): Promise<Planned | null> {
  // A call of its own: the agent is told of both steps, and each call has one answer.
  const input = { paths: [path], reasoning };
  const plan = readPlan({ callId: `${request.callId}-read`, name: "read_files", input }, input, terminal, context);
  const judged = await judgeAct(context.deps.judge, await actOf(plan, context, signal), {
    signal,
    terminal,
    redact: context.deps.redact,
  });
  if (judged.verdict === "allow") return null;
  if (!mayAsk) return { answer: { output: `${path} may not be read without being asked about.`, isError: true } };
  const end = await runStep(plan, context, signal);
  return end.end === "finished" ? null : { ended: end };
}

function changePlan(
  request: ToolRequest,
  reasoning: string,
  change: FileChange,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  const { path, before, after } = change;
  const { text: diff, hidden } = shownChange(change, context.deps);
  return {
    kind: "file",
    command: `${before === null ? "create" : "change"} ${path}`,
    reasoning,
    call: callOf(request),
    terminal,
    files: { access: "write", paths: [path] },
    content: JSON.stringify([before, after]),
    hidden,
    bringsTag: secretTagsIn(after).some((tag) => !before?.includes(tag)),
    diff,
    async execute(_command, { signal, cwd, real: [decided] }) {
      const started = context.deps.clock.now();
      const files = targetFiles(terminal, cwd, signal);
      const file = { path, real: followed(decided) };
      // What was approved was a change of that content; somebody else's newer work must not be overwritten by it.
      if ((await files.read(file)) !== before) {
        return {
          ...doneBody(`${path} changed after this was approved; nothing was written.`, started, terminal, context),
          outcome: "context-changed" as const,
        };
      }
      await files.write(file, after);
      return doneBody(`Wrote ${Buffer.byteLength(after)} bytes to ${path}.`, started, terminal, context);
    },
  };
}

/**
 * What the file held before is output like any other; what is added is shown as it will be written. A change that does
 * not fit into an event could only be shown in part, and nobody decides about what they cannot see.
 */
function shownChange({ path, before, after }: FileChange, deps: TurnContext["deps"]): ShownDiff {
  const name = makeVisible(path);
  const from = before === null ? "/dev/null" : name;
  const diff = fileDifference(before ?? "", after, { from, to: name });
  // Looked at before secrets are looked for: tags may make it shorter, but not by so much.
  if (diff.length > 2 * maxStoredBytes) throw tooLarge(path, diff);
  // A line of a key whose beginning is farther off than the difference shows is remembered here, and known below.
  deps.redact(after);
  const shown = showDiff(diff, before ?? "", {
    redact: deps.redact,
    redactOld(old) {
      const redactor = deps.createRedactor();
      return redactor.push(old) + redactor.end();
    },
  });
  if (storable(shown.text) === shown.text) return shown;
  throw tooLarge(path, diff);
}

function tooLarge(path: string, diff: string): UserError {
  return new UserError(
    "file.change-too-large",
    `Nothing was written: this change of ${path} has a difference of ${diff.split("\n").length} lines, which is too large to be shown whole to whoever decides about it.`,
    "Make it in several smaller changes.",
  );
}

function replaceOnce(text: string, find: string, replace: string, path: string): string {
  const at = text.indexOf(find);
  if (at === -1)
    throw new UserError(
      "file.no-match",
      `${path} does not contain: ${find.slice(0, 200)}`,
      "Read the file again and copy the text exactly.",
    );
  if (text.indexOf(find, at + 1) !== -1) {
    throw new UserError(
      "file.many-matches",
      `${path} contains this more than once: ${find.slice(0, 200)}`,
      "Add lines around it, so that it is unique.",
    );
  }
  return text.slice(0, at) + replace + text.slice(at + find.length);
}
