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

/** For the help and the manual page. */
export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.ok]: "done or answered",
  [exitCodes.failed]: "failed",
  [exitCodes.usage]: "wrong usage",
  [exitCodes.unattended]: "needed a person and had none",
  [exitCodes.stopped]: "stopped",
  [exitCodes.limit]: "step limit",
  [exitCodes.unanswered]: "no answer",
  [exitCodes.timeout]: "timed out",
  [exitCodes.broken]: "Cotty itself could not work",
};

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
