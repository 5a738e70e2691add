import { describe } from "vitest";
import type { ShellName } from "../../src/terminal/testing/hostile-case.ts";
import { needs } from "./needs.ts";
import type { Tool } from "./tools.ts";

/** bash is everywhere. */
const toolsOf: Record<ShellName, Tool[]> = {
  bash: [],
  zsh: ["zsh"],
  fish: ["fish"],
  dash: ["dash"],
  ash: ["busybox"],
  mksh: ["mksh"],
};

export function needsShell(...shells: ShellName[]): ReturnType<typeof needs> {
  return needs(...shells.flatMap((shell) => toolsOf[shell]));
}

/** The same suite in each of some shells. */
export function describeShells<Name extends ShellName>(
  shells: readonly Name[],
  name: (shell: Name) => string,
  body: (shell: Name) => void,
): void {
  for (const shell of shells) describe(name(shell), needsShell(shell), () => body(shell));
}
