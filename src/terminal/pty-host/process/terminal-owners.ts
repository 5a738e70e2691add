import { UserError } from "../../../base/index.ts";
import type { Owner } from "../../contract/values.ts";

/** Who may ask for something: the owner of a session that was seen last, about terminals of this session. */
export function createTerminalOwners() {
  /** Highest epoch seen of each session. An owner that slept and woke has a lower one, and can do nothing. */
  const epochs = new Map<string, number>();

  return {
    /** `session`: the one that the terminal belongs to, where there is such a terminal. */
    check(owner: Owner, { terminal, session }: { terminal: string; session: string | undefined }): void {
      const highest = epochs.get(owner.session) ?? 0;
      if (owner.epoch < highest) {
        throw new UserError(
          "terminal.epoch-over",
          `Another process has taken over session ${owner.session} (epoch ${highest}, this one has ${owner.epoch}).`,
          "Open the session again to see what happened meanwhile.",
        );
      }
      if (session !== undefined && session !== owner.session) {
        throw new UserError(
          "terminal.not-yours",
          `Terminal ${terminal} does not belong to session ${owner.session}.`,
          "Use a terminal of your own session.",
        );
      }
      epochs.set(owner.session, owner.epoch);
    },
  };
}
