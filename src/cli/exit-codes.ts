import type { TurnOutcome } from "../protocol/index.ts";

/** What scripts rely on; see docs/cli.md. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unattended: 3,
  stopped: 4,
  limit: 5,
  unanswered: 6,
  timeout: 124,
  /** Cotty itself could not work. */
  broken: 125,
  /** Whoever read standard output has gone, as for any program that gets SIGPIPE. */
  outputLost: 141,
} as const;

export function exitCodeOf(outcome: TurnOutcome): number {
  switch (outcome) {
    case "complete":
    case "text":
      return exitCodes.ok;
    case "unanswered":
      return exitCodes.unanswered;
    case "failed":
      return exitCodes.failed;
    case "unattended":
      return exitCodes.unattended;
    case "stopped":
      return exitCodes.stopped;
    case "limit":
      return exitCodes.limit;
    case "timeout":
      return exitCodes.timeout;
  }
}
