import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

/** Throws an unfinished line away, of which the shell would read on for ever. */
export async function abandonLine(
  core: ShellCore,
  command: TrackedCommand,
  { withinMs, ask }: { withinMs: number; ask: (() => Promise<void>) | null },
): Promise<void> {
  const { tracker, keyboard, conditions } = core;
  const isOver = () => tracker.command !== command || null;
  // A second time if need be: a shell that was not listening yet lets the first one fall.
  for (let attempt = 0; attempt < 3 && tracker.command === command; attempt++) {
    const { editorStarts } = core;
    keyboard.write("\x03");
    // Nothing of ours runs before the prompt that follows: the shell is asked once its line editor has come back.
    if (ask !== null) {
      const isBack = () => isOver() ?? ((core.isEditorReading && core.editorStarts > editorStarts) || null);
      if ((await conditions.until(isBack, { timeoutMs: withinMs / 4 })) === true) await ask();
    }
    await conditions.until(isOver, { timeoutMs: withinMs / 4 });
  }
  await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: withinMs });
}
