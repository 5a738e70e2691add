import { isUtf8 } from "node:buffer";
import { neverAborted, UserError } from "../base/index.ts";
import { type CommandResult, keyNames, type SessionRunner, unknownKey } from "../compose/index.ts";
import { createLineEnds } from "./line-ends.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

export const defaultLimits = { maxBytes: 51_200, maxLines: 500 };

export const limitsOf = ({ maxBytes }: { maxBytes?: number }) =>
  maxBytes === undefined ? defaultLimits : { maxBytes, maxLines: Number.MAX_SAFE_INTEGER };

/** A result as `--json` and `--jsonl` print it. `maxBytes`: of output that is no text. */
export async function resultForJson(result: CommandResult, terminal: Terminal | null, maxBytes: number) {
  const { outcome, exitCode, output, cwd, durationMs, bytes, droppedBytes, confidence } = result;
  const tenths = Math.round(durationMs * 10) / 10;
  const exact = output.includes("\uFFFD") && terminal !== null ? await bytesOf(terminal, result, maxBytes) : null;
  return {
    ...{ outcome, exitCode, output, cwd, durationMs: tenths, bytes, droppedBytes, confidence },
    ...(exact !== null && !isUtf8(exact) && { outputBase64: exact.subarray(0, maxBytes).toString("base64") }),
    ...("foreground" in result && { foreground: foregroundOf(result) }),
    ...("reason" in result && { reason: result.reason }),
  };
}

/** Before a command has printed anything, the last line is its own text behind the shell's prompt. */
function foregroundOf({ outcome, bytes, foreground }: Extract<CommandResult, { foreground: object }>) {
  return outcome === "running" && bytes === 0 ? { ...foreground, prompt: "" } : foreground;
}

/** What the command wrote, from its beginning on. Null when the log of its terminal has gone. */
async function bytesOf(terminal: Terminal, { range }: CommandResult, maxBytes: number): Promise<Buffer | null> {
  const ends = createLineEnds();
  const parts: Uint8Array[] = [];
  try {
    for await (const { offset, bytes } of terminal.output(range.from, { signal: neverAborted })) {
      parts.push(ends.push(bytes.subarray(0, Math.max(0, range.to - offset))));
      if (offset + bytes.length >= range.to || offset - range.from > 2 * maxBytes) break;
    }
  } catch {
    return null;
  }
  return Buffer.concat([...parts, ends.end()]);
}

/** A name of a key that we do not know is never typed as text: it would answer something else than was meant. */
export function checkKeys(keys: string): void {
  const unknown = unknownKey(keys);
  if (unknown === null) return;
  const { word, instead } = unknown;
  throw new UserError(
    "exec.unknown-key",
    `There is no key "${word}", so nothing was typed.`,
    instead === null ? `The keys are ${keyNames.join(", ")}.` : `Write ${instead}.`,
  );
}
