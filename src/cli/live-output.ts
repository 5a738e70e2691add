import { type SessionRunner, stripAnsi } from "../compose/index.ts";
import type { Event } from "../protocol/index.ts";
import type { CliContext } from "./context.ts";
import { printable } from "./printable.ts";
import { type CommandOutput, streamCommandOutput } from "./stream-command-output.ts";

/** Prints what commands print while they run, indented and harmless. */
export interface LiveOutput {
  started(event: Event<"step.started">): Promise<void>;
  /** Resolves when everything the command printed has been shown. */
  finished(event: Event<"step.finished">): Promise<void>;
  /** What is printed until disposed of is shown elsewhere. */
  hold(): Disposable;
}

export function createLiveOutput(context: CliContext, runner: SessionRunner): LiveOutput {
  let isHeld = false;
  let current: { output: CommandOutput; printer: LinePrinter } | null = null;
  return {
    async started(event) {
      current = null;
      const terminal = event.terminalId === undefined ? null : await runner.terminal(event.terminalId);
      if (!terminal) return;
      const printer = createLinePrinter(context, () => isHeld);
      current = { output: streamCommandOutput(terminal, async (bytes) => printer.push(bytes)), printer };
    },
    async finished(event) {
      const shown = current;
      current = null;
      if (!shown) return;
      await shown.output.end(event.range ?? null);
      shown.printer.end();
    },
    hold() {
      isHeld = true;
      return {
        [Symbol.dispose]() {
          isHeld = false;
        },
      };
    },
  };
}

interface LinePrinter {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** Whole lines only, each indented: a line that is not finished yet may still be drawn over. */
function createLinePrinter(context: CliContext, isHeld: () => boolean): LinePrinter {
  const decoder = new TextDecoder();
  let rest = "";
  const show = (line: string) => context.out(`  ${printable(stripAnsi(line).replace(/\r+$/, ""))}\n`);
  return {
    push(bytes) {
      if (isHeld()) {
        rest = "";
        return;
      }
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) show(line);
    },
    end() {
      if (rest !== "") show(rest);
      rest = "";
    },
  };
}
