import type { ToolRequest } from "../../agents/index.ts";
import { makeVisible, UserError } from "../../base/index.ts";
import { secretTagsIn } from "../../secrets/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { judgeAct } from "../judge/judge-act.ts";
import { fileDifference } from "../record/file-difference.ts";
import { maxStoredBytes, storable } from "../record/shorten-for-event.ts";
import { type ShownDiff, showDiff } from "../record/shown-diff.ts";
import { callOf } from "../record/stored-call.ts";
import { requireFolder } from "../step/make-act.ts";
import { actOf, runStep, type StepPlan } from "../step/run-step.ts";
import { doneBody } from "../step/step-body.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { realPaths } from "../target/real-paths.ts";
import { followed, targetFiles } from "../target/target-files.ts";
import { readPlan } from "./read-files.ts";
import type { Planned, StepUse } from "./tool.ts";

type ChangeUse = StepUse<{ path: string; reasoning: string }>;

/** A step that puts another text in a file: `change` makes it of what is there now. */
export async function planChange(use: ChangeUse, change: (before: string | null) => string): Promise<Planned> {
  const first = await readFirst(use);
  if (first) return first;
  return difference(use, change).catch((error: unknown) => {
    // What is wrong with the call itself (no such file, no such text) is for the agent to mend.
    if (!(error instanceof UserError)) throw error;
    return { answer: { output: `${error.message} ${error.nextStep}`, isError: true } };
  });
}

/**
 * To change a file is to read it: the difference shows it, and so does "there is no such text in it". Where reading
 * would be asked about, it is a step of its own, before. Null when it may be read.
 */
async function readFirst(use: ChangeUse): Promise<Planned | null> {
  const { request, terminal, context, signal, mayAsk } = use;
  const { path, reasoning } = use.input;
  // A call of its own: the agent is told of both steps, and each call has one answer.
  const input = { paths: [path], reasoning };
  const read = { callId: `${request.callId}-read`, name: "read_files", input };
  const plan = readPlan({ request: read, input, terminal, context });
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

/** A change of one file: what is there now, what shall be there, and the difference a person decides about. */
interface FileChange {
  path: string;
  before: string | null;
  after: string;
}

async function difference(
  { request, input, terminal, context, signal }: ChangeUse,
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
