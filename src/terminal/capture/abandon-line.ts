import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

/** Throws an unfinished line away, of which the shell would read on for ever. */
export async function abandonLine(
  { tracker, keyboard, conditions }: ShellCore,
  command: TrackedCommand,
  { withinMs }: { withinMs: number },
): Promise<void> {
  // A second time if need be: a shell that was not listening yet lets the first one fall.
  for (let attempt = 0; attempt < 3 && tracker.command === command; attempt++) {
    keyboard.write("\x03");
    await conditions.until(() => tracker.command !== command || null, { timeoutMs: withinMs / 4 });
  }
  await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: withinMs });
}
