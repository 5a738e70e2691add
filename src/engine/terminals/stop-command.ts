import { setTimeout as sleep } from "node:timers/promises";
import type { ReportedError } from "../../protocol/index.ts";
import type { Step } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";

/** Together shorter than a stopped turn waits for its end. */
const endsWithinMs = 700;
const lookEveryMs = 50;
const stillRunningCode = "turn.still-running";
/** Ctrl+\: ends what does not listen to Ctrl+C. */
const quitKey = Uint8Array.of(0x1c);

/**
 * A stop ends what the agent started: what still runs is interrupted, as Ctrl+C would, and where that is not heard it is
 * made to quit. What goes on all the same is said, so that nobody takes it for ended.
 */
export async function stopCommand(terminal: Terminal): Promise<{ error?: ReportedError }> {
  await terminal.interrupt();
  if (await hasEnded(terminal)) return {};
  // The key would wait for a person who holds the keyboard, and reach what they run later: then it is theirs to end.
  if ((await terminal.state()).keyboard.holder === "agent") {
    const typed = terminal.type(quitKey, { by: "agent" }).then(() => hasEnded(terminal));
    if (await Promise.race([typed, sleep(endsWithinMs, false)])) return {};
  }
  return {
    error: {
      code: stillRunningCode,
      message: "The command did not end with Ctrl+C and still runs in the terminal.",
      nextStep: "End it there, or close the session.",
    },
  };
}

/** Whether a stop could not end the command of this step. */
export const stillRunning = ({ status }: Step): boolean => "error" in status && status.error?.code === stillRunningCode;

async function hasEnded(terminal: Terminal): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < endsWithinMs; waitedMs += lookEveryMs) {
    const state = await terminal.state().catch(() => null);
    if (state === null || state.name === "ready" || state.name === "closed") return true;
    await sleep(lookEveryMs);
  }
  return false;
}
