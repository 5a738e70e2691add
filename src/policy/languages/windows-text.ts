import { anyPhrase } from "../word-lists.ts";

/**
 * Words of PowerShell and cmd, with the signs that begin a statement among them. Their grammars are not known here, so a
 * text is read twice: as it stands, and without quotes and the signs that escape a letter, which may stand in any word
 * (`r^d`, "Re`move-Item"). Several texts follow each other as one.
 */
export function readWindowsText(...texts: readonly string[]): string[][] {
  const read = (reading: string): string[] => reading.match(/[;|&{(\n\r]|[^\s;|&{(]+/g) ?? [];
  return [texts.flatMap(read), texts.flatMap((text) => read(text.replaceAll(/["'`^]/g, "")))];
}

const isSign = (word: string | undefined): boolean => word === undefined || /^[;|&{(\n\r]$/.test(word);

/** Whether one of the words fits, or one and the word behind it. */
function hasAny(words: readonly string[], single: RegExp, pairs: readonly (readonly [RegExp, RegExp])[] = []): boolean {
  const isPair = (word: string, next: string) => pairs.some(([one, other]) => one.test(word) && other.test(next));
  return words.some((word, at) => single.test(word) || isPair(word, words[at + 1] ?? ""));
}

const pair = (text: string): readonly [RegExp, RegExp] => {
  const [one, other] = text.split(" ");
  return [new RegExp(`(?<!\\w)${one}(?:\\.exe)?$`, "i"), new RegExp(`^${other}(?!\\w)`, "i")];
};

const unread =
  anyPhrase(`iex, invoke-expression, iwr, invoke-webrequest, irm, invoke-restmethod, downloadstring, downloadfile,
  start-bitstransfer, frombase64string, mshta, certutil, bitsadmin, regsvr32, rundll32, add-type, reflection.assembly,
  invoke-command, start-process, scriptblock`);
/** Text that is put together, or encoded. */
const assembled = /-join|char\]/i;
const assembledPairs = [[/^&$/, /^\($/] as const, [/^[-/\u2013]e(?:c|n[a-z]*)?$/i, /./] as const];

const harms = anyPhrase(`remove-*, ri, rd, rmdir, del, erase, format, format-volume, clear-*, diskpart, initialize-disk,
  stop-computer, restart-computer, shutdown, bcdedit, takeown, icacls, add-localgroupmember, new-localuser, disable-*,
  set-mppreference, add-mppreference, set-executionpolicy, stop-service, schtasks, new-scheduledtask,
  register-scheduledtask, wmic, uninstall-*`);
const harmfulWords = /--unregister|\/add\b/i;
const harmfulPairs = [
  ...["wevtutil cl", "vssadmin delete", "reg delete", "cipher /w", "net user", "net localgroup"],
  ...["netsh advfirewall", "sc delete", "sc stop", "sc config"],
].map(pair);

const deletes = /^(?:rm|ri|rmdir|rd|del|erase|remove-item)\b/i;
const deletesAnywhere = /\bstop-process\b|\[io\.(?:file|directory)\]::delete/i;
const many = /^-(?:r|fo)|\*|^\/s\b/i;

const sendsIt = /-infile|-body|upload|send-mailmessage|\bget-clipboard/i;
const keyFile =
  /[\\/]\.(?:ssh|aws|kube|azure)[\\/]|[\\/](?:id_rsa|id_ed25519|credentials|ntuser\.dat|sam)\b|\bget-credential\b|\bcmdkey\b/i;

/** Runs text that was decoded, fetched, or made while it runs. */
export const runsUnread = (words: readonly string[]): boolean =>
  hasAny(words, unread, assembledPairs) || hasAny(words, assembled);

/** Deletes, stops or formats something, or changes who may do what, whatever it is given. */
export const doesHarm = (words: readonly string[]): boolean =>
  hasAny(words, harms, harmfulPairs) || hasAny(words, harmfulWords);

/** A statement that deletes something, under a name that it shares with Unix. */
export const deletesSome = (words: readonly string[]): boolean =>
  words.some((word, at) => deletesAnywhere.test(word) || (deletes.test(word) && isSign(words[at - 1])));

/** The same with what is below, or by a pattern: `rm -r -fo ~`. */
export const deletesMany = (words: readonly string[]): boolean =>
  deletesSome(words) && words.some((word) => many.test(word));

export const readsKeys = (words: readonly string[]): boolean => hasAny(words, keyFile);

export const sendsData = (words: readonly string[]): boolean => hasAny(words, sendsIt, [[/-method$/i, /^post/i]]);
