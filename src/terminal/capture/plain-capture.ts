import { delay } from "../../base/index.ts";
import type { ForegroundProbe } from "../foreground-probe.ts";
import { stripAnsi } from "../strip-ansi.ts";
import type { CommandResult, OutputLimits } from "../terminal.ts";
import type { HandedOver } from "./hand-over.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

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

export function createPlainCapture(
  core: ShellCore,
  options: { probe: ForegroundProbe | null; strategy: "marks" | "sentinel" },
): PlainCapture {
  const isSentinel = options.strategy === "sentinel";
  const typed = new WeakMap<TrackedCommand, string>();

  async function isPromptBack(promptBefore: string): Promise<boolean> {
    const look = (await options.probe?.look()) ?? null;
    if (look !== null) return look.isShell && look.waiting === "prompt";
    const line = core.human.lastLine();
    return core.quietMs() >= 2 * promptQuietMs && (line === promptBefore || /[$#%>❯»λ]$/.test(line));
  }
  let promptBefore = "";

  async function promptShown(quietMs: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const end = core.now() + timeoutMs;
    while (core.now() < end && core.exit === null && !signal.aborted) {
      if (core.quietMs() >= quietMs && !core.human.isAtLineStart()) return;
      await delay(10, { signal }).catch(() => {});
    }
  }

  return {
    promptShown: ({ signal, timeoutMs }) => promptShown(promptQuietMs, timeoutMs, signal),
    async handOver(text, { limits }) {
      // A sentinel comes before the prompt: typed at once, the line would be echoed together with that.
      await promptShown(nextPromptQuietMs, promptQuietMs, AbortSignal.timeout(promptQuietMs));
      promptBefore = core.human.lastLine();
      const command = core.tracker.submit(text, { by: "agent", limits });
      const line = isSentinel ? withSentinel(text) : text;
      typed.set(command, line);
      core.keyboard.write(core.isEditorReading ? `\x1b[200~${line}\x1b[201~\r` : `${line.replaceAll("\n", "\r")}\r`);
      return { kind: "submitted", command, savedLine: { kind: "none" } };
    },
    onChange() {
      const { command } = core.tracker;
      if (!isSentinel || command === null || !typed.has(command)) return;
      if (hasSentinel(core.human.since(command.from))) end(command);
    },
    async noticeEnd(command) {
      if (!isSentinel && (await isPromptBack(promptBefore))) end(command);
    },
    clean(result, command) {
      const line = typed.get(command);
      if (line === undefined) return result;
      const output = isSentinel ? cutSentinel(stripAnsi(result.output)) : cutPrompt(result.output);
      const text = cutEcho(output, line).replace(/^\r+/, "");
      // The shell prompted for the line with the sentinel.
      const hasPrompt =
        isSentinel && line.includes("\n") && promptBefore !== "" && text.trimEnd().endsWith(promptBefore);
      return { ...result, output: hasPrompt ? text.slice(0, text.lastIndexOf(promptBefore)) : text };
    },
  };

  function end(command: TrackedCommand) {
    if (core.tracker.command !== command) return;
    core.tracker.finish({ exitCode: null, cwd: null, confidence: "heuristic" });
  }
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
