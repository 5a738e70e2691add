import { describeError } from "../../base/index.ts";
import { type Actor, type EventBody, type StepKind, type ToolCallRef, verdicts } from "../../protocol/index.ts";
import {
  answerOfTurn,
  isHeld,
  type Judgement,
  type ModeAnswer,
  nameOf,
  type SessionState,
  type Step,
} from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { basisChange, lookAtBasis } from "../basis/basis.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion, Redact } from "../contract/judge.ts";
import { digestOf, judgeAct, judgeBound, programOf, secretJudgement } from "../judge/judge-act.ts";
import { askOwnNames, comparedNames, namesChange } from "../judge/own-names.ts";
import { PathMoved } from "../target/target-files.ts";
import { makeAct } from "./make-act.ts";
import { proposedEvent } from "./proposed-event.ts";
import type { TurnContext } from "./turn-context.ts";

/** What a step wants to do once it may. */
export interface StepPlan {
  kind: StepKind;
  command: string;
  reasoning: string;
  call: ToolCallRef;
  terminal: Terminal;
  timeoutMs?: number;
  /** See `Act`. */
  content?: string;
  files?: Act["files"];
  hidden?: Act["hidden"];
  bringsTag?: boolean;
  diff?: string;
  /** Carries out the approved text, on files as they really are (`real`, in the order of `files`); says how it ended. */
  execute(
    command: string,
    step: { id: string; signal: AbortSignal; cwd: string } & Readiness,
  ): Promise<Omit<EventBody<"step.finished">, "type" | "stepId">>;
}

/** What was found right before it runs. */
interface Readiness {
  /** The files that it names, as they really are. */
  real: readonly string[];
  /** The shell that it was judged for. */
  reader: string | undefined;
  /** Policy let it run by itself because of settings that are lent to git. */
  onlyLooks: boolean;
  /** Policy let it run by itself as these words of it usually mean. */
  usualWords: readonly string[] | null;
}

export type StepEnd =
  | { end: "finished"; step: Step }
  | { end: "rejected"; step: Step }
  | { end: "unattended"; step: Step }
  | { end: "stopped" };

/** How often a step is asked about again when the folder changed between the question and the run. */
const contextRetries = 3;

/** Propose → judge → decide → run → record. The only way from an agent to a terminal. */
export async function runStep(plan: StepPlan, context: TurnContext, signal: AbortSignal): Promise<StepEnd> {
  for (let attempt = 1; ; attempt++) {
    const end = await runStepOnce(plan, context, signal);
    const changed =
      end.end === "finished" && end.step.status.name === "finished" && end.step.status.outcome === "context-changed";
    // A change of a file that is not the same any more has to be made anew, by the agent.
    if (!changed || plan.kind === "file" || attempt === contextRetries) return end;
  }
}

async function runStepOnce(plan: StepPlan, context: TurnContext, signal: AbortSignal): Promise<StepEnd> {
  const isGoing = await untilNotPaused(context, { signal }).then(
    () => true,
    () => false,
  );
  if (!isGoing) return { end: "stopped" };
  const proposed = await propose(plan, context, signal);
  if (proposed === null) return { end: "stopped" };
  return settleStep(proposed.stepId, plan, context, { ...proposed, signal });
}

export async function untilNotPaused(context: TurnContext, { signal }: { signal: AbortSignal }): Promise<void> {
  await context.log.until((state) => state.current?.paused !== true, { signal });
}

/** What the shell has to put aside, where policy let a command run by itself because of what it usually does. */
function lentFor({ verdict, onlyLooks = false, words = null }: Pick<Opinion, "verdict" | "onlyLooks" | "words">) {
  return { onlyLooks, usualWords: verdict === "allow" ? words : null };
}

type Proposed = { stepId: string } & Omit<Readiness, "real">;

async function propose(plan: StepPlan, context: TurnContext, signal: AbortSignal): Promise<Proposed | null> {
  const wanted = await actOf(plan, context, signal);
  // A step that holds a secret in clear text is refused, and stored without it.
  const { redact } = context.deps;
  const shown = redact(plan.command);
  const openActs = () => context.openActs.besides(null);
  const isAsked = (judged: Judgement) => modeAnswer(plan.kind, judged, context.modes).answer === "ask";
  const place = { signal, terminal: plan.terminal, isAsked, openActs, redact, isUnasked: true };
  const { act, judged }: { act: Act; judged: Judgement & Pick<Opinion, "onlyLooks" | "words"> } =
    shown === plan.command
      ? await judgeBound(context.deps.judge, wanted, place)
      : { act: wanted, judged: secretJudgement(wanted) };
  const stepId = context.deps.newId("step");
  const recorded = await context.record(`agent:${context.agent}`, (state) => {
    if (state.current?.stopping) return [];
    // Together with policy's own answer: nobody is shown a question that is none.
    return [
      {
        ...proposedEvent(act, judged, {
          stepId,
          command: shown,
          reasoning: plan.reasoning,
          terminalId: plan.terminal.id,
        }),
        call: plan.call,
        ...(plan.diff !== undefined && { diff: plan.diff }),
        ...(plan.timeoutMs !== undefined && { timeoutMs: plan.timeoutMs }),
        ...(judged.inProject && { inProject: true }),
        ...(judged.isByRule && { isByRule: true }),
        ...(plan.kind === "keys" && act.foreground && { program: act.foreground.program }),
      },
      ...policyAnswer({ id: stepId, kind: plan.kind }, judged, context.modes),
    ];
  });
  return recorded.length === 0 ? null : { stepId, reader: act.reader, ...lentFor(judged) };
}

export async function actOf(plan: StepPlan, context: TurnContext, signal: AbortSignal): Promise<Act> {
  const { kind, command: text, terminal, content, files, hidden, bringsTag } = plan;
  const optional = {
    ...(content !== undefined && { content }),
    ...(files && { files }),
    ...(hidden !== undefined && { hidden }),
    ...(bringsTag && { bringsTag }),
  };
  const { state } = context.log;
  return makeAct({ kind, text, terminal, ...optional }, state, { agent: context.agent, signal });
}

/** From a proposed step to its end; also where recovery goes on with a step that was waiting when the engine died. */
export async function settleStep(
  stepId: string,
  plan: StepPlan,
  context: TurnContext,
  { signal, reader, onlyLooks = false, usualWords = null }: { signal: AbortSignal } & Partial<Proposed>,
): Promise<StepEnd> {
  if (context.step(stepId).status.name === "review" && !context.isAttended()) {
    await context.record("engine", [
      { type: "step.rejected", stepId, from: "engine", reason: "Nobody was there to ask." },
    ]);
    return { end: "unattended", step: context.step(stepId) };
  }
  const decided = await context.log
    .until(() => ["approved", "rejected"].includes(context.step(stepId).status.name), { signal })
    .catch(() => null);
  // A stop between the approval and here must win: nothing starts after it.
  if (decided === null || decided.current?.stopping) return abandon(stepId, context);
  const step = context.step(stepId);
  if (step.status.name === "rejected") return { end: "rejected", step };
  return execute({ stepId, reader, onlyLooks, usualWords }, plan, context, signal);
}

function modeAnswer(kind: StepKind, judged: Judgement, modes: TurnContext["modes"]): ModeAnswer {
  const { verdict, inProject = false, protectedHost = null, isByRule = false } = judged;
  return answerOfTurn(modes, { kind, verdict, inProject, protectedHost, isByRule });
}

/** What policy answers by itself in this mode: nothing where a person has to decide. */
function policyAnswer(
  step: Pick<Step, "id" | "kind">,
  judged: Judgement,
  modes: TurnContext["modes"],
): (EventBody & { by: Actor })[] {
  const answer = modeAnswer(step.kind, judged, modes);
  const common = { stepId: step.id, from: "policy", by: "policy" as const };
  switch (answer.answer) {
    case "run":
      return [{ type: "step.approved", digest: judged.digest, scope: "once", ...common }];
    case "refuse": {
      const reason = [answer.reason, ...judged.findings.map((finding) => finding.say)].join(" ");
      return [{ type: "step.rejected", reason, ...common }];
    }
    case "ask":
      return [];
  }
}

async function abandon(stepId: string, context: TurnContext): Promise<StepEnd> {
  if (context.step(stepId).status.name === "approved") {
    await context.record("engine", [{ type: "step.finished", stepId, outcome: "interrupted", ...nothingRan }]);
  }
  return { end: "stopped" };
}

/** What is not the same any more as when it was decided about; or that nothing is. */
type SecondLook = { changed: string } | Readiness;

const anotherShell =
  "Another shell, or one with another PATH, reads commands in this terminal now, so nothing was done.";
const anotherFile = "What it names is another file now, so nothing was done.";

/**
 * A decision was about what was there then. Whatever has waited since, for a person or for the keyboard, is judged anew
 * right before it runs, whoever approved it: it must not have become worse, and policy must still give the answer that
 * it gave. So is every change of a file, since another command may have started that rests on it.
 */
async function lookAgain(
  step: Step,
  plan: StepPlan,
  context: TurnContext,
  { signal, hasWaited, reader, ...lent }: { signal: AbortSignal; hasWaited: boolean } & Omit<Readiness, "real">,
): Promise<SecondLook> {
  if (step.kind === "keys" && programOf(await plan.terminal.state()) !== step.program) {
    return { changed: "Another program has the keyboard now, so nothing was typed." };
  }
  if (!plan.files && !hasWaited) return { real: [], reader, ...lent };
  const now = await actOf(plan, context, signal);
  if (plan.files && digestOf(now) !== step.digest) return { changed: anotherFile };
  if (reader !== undefined && now.reader !== reader) return { changed: anotherShell };
  const real = now.files?.real ?? [];
  if (!hasWaited && plan.kind !== "file") return { real, reader: now.reader, ...lent };
  const act = plan.files ? now : { ...now, text: step.command, cwd: step.cwd };
  const { redact } = context.deps;
  const openActs = () => context.openActs.besides(step.id);
  const place = { signal, terminal: plan.terminal, openActs, redact, isUnasked: isPolicys(step) };
  const again = await judgeAct(context.deps.judge, act, place);
  const changed =
    policyChange(step, again, context.modes) ??
    (await whatChangedThere(step, again, act, { terminal: plan.terminal, signal, redact }));
  return changed === null ? { real, reader: now.reader, ...lentFor(again) } : { changed };
}

const isPolicys = ({ status }: Step): boolean => "by" in status && status.by === "policy";

/** What policy says now that it did not say then. */
function policyChange(step: Step, again: Judgement, modes: TurnContext["modes"]): string | null {
  const rank = ({ verdict }: Pick<Judgement, "verdict">) => verdicts.indexOf(verdict);
  const isWorse = rank(again) > rank(step) || (again.protectedHost !== undefined && step.protectedHost === null);
  const isAnswered = !isPolicys(step) || modeAnswer(step.kind, again, modes).answer === "run";
  if (!isWorse && isAnswered) return null;
  return ["Policy judges it differently now, so nothing was done.", ...again.findings.map(({ say }) => say)].join(" ");
}

/** The same for a command: what it would change, the folder it runs in, and the files that it runs. */
async function whatChangedThere(
  { effect, basis, cwd }: Step,
  again: Opinion,
  act: Act,
  place: { terminal: Terminal; signal: AbortSignal; redact: Redact },
): Promise<string | null> {
  if (effect?.fingerprint !== undefined && again.effect?.fingerprint !== effect.fingerprint) {
    return "The files it would change are different now, so nothing ran.";
  }
  if (basis === null) return null;
  const [there, names] = await Promise.all([
    lookAtBasis(again.unread ?? [], { ...place, cwd }),
    askOwnNames(again, act, place),
  ]);
  if (there.cwd !== cwd) return "The folder was renamed, so nothing ran.";
  return basisChange(basis, there.basis) ?? namesChange(basis.names, names && comparedNames(names));
}

export const nothingRan = { exitCode: null, output: "", bytes: 0, droppedBytes: 0, durationMs: 0 };

async function execute(
  { stepId, ...judgedFor }: Proposed,
  plan: StepPlan,
  context: TurnContext,
  signal: AbortSignal,
): Promise<StepEnd> {
  const step = context.step(stepId);
  const { command, cwd } = step;
  const before = await start(step, plan, context, { signal, ...judgedFor });
  if (before === null) return abandon(stepId, context);
  if ("changed" in before) {
    await context.record("engine", [{ type: "step.finished", stepId, ...contextChanged(before.changed) }]);
    return { end: "finished", step: context.step(stepId) };
  }
  const execute = async () => {
    const hasWaited = await forKeyboard(stepId, plan, context, signal);
    // Whoever had the keyboard may have changed anything meanwhile.
    const now = hasWaited ? await lookAgain(step, plan, context, { signal, hasWaited, ...judgedFor }) : before;
    if ("changed" in now) return contextChanged(now.changed);
    if (hasWaited) await noteSent(stepId, plan.terminal, context);
    // A person has approved the command as it is, with what it starts.
    const lent = isPolicys(step) ? {} : { onlyLooks: false, usualWords: null };
    return plan.execute(command, { ...now, ...lent, id: stepId, signal, cwd });
  };
  const ended = await execute().catch((error: unknown) => {
    if (signal.aborted) return { ...nothingRan, outcome: "interrupted" as const };
    if (error instanceof PathMoved) return contextChanged(anotherFile);
    const described = describeError(error);
    return { ...nothingRan, outcome: "failed" as const, output: described.message, error: described };
  });
  await context.record("engine", [{ type: "step.finished", stepId, terminalId: plan.terminal.id, ...ended }]);
  if (ended.outcome === "running" && isRun(plan.kind)) context.lateEnds.follow(stepId, plan.terminal);
  return { end: "finished", step: context.step(stepId) };
}

/**
 * Every step starts here, whoever approved it and whatever wants it: a call, a check, a further attempt. It is looked at
 * again, and a pause holds it. Null when a stop came first.
 */
async function start(
  step: Step,
  plan: StepPlan,
  context: TurnContext,
  { signal, ...judgedFor }: { signal: AbortSignal } & Omit<Readiness, "real">,
): Promise<SecondLook | null> {
  const { id: stepId, digest } = step;
  let hasWaited = !isPolicys(step);
  while (true) {
    const look = await lookAgain(step, plan, context, { signal, hasWaited, ...judgedFor });
    if ("changed" in look) return look;
    const { offset } = await plan.terminal.state();
    // Decided where it is stored: a stop that came first leaves an approved step that never starts.
    const started = await context.record("engine", (state) =>
      state.current?.stopping || isHeld(state, stepId)
        ? []
        : [{ type: "step.started", stepId, digest, terminalId: plan.terminal.id, offset }],
    );
    if (started.length > 0) return look;
    const isGoing = await context.log
      .until((state) => !isHeld(state, stepId), { signal })
      .then((state) => !state.current?.stopping)
      .catch(() => false);
    if (!isGoing) return null;
    hasWaited = true;
  }
}

const isRun = (kind: StepKind): boolean => kind === "command" || kind === "check";

function contextChanged(output: string) {
  return { ...nothingRan, outcome: "context-changed" as const, output };
}

/**
 * A person who holds the keyboard goes first, however long it takes; the step shows what it waits for. A pause meanwhile
 * holds it on. Answers whether it had to wait.
 */
async function forKeyboard(
  stepId: string,
  plan: StepPlan,
  context: TurnContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isRun(plan.kind) && plan.kind !== "keys") return false;
  const isFree = (state: SessionState) =>
    state.terminals.find((terminal) => terminal.id === plan.terminal.id)?.keyboard !== "person";
  if (isFree(context.log.state)) return false;
  await context.record("engine", (state) =>
    isFree(state) ? [] : [{ type: "step.waiting", stepId, waiting: "keyboard", text: whoHasIt(state, plan.terminal) }],
  );
  await context.log.until((state) => isFree(state) && !isHeld(state, stepId), { signal });
  return true;
}

/** The wait is over: from here on what the terminal prints is the step's. */
async function noteSent(stepId: string, terminal: Terminal, context: TurnContext): Promise<void> {
  const { offset } = await terminal.state();
  await context.record("engine", [{ type: "step.waiting", stepId, waiting: "working", offset }]);
}

function whoHasIt({ terminals }: SessionState, { id }: Terminal): string {
  const holder = terminals.find((terminal) => terminal.id === id)?.holder ?? null;
  return `${holder === null ? "A person" : nameOf(holder)} has the keyboard.`;
}
