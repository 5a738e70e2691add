import { UserError } from "../../base/index.ts";
import type { Actor, EventBody, Where } from "../../protocol/index.ts";
import type { CommandResult, RunOptions, Terminal } from "../../terminal/index.ts";
import type { Act } from "../contract/act.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { judgeAct } from "../judge/judge-act.ts";
import { cleanOutput } from "../record/clean-output.ts";
import type { SessionLog } from "../record/session-log.ts";
import { storable } from "../record/shorten-for-event.ts";
import type { LateEnds } from "../step/late-ends.ts";
import { makeAct, makeActBeside } from "../step/make-act.ts";
import { proposedEvent } from "../step/proposed-event.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";

/** The agent's name in sessions in which a person runs commands themselves. */
export const execAgent = "exec";

interface Asked extends Pick<RunOptions, "signal" | "timeoutMs" | "limits"> {
  by: Actor;
  from: string;
}

export interface ExecOptions extends Asked {
  /** Called with the terminal once the command is about to be sent. */
  onTerminal?(terminal: Terminal): void;
}

export interface BesideOptions extends Pick<Asked, "by" | "from" | "signal"> {
  cwd: string;
  shell: string;
  carryOut(): Promise<BesideResult>;
}

export interface BesideResult extends Pick<CommandResult, "output" | "bytes" | "droppedBytes" | "durationMs"> {
  outcome: "exited" | "interrupted";
  exitCode: number | null;
}

/** What is done about a command that was `running`. What is typed for it is in the log of the terminal, as all a person types. */
export type ExecNext = { act: "keys"; keys: string } | { act: "wait" } | { act: "interrupt" } | { act: "reset" };

/** A person's own commands: judged and recorded like any other, and not asked about, since they are asking. */
export interface PersonalCommands {
  run(command: string, options: ExecOptions): Promise<CommandResult>;
  /**
   * A command without a terminal, which the caller runs: its output and error output stay apart. Recorded like the others,
   * with both of them in the order in which they came.
   */
  beside(command: string, options: BesideOptions): Promise<BesideResult>;
  /** Goes on with the last command that was `running`, and answers like `run`, over that command. */
  next(next: ExecNext, options: Asked): Promise<CommandResult>;
}

interface Hands {
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  lateEnds: LateEnds;
}

export function createPersonalCommands(hands: Hands): PersonalCommands {
  const { terminals } = hands;
  /** The last command that was `running`, and the key of its run. */
  let open: { terminal: Terminal; key: string } | null = null;

  function settle({ outcome }: CommandResult, ran: { terminal: Terminal; key: string }) {
    if (outcome === "running") open = ran;
    // One that was refused changes nothing for the command in front of it.
    else if (outcome !== "not-at-prompt") open = null;
  }

  return {
    async run(command, options) {
      const terminal = await terminals.main(options);
      let key = "";
      const ran = await recordInTerminal(
        terminal,
        { kind: "command", text: command },
        options,
        hands,
        async (stepId) => {
          key = stepId;
          options.onTerminal?.(terminal);
          const result = await terminal.run(command, { ...options, key: stepId });
          settle(result, { terminal, key: stepId });
          return result;
        },
      );
      if (ran.outcome === "running") hands.lateEnds.follow(key, terminal);
      return ran;
    },
    async beside(command, { cwd, shell, carryOut, ...options }) {
      const act = makeActBeside(command, hands.log.state, { cwd, shell, agent: execAgent });
      return await recordStep(act, null, options, hands, carryOut);
    },
    async next(next, options) {
      const ran = open ?? (next.act === "reset" ? { terminal: await terminals.main(options), key: "" } : null);
      if (ran === null) throw nothingRuns();
      return await recordInTerminal(ran.terminal, { kind: "tool", text: next.act }, options, hands, async () => {
        const result = await goOn(next, ran, options, terminals);
        settle(result, ran);
        return result;
      });
    },
  };
}

async function goOn(
  next: ExecNext,
  { terminal, key }: { terminal: Terminal; key: string },
  options: Asked,
  terminals: SessionTerminals,
): Promise<CommandResult> {
  const { signal } = options;
  if (next.act === "reset") {
    const last = await terminal.resume(key, { ...options, timeoutMs: 0 });
    await terminals.close(terminal.id);
    const { output, bytes, droppedBytes, cwd, durationMs, confidence, range } = last ?? nothingRan;
    const captured = { output, bytes, droppedBytes, cwd, durationMs, confidence, range };
    return { outcome: "terminal-closed", exitCode: null, ...captured };
  }
  if (next.act === "keys") await terminal.sendKeys(next.keys, { signal });
  if (next.act === "interrupt") await terminal.interrupt();
  const result = await terminal.resume(key, options);
  if (result === null) throw nothingRuns();
  return result;
}

/** Of a terminal in which no command runs. */
const nothingRan = {
  output: "",
  bytes: 0,
  droppedBytes: 0,
  cwd: null,
  durationMs: 0,
  confidence: "marks",
  range: { from: 0, to: 0 },
} as const;

function nothingRuns(): UserError {
  return new UserError(
    "exec.nothing-running",
    "No command is running, so there is nothing to wait for, and nothing that takes keys.",
    "Send a command first.",
  );
}

/** One step in a terminal: what it does there is made an act like every other. */
async function recordInTerminal(
  terminal: Terminal,
  wanted: Pick<Act, "kind" | "text">,
  options: Pick<Asked, "by" | "from" | "signal">,
  hands: Hands,
  carryOut: (stepId: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { signal } = options;
  const act = await makeAct({ ...wanted, terminal }, hands.log.state, { agent: execAgent, signal });
  return await recordStep(act, terminal, options, hands, carryOut);
}

/** One step: stored before it happens, and again with what came of it. */
async function recordStep<R extends CommandResult | BesideResult>(
  act: Act,
  terminal: Terminal | null,
  { by, from, signal }: Pick<Asked, "by" | "from" | "signal">,
  { log, deps }: Hands,
  carryOut: (stepId: string) => Promise<R>,
): Promise<R> {
  const judged = await judgeAct(deps.judge, act, { signal, redact: deps.redact });
  const stepId = deps.newId("step");
  const record = (bodies: EventBody[]) =>
    log.update((state) => {
      const started = state.current ? [] : turnStart(from);
      const turn = state.current?.id ?? `exec_${stepId}`;
      return [...started, ...bodies].map((body) => {
        const isOutside = body.type === "prompt.received";
        return { ...body, at: deps.clock.now(), by, ...(!isOutside && { turn }) };
      });
    });
  const here = terminal === null ? {} : { terminalId: terminal.id };
  const begins = terminal === null ? {} : { offset: (await terminal.state()).offset };
  // What runs is exact; what is kept of a command longer than an event is its beginning and end.
  const step = { stepId, command: storable(deps.redact(act.text)), reasoning: "", ...here };
  const { digest } = judged;
  await record([
    proposedEvent(act, { ...judged, findings: judged.findings.slice(0, 20) }, step),
    { type: "step.approved", stepId, digest, scope: "once", from },
    { type: "step.started", stepId, digest, ...here, ...begins },
  ]);
  const result = await carryOut(stepId);
  await record([{ type: "step.finished", stepId, ...here, ...finished(result, terminal?.where, deps) }]);
  return result;
}

function finished(result: CommandResult | BesideResult, where: Where | undefined, deps: EngineDeps) {
  const { outcome, exitCode, bytes, droppedBytes } = result;
  return {
    outcome,
    exitCode,
    output: storable(cleanOutput(result, deps)),
    bytes,
    droppedBytes,
    durationMs: Math.round(result.durationMs),
    ...("range" in result && { confidence: result.confidence, range: result.range }),
    ...(where && { where: { ...where, ...("cwd" in result && result.cwd !== null && { cwd: result.cwd }) } }),
  };
}

function turnStart(from: string): EventBody[] {
  return [
    { type: "prompt.received", text: "exec", from },
    { type: "turn.started", agent: execAgent, model: "none", mode: "bypassPermissions", freshHistory: true },
  ];
}
