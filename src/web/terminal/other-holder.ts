import { personName } from "../lib/format.ts";

/** The name of the other person who has a keyboard; null when the agent or this person has it. */
export function otherHolder(holder: string | null, person: string): string | null {
  const name = holder === null ? null : personName(holder);
  // Logs of earlier versions did not say who it was.
  return name === person || name === "you" ? null : name;
}
