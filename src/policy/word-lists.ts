/** The words of a list as a pattern; `*` stands for any letters and signs. */
const alternatives = (items: readonly string[], any: string): string =>
  items
    .map((item) =>
      item
        .replaceAll(/[.+^${}()|[\]\\?]/g, "\\$&")
        .replaceAll(" ", "\\s+")
        .replaceAll("*", any),
    )
    .join("|");

/** Fits a word of the list, in any case. */
export const anyWord = (text: string): RegExp =>
  new RegExp(`^(?:${alternatives(text.trim().split(/\s+/), ".*")})$`, "is");

/** Finds one of these words, or words in a row, anywhere in a text; they are separated by commas. */
export const anyPhrase = (text: string): RegExp =>
  new RegExp(`(?<!\\w)(?:${alternatives(text.trim().split(/,\s+/), "\\w*")})(?!\\w)`, "i");

/** Fits a word that is made of one of these and others: `delete-all`, `zone:delete`. */
export const anyPart = (text: string): RegExp =>
  new RegExp(`^(?:.*[:._-])?(?:${alternatives(text.trim().split(/\s+/), ".*")})(?:[:._-].*)?$`, "is");
