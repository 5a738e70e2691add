import type { Screen, Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { cleanScreen } from "../record/clean-output.ts";

/** So much of what was printed last is judged with a screen. */
const tailBytes = 256 * 1024;

/**
 * A screen as an agent may see it [PO182]. It is the last part of what was printed, drawn: where the output holds a secret,
 * the output without it is drawn once more, and what is shown is cleaned as any text is.
 */
export async function seenScreen(
  screen: Screen,
  terminal: Pick<Terminal, "state" | "output">,
  { clean, drawWithoutSecrets, signal }: Pick<EngineDeps, "clean" | "drawWithoutSecrets"> & { signal: AbortSignal },
): Promise<string> {
  if (drawWithoutSecrets === undefined) return cleanScreen(screen, clean);
  const { output, isWhole } = await printedLast(terminal, signal);
  // The program may have taken over the screen before what is looked at.
  const like = { ...screen, alternate: screen.alternate && !isWhole };
  return cleanScreen((await drawWithoutSecrets(output, like)) ?? screen, clean);
}

async function printedLast(
  terminal: Pick<Terminal, "state" | "output">,
  asked: AbortSignal,
): Promise<{ output: string; isWhole: boolean }> {
  const { offset: end } = await terminal.state();
  const from = Math.max(0, end - tailBytes);
  const stop = new AbortController();
  const signal = AbortSignal.any([asked, stop.signal]);
  const pieces: Uint8Array[] = [];
  for await (const { offset, bytes } of end > from ? terminal.output(from, { signal }) : []) {
    pieces.push(bytes.subarray(0, Math.max(0, end - offset)));
    if (offset + bytes.length >= end) break;
  }
  stop.abort();
  const output = new TextDecoder().decode(Buffer.concat(pieces));
  // The log was cut here, perhaps within a sequence or a character: a whole line is a safe beginning.
  return from === 0 ? { output, isWhole: true } : { output: output.slice(output.indexOf("\n") + 1), isWhole: false };
}
