import { setTimeout as sleep } from "node:timers/promises";
import type { SessionState, Step, TerminalInfo } from "../../session/index.ts";
import type { EndedJobs, Terminal, TerminalState } from "../../terminal/index.ts";
import { commandInFront } from "../earlier-commands/command-in-front.ts";
import { countBeside, hasEnded, startedLast } from "../earlier-commands/open-acts.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { stillRunning, stopCommand } from "../terminals/stop-command.ts";
import { execAgent } from "./exec.ts";

/** A link that does not answer must not keep a stopped turn open for longer. */
const stopsWithinMs = 4000;

/**
 * A step may have ended before its command: it was reported as running, and the agent went on to think or to wait, or it
 * put something beside itself. A stop ends what such commands left, in every terminal of the session. The answer names
 * what goes on all the same, one line each: nobody must take it for ended.
 */
export async function stopStarted(context: TurnContext): Promise<string[]> {
  const { state } = context.log;
  const terminals = state.terminals.filter(({ open }) => open);
  const stopped = await Promise.all(terminals.map((info) => stopInTerminal(info, context)));
  const closed = stepsOfTurn(state).filter((step) => !terminals.some(({ id }) => id === placeOf(step)));
  const tried = stepsOfTurn(state).filter(stillRunning);
  return [
    ...tried.map(({ command }) => reasons.deaf(command)),
    ...stopped.flatMap(({ front }) => front),
    ...[...stopped.flatMap(({ beside }) => beside), ...closed.filter(isBeside).map(reasonBeside)],
  ];
}

const reasons = {
  deaf: (command: string) => `It did not end with Ctrl+C and still runs: ${command}`,
  held: (command: string) => `It still runs where a person has the keyboard: ${command}`,
  silent: (command: string) => `Its terminal does not answer, so it may still run: ${command}`,
};
const reasonBeside = ({ command }: Step): string => `It may still run in the background: ${command}`;

interface StoppedIn {
  front: string[];
  beside: string[];
}

async function stopInTerminal(info: TerminalInfo, { log, terminals, deps }: TurnContext): Promise<StoppedIn> {
  const { state } = log;
  const inFront = lastStarted(info.id, state);
  const ofTurn = stepsOfTurn(state).filter((step) => placeOf(step) === info.id);
  const beside = ofTurn.filter(isBeside);
  if (inFront.length === 0 && ofTurn.length === 0) return { front: [], beside: [] };
  const silent = {
    front: inFront.slice(-1).map(({ command }) => reasons.silent(command)),
    beside: beside.map(reasonBeside),
  };

  async function stop(signal: AbortSignal): Promise<StoppedIn> {
    const terminal = await terminals.get(info.id);
    if (terminal === null) return { front: [], beside: silent.beside };
    const front = await stopInFront(terminal, inFront, state);
    const since = Math.max(info.agentSince, state.current?.startedAt ?? Number.POSITIVE_INFINITY);
    const isHeld = (await terminal.state()).keyboard.holder === "person";
    const jobs =
      isHeld || ofTurn.length === 0
        ? null
        : await deps.endBackgroundJobs(terminal, { since, now: deps.clock.now, signal });
    return { front, beside: stillBeside(beside, jobs) };
  }

  const signal = AbortSignal.timeout(stopsWithinMs);
  return await Promise.race([stop(signal).catch(() => silent), sleep(stopsWithinMs, silent, { ref: false })]);
}

async function stopInFront(terminal: Terminal, own: readonly Step[], state: SessionState): Promise<string[]> {
  const now = await terminal.state();
  const step = stepInFront(now, own, commandInFront(state, terminal.id).isUnknown);
  if (step === undefined) return [];
  if (now.keyboard.holder === "person") return [reasons.held(step.command)];
  const { error } = await stopCommand(terminal);
  return error === undefined ? [] : [reasons.deaf(step.command)];
}

/** The step whose command is in front. A person may have ended it and started something of their own: that is theirs. */
function stepInFront(now: TerminalState, own: readonly Step[], isUnknown: boolean): Step | undefined {
  if (now.name !== "running" && now.name !== "foreign-prompt") return undefined;
  const { commandFrom } = now;
  if (commandFrom === undefined) return isUnknown ? undefined : own.at(-1);
  return own.find(({ status }) => "range" in status && status.range?.from === commandFrom);
}

/** What left its terminal (`setsid`) cannot be seen: only where a job was ended for each `&` there is nothing left to say. */
function stillBeside(beside: readonly Step[], jobs: EndedJobs | null): string[] {
  const expected = beside.reduce((sum, { command }) => sum + countBeside(command), 0);
  if (jobs !== null && jobs.left === 0 && jobs.ended >= expected) return [];
  if (beside.length > 0 || jobs === null) return beside.map(reasonBeside);
  return jobs.left === 0 ? [] : ["Something that the agent started still runs in the background."];
}

function stepsOfTurn({ current }: SessionState): Step[] {
  return [...(current?.steps.values() ?? [])].filter(({ status }) => "terminalId" in status);
}

const placeOf = ({ status, terminalId }: Step): string | null =>
  ("terminalId" in status ? status.terminalId : null) ?? terminalId;

const isBeside = ({ kind, command }: Step): boolean =>
  (kind === "command" || kind === "check") && countBeside(command) > 0;

/** The agent's commands that may be in front; none where the last one was stopped by its own step, and could not be ended. */
function lastStarted(terminalId: string, state: SessionState): Step[] {
  const own = (startedLast(state).get(terminalId) ?? []).filter((step) => isOfAgent(step, state) && !hasEnded(step));
  const last = own.at(-1);
  return last === undefined || (stillRunning(last) && state.current?.steps.has(last.id)) ? [] : own;
}

function isOfAgent(step: Step, { turns, current }: SessionState): boolean {
  const turn = [...turns, ...(current ? [current] : [])].find(({ steps }) => steps.has(step.id));
  return turn !== undefined && turn.agent !== execAgent;
}
