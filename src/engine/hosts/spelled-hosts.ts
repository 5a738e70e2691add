/**
 * Clients read more than one spelling of a host: percent signs (`127%2e0.0.1`), letters of other scripts (`①27.0.0.1`,
 * `127。0.0.1`) and, in curl, patterns (`{web}-9`, `[1-1]27.0.0.1`). What can be undone is looked for as the name that it
 * is; in any other case where the command goes cannot be told.
 */

/** A word as a client may read it; nothing where that is the word itself. */
export function otherSpellings(word: string): string[] {
  let read = word;
  for (let round = 0; round < 2; round++) {
    read = read
      .normalize("NFKC")
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replaceAll(/[\u3002\uff0e\uff61]/g, ".")
      .replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  }
  const readings = new Set([read, read.replaceAll(/\{([^{},]*)\}/g, "$1")]);
  readings.delete(word);
  return [...readings];
}

const address = /[a-z][\w+.-]*:\/\/([^/?#\s'"`]*)/gi;
const usualHost = /^(?:\[[\da-f:.]*(?:%[\w.]+)?\]|[\w.~-]*)(?::\d*)?$/i;
/** Programs that take an address without a scheme, and patterns in it. */
const readsPatterns = /^(?:curl|wcurl|aria2c)$/;
const bareHost = /^(?:-[\w-]*=?)?([\w.,:@%{}[\]\u0080-\u{10fffd}-]+)(?:[/?#]|$)/u;

/** Whether an address in it has a host that only its client can read. */
export function hasOddHost(text: string): boolean {
  return [...text.matchAll(address)].some(([, authority = ""]) => isOdd(authority));
}

/** The same for a word of a program that reads one without a scheme. */
export function isOddAddress(program: string, word: string): boolean {
  const [, authority] = (readsPatterns.test(program) && bareHost.exec(word)) || [];
  return authority !== undefined && /[%{}[\]]|[^\p{ASCII}]/u.test(authority) && isOdd(authority);
}

const isOdd = (authority: string): boolean => !usualHost.test(authority.slice(authority.lastIndexOf("@") + 1));
