import { UserError } from "../../base/index.ts";
import type { Actor, Reply, RequestOf } from "../../protocol/index.ts";
import { type Decision, decideTyping, type SessionState } from "../../session/index.ts";
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
    case "give-keyboard": {
      const commands = await terminal.giveKeyboard();
      await log.update(() => [
        {
          type: "keyboard.given",
          terminalId: request.terminalId,
          from: "surface",
          commands: commands.map((ran) => ({ command: deps.clean(ran.command), exitCode: ran.exitCode })),
          at: deps.clock.now(),
          by,
        },
      ]);
      return;
    }
    case "secret":
      return secrets.hide(request.terminalId, request.value, () => terminal.secret(request.value));
  }
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
