import { delay } from "../../base/index.ts";
import type { ShellSessionOptions } from "../shell-session.ts";
import { stripAnsi } from "../strip-ansi.ts";
import type { CommandResult, OutputLimits } from "../terminal.ts";
import type { HandedOver } from "./hand-over.ts";
import { endsLikePrompt } from "./integrate.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";
import { createVisibleTyping } from "./type-visibly.ts";

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

export const sentinel = "__JUNI_AGENT_DONE__";

const promptQuietMs = 200;
const nextPromptQuietMs = 20;
/** A shell that reads and has not answered to Enter for this long will not do so. */
const ignoredAfterMs = 2000;
/** A line that is redrawn behind an error of the shell may still be about to go. */
const keptAfterMs = 400;

/** How a command was typed. */
interface Typed {
  /** The whole text, a sentinel included. */
  line: string;
  prompt: string;
  /** What the screen showed before Enter. */
  rows: string[];
  /** Where Enter was pressed. */
  at: number;
  /** A line editor read it, and tells by bracketed paste when it takes a line and when it reads the next one. */
  hasEditor: boolean;
  /** What was printed between Enter and the next line, once that is known: nothing, or the same text drawn again. */
  drawn: string | null;
}

/** `changed`: another text was run than the one that Enter was pressed for. */
type Became = "ran" | "kept" | "wants-more" | "changed";

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

  async function isPromptBack({ hasEditor }: Typed): Promise<boolean> {
    const look = (await options.probe?.look()) ?? null;
    if (look !== null) return look.isShell && look.waiting === "prompt";
    const line = human.lastLine();
    const isPrompt = hasEditor ? core.isEditorReading : line === promptBefore || endsLikePrompt(line);
    return core.quietMs() >= 2 * promptQuietMs && isPrompt;
  }
  let promptBefore = "";
  /** The prompt that stood there when no line had been begun: at the start, and after a command that has ended. */
  let ownPrompt: string | null = null;

  async function promptShown(quietMs: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const end = core.now() + timeoutMs;
    while (core.now() < end && core.exit === null && !signal.aborted) {
      if (core.quietMs() >= quietMs && !human.isAtLineStart()) return;
      await delay(10, { signal }).catch(() => {});
    }
  }

  async function typeLine(text: string, limits: OutputLimits | undefined): Promise<HandedOver> {
    // A sentinel comes before the prompt: typed at once, the line would be echoed together with that.
    await promptShown(nextPromptQuietMs, promptQuietMs, AbortSignal.timeout(promptQuietMs));
    promptBefore = human.lastLine();
    // A person has begun a line, and the shell asks for the rest of it.
    if (ownPrompt !== null && isContinuation(promptBefore, ownPrompt, hasShellKeys())) return { kind: "busy" };
    const line = isSentinel ? withSentinel(text) : text;
    const hasEditor = core.isEditorReading;
    // Without a line editor Enter ends each line of the text: the first one is seen, and the rest follows it.
    const [first = "", ...rest] = hasEditor ? [line] : line.split("\n");
    const shown = await typing.type(first);
    if (shown === null) return { kind: "not-shown" };
    const command = tracker.submit(text, { by: "agent", limits });
    typed.set(command, {
      line: hasEditor ? "" : rest.join("\n"),
      ...shown,
      at: human.offset(),
      hasEditor,
      drawn: null,
    });
    keyboard.write(["", ...rest, ""].join("\r"));
    keyboard.forgetText();
    return { kind: "submitted", command, savedLine: { kind: "none" } };
  }

  /** A key of the user's in the place of Enter may put another text on the line before it is taken. */
  function noteDrawn(known: Typed) {
    if (known.drawn !== null) return;
    const printed = human.since(known.at);
    if (printed.includes("\n")) known.drawn = printed.slice(0, printed.indexOf("\n")).replaceAll(/\s+/g, "");
  }

  const isAsShown = ({ drawn, rows }: Typed) =>
    rows
      .join("")
      .replaceAll(/\s+/g, "")
      .includes(drawn ?? "");

  /** What became of a command, now that the shell reads again; null: that cannot be told yet. */
  async function whatBecame(command: TrackedCommand, known: Typed): Promise<Became | null> {
    const quietMs = core.quietMs();
    const orLater = (afterMs: number) => (quietMs >= afterMs ? ("kept" as const) : null);
    if (human.offset() === known.at) return orLater(ignoredAfterMs);
    if (await typing.isShown(known.rows)) return orLater(keptAfterMs);
    const row = await typing.row();
    const end = command.text.split("\n").at(-1) ?? "";
    if (row.endsWith(end) && !known.prompt.endsWith(end)) return orLater(keptAfterMs);
    if (known.hasEditor && !command.hasLeftEditor) return orLater(ignoredAfterMs);
    if (known.hasEditor && !core.isEditorReading) return null;
    if (isContinuation(row, known.prompt, hasShellKeys())) return "wants-more";
    // Another prompt than before: of another folder or mode, or one that asks for more, as somebody has set it.
    const sign = (text: string) => text.trimEnd().at(-1);
    if (sign(row) !== sign(known.prompt) && !endsLikePrompt(row.trimEnd())) return null;
    return isAsShown(known) ? "ran" : "changed";
  }

  return {
    async promptShown({ signal, timeoutMs }) {
      await promptShown(promptQuietMs, timeoutMs, signal);
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
      noteDrawn(known);
      if (isSentinel && hasSentinel(human.since(command.from))) end(command);
    },
    async noticeEnd(command) {
      const known = typed.get(command);
      if (isSentinel || known === undefined || !(await isPromptBack(known))) return;
      const became = await whatBecame(command, known);
      if (became === null || tracker.command !== command) return;
      if (became === "ran" || became === "changed") {
        ownPrompt = human.lastLine();
        return end(command, { wasChanged: became === "changed" });
      }
      const to = human.offset();
      const unlock = keyboard.lock();
      keyboard.leaveText();
      await typing.clear();
      unlock();
      command.isIncomplete = became === "wants-more";
      end(command, { to, wasKept: true });
    },
    clean(result, command) {
      const known = typed.get(command);
      if (known === undefined) return result;
      const output = isSentinel ? cutSentinel(stripAnsi(result.output)) : cutPrompt(result.output);
      const text = (known.line === "" ? output : cutEcho(output, known.line)).replace(/^\r+/, "");
      // The shell prompted for the line with the sentinel.
      const hasPrompt =
        isSentinel && known.line.includes("\n") && promptBefore !== "" && text.trimEnd().endsWith(promptBefore);
      return { ...result, output: hasPrompt ? text.slice(0, text.lastIndexOf(promptBefore)) : text };
    },
  };

  function end(command: TrackedCommand, how: { to?: number; wasKept?: boolean; wasChanged?: boolean } = {}) {
    if (tracker.command !== command) return;
    tracker.finish({ exitCode: null, cwd: null, confidence: "heuristic", ...how });
  }
}

/** Asks for more of the line (an open quote), as shells do unless somebody has set that prompt. */
function isContinuation(row: string, prompt: string, isShell: boolean): boolean {
  const usual = isShell ? /^(?:[a-z]+ )*[a-z]*> ?$/ : /^> ?$/;
  return usual.test(row) && !usual.test(prompt);
}

/** On its own line where a `;` would change the command: after a comment, a heredoc, a trailing `&` or backslash. */
export function withSentinel(command: string): string {
  const needsOwnLine = /\n|(^|\s)#|&\s*$|\\$|<</.test(command);
  return needsOwnLine ? `${command}\necho ${sentinel}` : `${command}; echo ${sentinel}`;
}

/** The echo of the typed line holds the sentinel too, right after the word that prints it. */
const printedSentinel = new RegExp(`(?<!echo[ \\r\\n]*)${sentinel}\\r?\\n`);

export function hasSentinel(text: string): boolean {
  return printedSentinel.test(text);
}

/** Where the sentinel had a line of its own, the prompt and its echo stand before it. */
function cutSentinel(output: string): string {
  const at = output.search(printedSentinel);
  const before = at === -1 ? output : output.slice(0, at);
  return before.replaceAll(new RegExp(`(^|\\n)[^\\n]*echo ${sentinel}\\r*\\n`, "g"), (echo) =>
    echo.includes(";") ? echo : echo.startsWith("\n") ? "\n" : "",
  );
}

/** The typed line as the terminal echoed it: with the editor's wraps, or line by line behind continuation prompts. */
function cutEcho(output: string, line: string): string {
  const whole = endOfEcho(output, line);
  if (whole !== null) return output.slice(whole).replace(/^\r*\n/, "");
  let rest = output;
  for (const typedLine of line.split("\n")) {
    const [first = "", ...others] = rest.split("\n");
    if (typedLine === "" || !first.trimEnd().endsWith(typedLine.trimEnd())) break;
    rest = others.join("\n");
  }
  return rest;
}

function endOfEcho(output: string, line: string): number | null {
  let at = 0;
  for (const character of line) {
    while (at < output.length && output[at] !== character && /\s/.test(output[at] ?? "")) at++;
    if (output[at] !== character) return null;
    at++;
  }
  return at;
}

function cutPrompt(output: string): string {
  return output.slice(0, output.lastIndexOf("\n") + 1);
}
