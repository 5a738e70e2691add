import { constants } from "node:os";
import type { CliContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";

/** What ends `cotty exec` before its command has ended: a signal, or that nobody reads standard output any more. */
export interface ExecEnd extends Disposable {
  readonly signal: AbortSignal;
  /** Ours once the signal has fired. */
  readonly exitCode: number;
  readonly isOutputLost: boolean;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Until it is disposed of, nothing ends the program at once: the command has to be ended first, here or on its host. */
export function watchForEnd(context: CliContext): ExecEnd {
  const stop = new AbortController();
  let exitCode = 0;
  const end = (code: number) => {
    if (stop.signal.aborted) return;
    exitCode = code;
    stop.abort();
  };
  const onSignal = (name: NodeJS.Signals) => end(128 + constants.signals[name]);
  for (const name of signals) process.on(name, onSignal);
  context.onOutputLost = () => end(exitCodes.outputLost);
  return {
    signal: stop.signal,
    get exitCode() {
      return exitCode;
    },
    get isOutputLost() {
      return exitCode === exitCodes.outputLost;
    },
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, onSignal);
      context.onOutputLost = null;
    },
  };
}
