import { describe } from "vitest";
import { type ShellName, toolsOf } from "../../src/terminal/testing/shells.ts";
import { needs } from "./needs.ts";

export function needsShell(...shells: ShellName[]): ReturnType<typeof needs> {
  return needs(...toolsOf(...shells));
}

/** The same suite in each of some shells. */
export function describeShells<Name extends ShellName>(
  shells: readonly Name[],
  name: (shell: Name) => string,
  body: (shell: Name) => void,
): void {
  for (const shell of shells) describe(name(shell), needsShell(shell), () => body(shell));
}
