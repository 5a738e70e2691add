/** What may be typed into a terminal for a person who has only read it: nothing that would act before they press Enter. */
export interface Typable {
  /** The keys, without an Enter at the end. */
  text: string;
  /** Why it cannot be run with a click, for a person; null where it can. */
  notRun: string | null;
  /** The same for placing it on the line. */
  notSent: string | null;
}

export function typable(command: string): Typable {
  const text = command.trim();
  const notRun = /[^\P{Cc}\n]/u.test(text) ? "It has control characters, which act as keys." : null;
  const notSent = notRun ?? (text.includes("\n") ? "It has several lines, and each would run at once." : null);
  return { text, notRun, notSent };
}
