import type { EngineDeps } from "../engine/index.ts";
import { drawScreen } from "../terminal/index.ts";
import type { SecretFilters } from "./secrets.ts";

/**
 * Screens for whoever works on a session: what a recording hides in the bytes that draw a screen is not on it. A screen
 * alone does not tell: the beginning of a secret may have scrolled off, and blanks stand where a tab was printed.
 */
export function drawsWithoutSecrets({
  createRecordingFilter,
}: Pick<SecretFilters, "createRecordingFilter">): NonNullable<EngineDeps["drawWithoutSecrets"]> {
  return async (output, like) => {
    const filter = createRecordingFilter();
    const shown = filter.push(output) + filter.end();
    return shown === output ? null : drawScreen(shown, like);
  };
}
