import { UserError } from "../../base/index.ts";
import { createSecrets, filterRecording, playback } from "../../compose/index.ts";
import { secretValues } from "../../config/index.ts";
import type { CliContext } from "../context.ts";
import { sessionRecording } from "../session-recording.ts";
import { createTerminalFilter } from "../terminal-filter.ts";

type Playback = ReturnType<typeof playback.startPlayback>;
type Shown = ReturnType<typeof playback.seek>;

const seekMs = 5000;
/** Modes that a program in the recording may have switched on when it is left raw: mouse, focus, paste, keys. */
const rawModes = [1000, 1002, 1003, 1005, 1006, 1015, 1004, 2004, 2026, 1].map((mode) => `\u001b[?${mode}l`);
const restoreRaw = `${rawModes.join("")}\u001b>`;
/** Keys that were pressed quickly arrive together. */
const eachKey = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001bO.|./gsu;

export async function replay(
  context: CliContext,
  name: string,
  options: { speed: number; idleLimit: number; terminal?: string; raw?: boolean },
): Promise<void> {
  const { recording } = await sessionRecording(context, name, options.terminal);
  const events = [];
  // What events hide is hidden here as well: a replay is shown to others, recorded and shared.
  const secrets = createSecrets(secretValues(await context.config()), context.stateDir());
  const { createRecordingFilter } = secrets.seenIn(recording.header.session);
  for await (const event of filterRecording(recording.events(), createRecordingFilter)) events.push(event);
  if (!context.isInteractive) {
    throw new UserError("usage.replay", "A replay needs a terminal.", "Use cotty export --format txt instead.");
  }
  const start = playback.startPlayback(events, { speed: options.speed, idleLimitMs: options.idleLimit * 1000 });
  const filter = createTerminalFilter();
  const isRaw = options.raw === true;
  try {
    await play(start, (text) => {
      // Pushed in any case: the filter knows which screen the terminal is left on.
      const safe = filter.push(text);
      process.stdout.write(isRaw ? text : safe);
    });
  } finally {
    process.stdout.write(`${isRaw ? restoreRaw : ""}${filter.restore()}`);
  }
}

/** Lets the recording run, and does what the keys say, until its end or `q`. */
function play(start: Playback, print: (text: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let now = start;
    let timer: NodeJS.Timeout | undefined;
    let last = performance.now();
    let isEnded = false;
    const { stdin } = process;

    function show({ playback: next, write }: Shown) {
      now = next;
      if (write !== "") print(write);
    }

    function step() {
      clearTimeout(timer);
      const elapsed = performance.now() - last;
      last = performance.now();
      show(playback.advance(now, elapsed));
      if (playback.isOver(now)) return end();
      const wait = playback.nextFrameInMs(now);
      if (wait !== null) timer = setTimeout(step, Math.min(1000, Math.max(1, wait)));
    }

    function onKeys(keys: string) {
      for (const [key] of keys.matchAll(eachKey)) {
        if (key === "q" || key === "\u0003") return end();
        step();
        if (isEnded) return;
        show(keyed(now, key));
      }
      step();
    }

    function end() {
      isEnded = true;
      clearTimeout(timer);
      stdin.off("data", onKeys).setRawMode(false).pause();
      resolve();
    }

    stdin.setRawMode(true).setEncoding("utf8").on("data", onKeys).resume();
    step();
  });
}

function keyed(now: Playback, key: string): Shown {
  switch (key) {
    case " ":
      return { playback: playback.setPaused(now, !now.isPaused), write: "" };
    case "\u001b[D":
      return playback.seek(now, now.positionMs - seekMs);
    case "\u001b[C":
      return playback.seek(now, now.positionMs + seekMs);
    case ",":
      return playback.seekCommand(now, "previous");
    case ".":
      return playback.seekCommand(now, "next");
    case "+":
      return { playback: playback.setSpeed(now, now.speed * 2), write: "" };
    case "-":
      return { playback: playback.setSpeed(now, now.speed / 2), write: "" };
    default:
      return { playback: now, write: "" };
  }
}
