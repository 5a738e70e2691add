/**
 * What is typed for a command that somebody else wrote; null where a terminal would not take it as text. A control
 * character is a key to it, and a line end is Enter: a text that is only put at the prompt has neither.
 */
export function typedText(command: string, { run }: { run: boolean }): string | null {
  const text = command.replace(/\n+$/, "");
  if (text === "" || (run ? controls : keys).test(text)) return null;
  return run ? `${text}\r` : text;
}

const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const keys = /[\u0000-\u001f\u007f-\u009f]/;

/** Why a button for it cannot be used; null where it can. */
export function whyNotTyped(command: string, options: { run: boolean }): string | null {
  if (typedText(command, options) !== null) return null;
  return typedText(command, { run: true }) === null
    ? "It has control characters, which a terminal would act on. Copy it and look at it first."
    : "It has several lines, which the terminal would run one after the other. Run it, or copy it.";
}
