import type { EngineDeps, ScreenSize } from "../contract/deps.ts";
import type { SecretFilters } from "./known-secrets.ts";

type DrawWithoutSecrets = NonNullable<EngineDeps["drawWithoutSecrets"]>;

/**
 * Screens for whoever works on a session: what a recording hides in the bytes that draw a screen is not on it. A screen
 * alone does not tell: the beginning of a secret may have scrolled off, and blanks stand where a tab was printed.
 */
export function createDrawWithoutSecrets(
  { createRecordingFilter }: Pick<SecretFilters, "createRecordingFilter">,
  drawScreen: (output: string, like: ScreenSize) => ReturnType<DrawWithoutSecrets>,
): DrawWithoutSecrets {
  return async (output, like) => {
    const filter = createRecordingFilter();
    const shown = filter.push(output) + filter.end();
    return shown === output ? null : drawScreen(shown, like);
  };
}
