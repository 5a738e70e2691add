import { jsonBytes } from "./stored-call.ts";

/** An event has a largest size; limits raised by a person, or a model that talks on and on, must not exceed it. */
export const maxStoredBytes = 120_000;

/**
 * The text, or its head and tail with the gap counted, and what was left out there before. Counted as it is stored: a
 * control character takes six bytes.
 */
export function storable(text: string, leftOut = 0): string {
  if (text.length <= maxStoredBytes / 6 || jsonBytes(text) <= maxStoredBytes) return text;
  for (let kept = Math.min(maxStoredBytes, text.length) / 2; ; kept /= 2) {
    const half = Math.floor(kept / 2);
    const gap = `… ${text.length - 2 * half + leftOut} characters are only in the terminal's log …`;
    const shortened = `${text.slice(0, half)}\n${gap}\n${text.slice(text.length - half)}`;
    if (jsonBytes(shortened) <= maxStoredBytes) return shortened;
  }
}
