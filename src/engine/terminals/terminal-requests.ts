import { UserError } from "../../base/index.ts";
import type { Actor, Reply, RequestOf } from "../../protocol/index.ts";
import { type Decision, decideTyping, heldBy, type SessionState } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { SessionLog } from "../record/session-log.ts";
import type { PersonTyping } from "./person-typing.ts";
import type { SessionTerminals } from "./session-terminals.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

export type TerminalRequest = RequestOf<"resize" | "take-keyboard" | "give-keyboard" | "secret">;

interface Hands {
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  secrets: TypedSecrets;
  typing: PersonTyping;
  by: Actor;
}

/** What a person does to a terminal with their own hands. */
export async function actOnTerminal(
  request: TerminalRequest,
  { log, deps, terminals, secrets, by }: Omit<Hands, "typing">,
): Promise<void> {
  const terminal = await terminals.get(request.terminalId);
  if (!terminal) throw gone();
  switch (request.type) {
    case "resize":
      return terminal.resize({ cols: request.cols, rows: request.rows });
    case "take-keyboard":
      return terminal.takeKeyboard();
    case "give-keyboard":
      return giveKeyboard(terminal, { log, deps, by, from: "surface" });
    case "secret":
      return secrets.hide(request.terminalId, request.value, () => terminal.secret(request.value));
  }
}

/**
 * KB7: whoever sends a task wants it done, so a prompt of the shell that they hold goes to the agent with it; a line that
 * they have begun comes back after each command. A program that they run keeps its keyboard.
 */
export async function handIdlePromptsBack({
  log,
  deps,
  terminals,
  by,
}: Pick<Hands, "log" | "deps" | "terminals" | "by">): Promise<void> {
  for (const { id } of heldBy(log.state, by)) {
    const terminal = await terminals.get(id);
    const state = await terminal?.state().catch(() => null);
    if (terminal && state?.name === "ready") await giveKeyboard(terminal, { log, deps, by, from: "task" });
  }
}

/** What the person ran meanwhile is told with it: the agent has to know. */
async function giveKeyboard(
  terminal: Terminal,
  { log, deps, by, from }: Pick<Hands, "log" | "deps" | "by"> & { from: string },
): Promise<void> {
  const commands = await terminal.giveKeyboard();
  await log.update(() => [
    {
      type: "keyboard.given",
      terminalId: terminal.id,
      from,
      commands: commands.map((ran) => ({ command: deps.clean(ran.command), exitCode: ran.exitCode })),
      at: deps.clock.now(),
      by,
    },
  ]);
}

/**
 * What a person typed, for every surface the one way to a terminal. The session's rules say whose keyboard it is then
 * (`decideTyping`); it is stored before the first byte is sent. Where nothing is to be stored, nothing is waited for.
 */
export async function typeInto(
  terminalId: string,
  bytes: Uint8Array,
  { log, deps, terminals, typing, by }: Omit<Hands, "secrets">,
): Promise<Reply> {
  const decide = (state: SessionState) => decideTyping(state, terminalId, { by, now: deps.clock.now() });
  // Asking a terminal how it is looks at processes and takes milliseconds; a key must not wait for that.
  const held = terminals.held(terminalId);
  const now = decide(log.state);
  const isKnown = held !== null && !log.isBusy && now.accepted && now.events.length === 0;
  const decided = isKnown ? now : await recordDecision(decide, log);
  if (!decided.accepted) return { outcome: "refused", error: decided.error };
  const terminal = held ?? (await terminals.get(terminalId));
  if (!terminal) throw gone();
  await typing.type(terminal, bytes);
  return { outcome: "accepted", seq: log.state.seq };
}

async function recordDecision(decide: (state: SessionState) => Decision, log: SessionLog): Promise<Decision> {
  let decision = decide(log.state);
  await log.update((state) => {
    decision = decide(state);
    return decision.accepted ? decision.events : [];
  });
  return decision;
}

function gone(): UserError {
  return new UserError("terminal.gone", "This terminal has ended.", "Open another one.");
}
