import { delay } from "../../base/index.ts";
import type { ForegroundProbe } from "../foreground-probe.ts";
import { stripAnsi } from "../strip-ansi.ts";
import type { CommandResult, OutputLimits } from "../terminal.ts";
import type { TrackedCommand } from "./command-tracker.ts";
import type { HandedOver } from "./hand-over.ts";
import type { ShellCore } from "./shell-core.ts";

/** Capture without marks: the seed's sentinel, or, where nothing of ours may be typed, only silence and the prompt. */
export interface PlainCapture {
  promptShown(options: { signal: AbortSignal; timeoutMs: number }): Promise<void>;
  handOver(text: string, options: { limits?: OutputLimits | undefined }): Promise<HandedOver>;
  /** Looks whether a silent command has ended, and if so ends it, without an exit code. */
  noticeEnd(command: TrackedCommand): Promise<void>;
  /** Takes the echo of the typed line, and the prompt or sentinel at its end, out of the output. */
  clean(result: CommandResult, command: TrackedCommand): CommandResult;
}

export const sentinel = "__JUNI_AGENT_DONE__";

const promptQuietMs = 200;

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

  return {
    async promptShown({ signal, timeoutMs }) {
      const end = core.now() + timeoutMs;
      while (core.now() < end && core.exit === null && !signal.aborted) {
        if (core.quietMs() >= promptQuietMs && !core.human.isAtLineStart()) return;
        await delay(20, { signal }).catch(() => {});
      }
    },
    async handOver(text, { limits }) {
      promptBefore = core.human.lastLine();
      const command = core.tracker.submit(text, { by: "agent", limits });
      const line = isSentinel ? withSentinel(text) : text;
      typed.set(command, line);
      core.keyboard.write(core.isEditorReading ? `\x1b[200~${line}\x1b[201~\r` : `${line.replaceAll("\n", "\r")}\r`);
      return { kind: "submitted", command, savedLine: { kind: "none" } };
    },
    async noticeEnd(command) {
      const isEnd = isSentinel ? hasSentinel(core.human.lastLines()) : await isPromptBack(promptBefore);
      if (isEnd && core.tracker.command === command) {
        core.tracker.finish({ exitCode: null, cwd: null, confidence: "heuristic" });
      }
    },
    clean(result, command) {
      const line = typed.get(command);
      if (line === undefined) return result;
      const output = isSentinel ? cutSentinel(stripAnsi(result.output)) : cutPrompt(result.output);
      return { ...result, output: cutEcho(output, line) };
    },
  };
}

/** On its own line where a `;` would change the command: after a comment, a heredoc, a trailing `&` or backslash. */
export function withSentinel(command: string): string {
  const needsOwnLine = /[\n#&\\]|<</.test(command);
  return needsOwnLine ? `${command}\necho ${sentinel}` : `${command}; echo ${sentinel}`;
}

/** The echo of the typed line holds the sentinel too, right after the word that prints it. */
const printedSentinel = new RegExp(`(?<!echo[ \\r\\n]*)${sentinel}\\r?\\n`);

export function hasSentinel(text: string): boolean {
  return printedSentinel.test(text);
}

function cutSentinel(output: string): string {
  const at = output.search(printedSentinel);
  return at === -1 ? output : output.slice(0, at);
}

/** The typed line as the terminal echoed it: with the line editor's wraps, up to the line end that ran it. */
function cutEcho(output: string, line: string): string {
  let at = 0;
  for (const character of line) {
    while (at < output.length && output[at] !== character && /\s/.test(output[at] ?? "")) at++;
    if (output[at] !== character) return output;
    at++;
  }
  return output.slice(at).replace(/^\r*\n/, "");
}

function cutPrompt(output: string): string {
  return output.slice(0, output.lastIndexOf("\n") + 1);
}
