import { neverAborted, UserError } from "../../base/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { SessionLog } from "../record/session-log.ts";

export interface TypedSecrets {
  /** Hides a value that `type` sends to a program that asks for it. Where it is refused, it is as if it never was. */
  hide(terminalId: string, value: string, type: () => Promise<void>): Promise<void>;
}

/** What a person types where a program asks for a password. */
export function createTypedSecrets({ log, deps }: { log: SessionLog; deps: EngineDeps }): TypedSecrets {
  return {
    async hide(terminalId, value, type) {
      const isListed = isGuessable(value);
      // Known before it is typed: a program that prints it must not get it into an event.
      const forget = deps.addSecret(isListed ? "code" : "typed", value);
      try {
        await type();
      } catch (error) {
        if (error instanceof UserError && refusals.has(error.code)) forget();
        throw error;
      }
      if (isListed) void forgetAfter(terminalId, log, forget);
      // A session knows what was hidden in it once, also in the next process; so it is hidden once, here.
      else deps.redact(value);
    },
  };
}

/** With these nothing was typed. */
const refusals = new Set(["terminal.echo-on", "terminal.secret-characters"]);

/**
 * Few enough to be listed: a PIN, a one-time code. Where such a value stayed hidden, the one number that is missing in a
 * list would tell it, in this session and in every other one.
 */
const isGuessable = (value: string): boolean => value.length < 8 || /^\d{1,11}$/.test(value);

/** The command that asked may print it; what comes after that is not about it. */
async function forgetAfter(terminalId: string, log: SessionLog, forget: () => void): Promise<void> {
  const isAsking = ({ current }: SessionState) =>
    [...(current?.steps.values() ?? [])].some(
      (step) => step.terminalId === terminalId && step.status.name === "running",
    );
  await log.until((state) => !isAsking(state), { signal: neverAborted }).catch(() => null);
  forget();
}
