/**
 * What a shell is asked for beside its folder. The first digit of the challenge says it, so a shell that answers with
 * these digits has done it, and one that cannot says that it is elsewhere, or nothing.
 */
export interface Asked {
  onlyLooks?: boolean | undefined;
  usualWords?: readonly string[] | undefined;
  /** Only what these words are: nothing is lent, and nothing will run. */
  ownNames?: readonly string[] | undefined;
}

/** Of the person's own settings, which words are which, with the text of each. */
export const namesDigit = 7;
/** No alias is expanded in this line, and which of its words are functions. */
export const usualDigit = 8;
/** The same, and `gitLooks` in the environment. */
export const looksDigit = 9;

/** Null: it is asked for nothing more, by any smaller digit. */
export function meaningOf({ onlyLooks = false, usualWords, ownNames }: Asked): number | null {
  if (ownNames !== undefined) return namesDigit;
  if (onlyLooks) return looksDigit;
  return usualWords === undefined ? null : usualDigit;
}

export const wordsIn = ({ usualWords, ownNames }: Asked): readonly string[] => ownNames ?? usualWords ?? [];
