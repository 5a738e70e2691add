import { canBeAsked } from "../../protocol/index.ts";
import type { Terminal } from "../contract/terminal.ts";
import { askOwnNames } from "./hand-over.ts";
import type { RunnerParts } from "./run-command.ts";
import type { ShellCore } from "./shell-core.ts";

/** Asks the shell what words are, as a command would be handed to it: only at its prompt, and while nobody else types. */
export function createNameReader(
  core: ShellCore,
  { readiness, saved, turn }: Pick<RunnerParts, "readiness" | "saved" | "turn">,
): Terminal["ownNames"] {
  const isFree = () => core.keyboard.holder === "agent" && core.exit === null && !turn.isTaken;
  return async (words, { signal, timeoutMs }) => {
    if (!canBeAsked(words) || !isFree() || signal.aborted) return null;
    const isReady = await readiness.isReady(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    if (!isReady || !isFree() || signal.aborted) return null;
    turn.isTaken = true;
    try {
      const asked = await askOwnNames(core, words);
      if (asked.saved.kind !== "none") saved.keep(asked.saved);
      return asked.names === null ? null : [...asked.names];
    } finally {
      turn.isTaken = false;
      saved.giveBack();
    }
  };
}
