import { delay, neverAborted } from "../../base/index.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import type { ShellCore } from "./shell-core.ts";

/** The place in its own code from which the terminal's shell reads its prompt. */
export interface PlaceMemory {
  /** Null: not known yet. */
  readonly place: { image: string; readsAt: string } | null;
  /** The shell has just been integrated and prompts: the place is learned anew. Never takes long. */
  remember(): Promise<void>;
}

/** Another host may take longer to tell; then it is learned at the next calm prompt. */
const rememberedWithinMs = 3000;
const firstPauseMs = 10;
/** A shell that is given one command after the other has no calm moment, and is not looked at for ever. */
const mostLooks = 20;

export function createPlaceMemory(
  core: ShellCore,
  probe: ForegroundProbe | null,
  /** The shell was seen at its prompt, when so much had been printed and typed. */
  onSeen: (activity: number) => void,
): PlaceMemory {
  const { tracker, keyboard, conditions, activity } = core;
  let place: PlaceMemory["place"] = null;
  let learning = 0;

  async function learn(): Promise<void> {
    const mine = ++learning;
    place = null;
    const isCalm = () => tracker.isAtPrompt && keyboard.line.name === "empty";
    for (let looks = 1; looks <= mostLooks && probe !== null && core.exit === null; looks++) {
      await conditions.until(() => isCalm() || null, { timeoutMs: Number.POSITIVE_INFINITY });
      const at = activity.count();
      const look = await probe.look();
      if (look === null || mine !== learning) return;
      // Whatever has happened meanwhile has printed something.
      if (look.isShell && isCalm() && activity.count() === at) {
        onSeen(at);
        place = { image: look.shellImage, readsAt: look.shellReadsAt };
        probe.learnPrompt(place);
        return;
      }
      await delay(firstPauseMs * looks, { signal: neverAborted });
    }
  }

  return {
    get place() {
      return place;
    },
    async remember() {
      await Promise.race([learn(), delay(rememberedWithinMs, { signal: neverAborted })]);
    },
  };
}
