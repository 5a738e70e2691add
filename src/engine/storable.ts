/** An event has a largest size; limits raised by a person must not make a step impossible to record. */
const maxStoredCharacters = 60_000;

/** The text, or its head and tail with the gap counted. */
export function storable(text: string): string {
  if (text.length <= maxStoredCharacters) return text;
  const half = maxStoredCharacters / 2;
  const gap = `… ${text.length - maxStoredCharacters} characters are only in the terminal's log …`;
  return `${text.slice(0, half)}\n${gap}\n${text.slice(-half)}`;
}
