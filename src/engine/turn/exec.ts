import type { Actor, EventBody } from "../../protocol/index.ts";
import type { CommandResult, RunOptions, Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { judgeAct } from "../judge/judge-act.ts";
import { cleanOutput } from "../record/clean-output.ts";
import type { SessionLog } from "../record/session-log.ts";
import { storable } from "../record/shorten-for-event.ts";
import { makeAct } from "../step/make-act.ts";
import { proposedEvent } from "../step/proposed-event.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";

/** The agent's name in sessions in which a person runs commands themselves. */
export const execAgent = "exec";

export interface ExecOptions extends RunOptions {
  by: Actor;
  from: string;
  /** Called with the terminal once the command is about to be sent. */
  onTerminal?(terminal: Terminal): void;
}

/** A person's own command: judged and recorded like any other, and not asked about, since they are asking. */
export async function execCommand(
  command: string,
  options: ExecOptions,
  { log, deps, terminals }: { log: SessionLog; deps: EngineDeps; terminals: SessionTerminals },
): Promise<CommandResult> {
  const { by, from, signal } = options;
  const terminal = await terminals.main({ signal });
  const wanted = { kind: "command" as const, text: command, terminal };
  const act = await makeAct(wanted, log.state, { agent: execAgent, signal });
  const judged = await judgeAct(deps.judge, act, { signal, redact: deps.redact });
  const stepId = deps.newId("step");
  const record = (bodies: (turn: string) => EventBody[]) =>
    log.update((state) => {
      const started = state.current ? [] : turnStart(from);
      const turn = state.current?.id ?? `exec_${stepId}`;
      return [...started, ...bodies(turn)].map((body) => {
        const isOutside = body.type === "prompt.received";
        return { ...body, at: deps.clock.now(), by, ...(!isOutside && { turn }) };
      });
    });
  const { offset } = await terminal.state();
  await record(() => [
    proposedEvent(
      act,
      { ...judged, findings: judged.findings.slice(0, 20) },
      {
        stepId,
        // What runs is exact; what is kept of a command longer than an event is its beginning and end.
        command: storable(deps.redact(command)),
        reasoning: "",
        terminalId: terminal.id,
      },
    ),
    { type: "step.approved", stepId, digest: judged.digest, scope: "once", from },
    { type: "step.started", stepId, digest: judged.digest, terminalId: terminal.id, offset },
  ]);
  options.onTerminal?.(terminal);
  const result = await terminal.run(command, { ...options, key: stepId });
  await record(() => [
    {
      type: "step.finished",
      stepId,
      outcome: result.outcome,
      exitCode: result.exitCode,
      output: storable(cleanOutput(result, deps)),
      bytes: result.bytes,
      droppedBytes: result.droppedBytes,
      durationMs: Math.round(result.durationMs),
      confidence: result.confidence,
      terminalId: terminal.id,
      range: result.range,
      where: { ...terminal.where, ...(result.cwd !== null && { cwd: result.cwd }) },
    },
  ]);
  return result;
}

function turnStart(from: string): EventBody[] {
  return [
    { type: "prompt.received", text: "exec", from },
    { type: "turn.started", agent: execAgent, model: "none", mode: "bypassPermissions", freshHistory: true },
  ];
}
