import { delay, neverAborted } from "../../base/index.ts";
import type { CommandResult } from "../contract/command-result.ts";
import type { OutputLimits } from "../contract/values.ts";
import type { Evidence } from "../machine/shell-effect.ts";
import type { HandedOver } from "./hand-over.ts";
import { createPlainEnds, type Typed } from "./plain-end.ts";
import { cleanOutput, hasSentinel, isContinuation, withSentinel } from "./plain-text.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellSessionOptions } from "./shell-session.ts";
import type { TrackedCommand } from "./tracked-command.ts";
import { createVisibleTyping, type VisibleTyping } from "./type-visibly.ts";

/** Capture without marks: the seed's sentinel, or, where nothing of ours may be typed, only silence and the prompt. */
export interface PlainCapture {
  promptShown(options: { signal: AbortSignal; timeoutMs: number }): Promise<void>;
  handOver(text: string, options: { limits?: OutputLimits | undefined }): Promise<HandedOver>;
  /** Something was printed: the sentinel, perhaps. */
  onChange(): void;
  /** Looks whether a silent command has ended, and if so ends it, without an exit code. */
  noticeEnd(command: TrackedCommand): Promise<void>;
  /** Takes the echo of the typed line, and the prompt or sentinel at its end, out of the output. */
  clean(result: CommandResult, command: TrackedCommand): CommandResult;
}

const promptQuietMs = 200;
const nextPromptQuietMs = 20;
export function createPlainCapture(
  core: ShellCore,
  options: Pick<ShellSessionOptions, "probe" | "capture" | "untilCursor"> & { isKnownShell(): boolean },
): PlainCapture {
  const isSentinel = options.capture === "sentinel";
  const typed = new WeakMap<TrackedCommand, Typed>();
  const hasShellKeys = () => options.isKnownShell() || core.isEditorReading;
  const noScreen = async () => ({ rows: [], cols: 80 });
  const typing = createVisibleTyping(core, { untilCursor: options.untilCursor ?? noScreen, hasShellKeys });
  const { keyboard, tracker, human } = core;

  const ends = createPlainEnds(core, { probe: options.probe, typing, hasShellKeys });
  /** The prompt that stood there when no line had been begun: at the start, and after a command that has ended. */
  let ownPrompt: string | null = null;

  async function typeLine(text: string, limits: OutputLimits | undefined): Promise<HandedOver> {
    // A sentinel comes before the prompt: typed at once, the line would be echoed together with that.
    await untilPrompt(core, nextPromptQuietMs, { timeoutMs: promptQuietMs, signal: neverAborted });
    const lineBefore = human.lastLine();
    // A person has begun a line, and the shell asks for the rest of it.
    if (ownPrompt !== null && isContinuation(lineBefore, ownPrompt, hasShellKeys())) return { kind: "busy" };
    const shown = await showLine(core, typing, { line: isSentinel ? withSentinel(text) : text, lineBefore });
    if (shown === null) return { kind: "not-shown" };
    const command = tracker.submit(text, { limits });
    typed.set(command, shown.typed);
    keyboard.write(shown.enter);
    keyboard.forgetText();
    return { kind: "submitted", command, savedLine: { kind: "none" } };
  }

  return {
    async promptShown(limits) {
      await untilPrompt(core, promptQuietMs, limits);
      ownPrompt = human.lastLine();
    },
    async handOver(text, { limits }) {
      const unlock = keyboard.lock();
      try {
        return await typeLine(text, limits);
      } finally {
        unlock();
      }
    },
    onChange() {
      const { command } = tracker;
      const known = command === null ? undefined : typed.get(command);
      if (command === null || known === undefined) return;
      ends.noteDrawn(known);
      if (isSentinel && hasSentinel(human.since(command.from))) end(command, "ended");
    },
    async noticeEnd(command) {
      const known = typed.get(command);
      if (isSentinel || known === undefined || !(await ends.isPromptBack(known))) return;
      const became = await ends.whatBecame(command, known);
      if (became === null || tracker.command !== command) return;
      if (became === "ran" || became === "changed") {
        ownPrompt = human.lastLine();
        return end(command, became === "changed" ? "changed" : "ended");
      }
      const to = human.offset();
      const unlock = keyboard.lock();
      keyboard.leaveText();
      await typing.clear();
      unlock();
      end(command, became === "wants-more" ? "incomplete" : "kept", to);
    },
    clean(result, command) {
      const known = typed.get(command);
      if (known === undefined) return result;
      const { line, lineBefore: prompt } = known;
      return { ...result, output: cleanOutput(result.output, { line, isSentinel, prompt }) };
    },
  };

  function end(command: TrackedCommand, how: Evidence["how"], to: number | null = null) {
    if (tracker.command !== command) return;
    tracker.end(command, { how, exitCode: null, cwd: null, to, confidence: "heuristic" });
  }
}

/** Types a line up to Enter, and answers with the keys that enter it. Null: the screen did not show exactly this line. */
async function showLine(
  core: ShellCore,
  typing: VisibleTyping,
  { line, lineBefore }: Pick<Typed, "line" | "lineBefore">,
): Promise<{ typed: Typed; enter: string } | null> {
  const hasEditor = core.isEditorReading;
  // Without a line editor Enter ends each line of the text: the first one is seen, and the rest follows it.
  const [first = "", ...rest] = hasEditor ? [line] : line.split("\n");
  const shown = await typing.type(first);
  if (shown === null) return null;
  const echoed = hasEditor ? "" : rest.join("\n");
  const typed = { line: echoed, lineBefore, ...shown, at: core.human.offset(), hasEditor, drawn: null };
  return { typed, enter: ["", ...rest, ""].join("\r") };
}
/** Something stands on the line, and it has been quiet for a while. */
async function untilPrompt(
  core: ShellCore,
  quietMs: number,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const end = core.now() + timeoutMs;
  while (core.now() < end && core.exit === null && !signal.aborted) {
    if (core.quietMs() >= quietMs && !core.human.isAtLineStart()) return;
    await delay(10, { signal }).catch(() => {});
  }
}
