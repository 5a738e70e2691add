import { UserError } from "../base/index.ts";
import type { Actor, RequestOf } from "../protocol/index.ts";
import type { EngineDeps } from "./deps.ts";
import type { PersonTyping } from "./person-typing.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionTerminals } from "./session-terminal.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

export type TerminalRequest = RequestOf<"keys" | "resize" | "take-keyboard" | "give-keyboard" | "secret">;

interface Hands {
  log: SessionLog;
  terminals: SessionTerminals;
  secrets: TypedSecrets;
  typing: PersonTyping;
  by: Actor;
}

/** What a person does to a terminal with their own hands. */
export async function actOnTerminal(
  request: TerminalRequest,
  { log, deps, terminals, secrets, typing, by }: Hands & { deps: EngineDeps },
): Promise<void> {
  // Asking a terminal how it is looks at processes and takes milliseconds; a key must not wait for that.
  const held = request.type === "keys" ? terminals.held(request.terminalId) : null;
  const terminal = held ?? (await terminals.get(request.terminalId));
  if (!terminal) throw new UserError("terminal.gone", "This terminal has ended.", "Open another one.");
  switch (request.type) {
    case "keys":
      await noteTaken(request.terminalId, by, log, deps);
      return typing.type(terminal, Buffer.from(request.bytes, "base64"));
    case "resize":
      return terminal.resize(request.cols, request.rows);
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
 * The keys of a person who holds the keyboard already: nothing is decided and nothing is recorded, so nothing is waited
 * for. Null where that is not so, or may be about to change.
 */
export function continueTyping(
  request: RequestOf<"keys">,
  { log, terminals, typing, by }: Omit<Hands, "secrets">,
): Promise<void> | null {
  const { state } = log;
  const info = state.terminals.find(({ id }) => id === request.terminalId);
  const terminal = terminals.held(request.terminalId);
  if (log.isBusy || state.closed || !info?.open || info.holder !== by || terminal === null) return null;
  return typing.type(terminal, Buffer.from(request.bytes, "base64"));
}

/** A person who types takes the keyboard at once, also from another person; the log says so the first time. */
async function noteTaken(terminalId: string, by: Actor, log: SessionLog, deps: EngineDeps): Promise<void> {
  await log.update((state) => {
    const terminal = state.terminals.find(({ id }) => id === terminalId);
    // An answer to a login takes the keyboard from nobody: there is no shell yet.
    if (terminal === undefined || terminal.login !== null || terminal.holder === by) return [];
    return [{ type: "keyboard.taken", terminalId, from: "typing", at: deps.clock.now(), by }];
  });
}
