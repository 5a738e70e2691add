import type { SessionView } from "../client/index.ts";
import type { SessionRunner } from "../compose.ts";
import { type Event, isKnownEvent, type UnknownEvent } from "../protocol/index.ts";
import type { CliContext } from "./context.ts";
import { createLiveOutput } from "./live-output.ts";
import { createTranscript } from "./transcript.ts";

/** Prints a session as it happens, in order: no line before what comes first has been shown. */
export interface SessionPrinter {
  /** Resolves when everything that has arrived is printed. */
  settled(): Promise<void>;
  end(): Promise<void>;
}

export function printSession(context: CliContext, runner: SessionRunner, view: SessionView): SessionPrinter {
  const isLive = context.isInteractive;
  const transcript = createTranscript(context.paint, { hasLiveOutput: isLive });
  const live = createLiveOutput(context, runner);
  let printing: Promise<void> = Promise.resolve();

  async function print(event: Event | UnknownEvent, isCommand: boolean): Promise<void> {
    const known = isKnownEvent(event) ? event : null;
    if (isLive && known?.type === "step.finished") await live.finished(known);
    context.out(transcript.render(event));
    if (isLive && isCommand && known?.type === "step.started") await live.started(known);
  }

  view.onEvent((event, state) => {
    const step =
      isKnownEvent(event) && event.type === "step.started" ? state.current?.steps.get(event.stepId) : undefined;
    const isCommand = step?.kind === "command" || step?.kind === "check";
    printing = printing.then(() => print(event, isCommand));
  });

  return {
    settled: () => printing,
    async end() {
      await printing;
      context.out(transcript.end());
    },
  };
}
