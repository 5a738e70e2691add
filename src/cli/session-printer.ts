import type { SessionView } from "../client/index.ts";
import type { SessionRunner } from "../compose/index.ts";
import { type Event, isKnownEvent, type UnknownEvent } from "../protocol/index.ts";
import type { CliContext } from "./context.ts";
import { createLiveOutput } from "./live-output.ts";
import { createTranscript } from "./transcript.ts";

/** Prints a session as it happens, in order: no line before what comes first has been shown. */
export interface SessionPrinter {
  /** Resolves when everything that has arrived is printed. */
  settled(): Promise<void>;
  end(): Promise<void>;
  /** Prints nothing until disposed of: the screen is somebody else's meanwhile. */
  hold(): Disposable;
}

export interface PrintOptions {
  /** Events up to this one are not printed; the output of what ran then is. */
  after?: number;
}

export function printSession(
  context: CliContext,
  runner: SessionRunner,
  view: SessionView,
  { after = 0 }: PrintOptions = {},
): SessionPrinter {
  const isLive = context.isInteractive;
  const transcript = createTranscript(context.paint, { hasLiveOutput: isLive, named: context.named });
  const live = createLiveOutput(context, runner);
  let printing: Promise<void> = Promise.resolve();
  let free: Promise<void> = Promise.resolve();

  async function print(event: Event | UnknownEvent, isCommand: boolean): Promise<void> {
    const known = isKnownEvent(event) ? event : null;
    if (isLive && known?.type === "step.finished") await live.finished(known);
    context.out(transcript.render(event));
    if (isLive && isCommand && known?.type === "step.started") await live.started(known);
  }

  /** What was running at `after`: its output is shown from its beginning, whoever started it. */
  let underWay: Event<"step.started"> | null = null;

  function passOver(event: Event | UnknownEvent, isCommand: boolean): void {
    const known = isKnownEvent(event) ? event : null;
    if (isCommand && known?.type === "step.started") underWay = known;
    if (known?.type === "step.finished" && known.stepId === underWay?.stepId) underWay = null;
    const started = event.seq === after ? underWay : null;
    if (isLive && started) printing = printing.then(() => live.started(started));
  }

  view.onEvent((event, state) => {
    const step =
      isKnownEvent(event) && event.type === "step.started" ? state.current?.steps.get(event.stepId) : undefined;
    const isCommand = step?.kind === "command" || step?.kind === "check";
    if (event.seq <= after) return passOver(event, isCommand);
    printing = printing.then(() => free).then(() => print(event, isCommand));
  });

  return {
    settled: () => printing,
    hold() {
      const held = Promise.withResolvers<void>();
      const shown = live.hold();
      free = held.promise;
      return {
        [Symbol.dispose]() {
          shown[Symbol.dispose]();
          held.resolve();
        },
      };
    },
    async end() {
      await printing;
      context.out(transcript.end());
    },
  };
}
