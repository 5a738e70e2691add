import * as z from "zod";

/** A command word that a shell can be asked about: it is typed at the shell, so nothing in it may act there. */
export const CommandWord = z.string().regex(/^[\w@%+:,./[-]{1,200}$/);
/** On one line, which some terminals cut at a kilobyte. */
export const commandWordsMost = 40;
const letters = 800;

/** Whether a shell can be asked about all of these words at once. */
export function canBeAsked(words: readonly string[]): boolean {
  const isEach = words.every((word) => CommandWord.safeParse(word).success);
  return isEach && words.length <= commandWordsMost && words.join(" ").length <= letters;
}

/** What the owner of a shell has put in the place of a command word, or behind it. */
export const OwnName = z.object({
  word: z.string(),
  /** `hook`: something of the owner's runs beside the command itself (`chpwd` of zsh). */
  is: z.enum(["alias", "function", "hook"]),
  /** What it stands for, as far as the shell tells it; left out where it was not asked for that. */
  text: z.exactOptional(z.string()),
});
export type OwnName = z.infer<typeof OwnName>;
