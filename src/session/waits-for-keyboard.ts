import type { Actor } from "../protocol/index.ts";
import type { SessionState, TerminalInfo } from "./state.ts";

/** A step that is sent as soon as a person gives the keyboard of its terminal back. Until then nothing of it has run. */
export interface KeyboardWait {
  readonly stepId: string;
  readonly command: string;
  readonly terminalId: string;
  /** Who has the keyboard. */
  readonly holder: Actor | null;
  readonly since: number;
}

/** KB6: what waits for a keyboard, for every surface that shows a step or a session. */
export function waitsForKeyboard({ current, terminals }: SessionState): readonly KeyboardWait[] {
  return [...(current?.steps.values() ?? [])].flatMap(({ id: stepId, command, status }): KeyboardWait[] => {
    if (status.name !== "running" || status.waiting !== "keyboard" || status.terminalId === null) return [];
    const { terminalId, waitingSince: since } = status;
    const holder = terminals.find((terminal) => terminal.id === terminalId)?.holder ?? null;
    return [{ stepId, command, terminalId, holder, since }];
  });
}

/** KB7: the terminals that a person who sends a task gives back with it, where their shell is at its prompt. */
export function heldBy({ terminals }: SessionState, person: Actor): readonly TerminalInfo[] {
  return terminals.filter(({ open, login, holder }) => open && login === null && holder === person);
}
