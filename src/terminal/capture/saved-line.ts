import { giveBackKey, type SavedLine } from "./hand-over.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";

/** A line that a person had begun makes way for a command of the agent's, and is put back behind it. */
export interface SavedLines {
  keep(line: SavedLine): void;
  /** The command has ended: what a person types from now on belongs behind the line that is about to be put back. */
  onFinished(): void;
  /** Puts it back, if the shell is there to take it. */
  giveBack(): void;
}

const givenBackWithinMs = 3000;

export function createSavedLines(core: ShellCore, options: { presence: ShellPresence; isBusy(): boolean }): SavedLines {
  const { tracker, keyboard, conditions } = core;
  let saved: SavedLine = { kind: "none" };

  async function keepWhole(): Promise<void> {
    const unlock = keyboard.lock();
    const isBack = () => saved.kind === "none" || core.exit !== null || null;
    await conditions.until(isBack, { timeoutMs: givenBackWithinMs });
    unlock();
  }

  return {
    keep(line) {
      saved = line;
    },
    onFinished() {
      if (saved.kind !== "none") void keepWhole();
    },
    giveBack() {
      if (saved.kind === "none" || !tracker.isAtPrompt || options.isBusy() || !options.presence.mayBeBack()) return;
      const line = saved;
      saved = { kind: "none" };
      if (line.kind === "in-shell") keyboard.write(giveBackKey);
      else keyboard.typeBack(line.text);
    },
  };
}
