import type { Found } from "./found.ts";
import { isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";

const isMade = (value: string): boolean =>
  value.length >= 6 &&
  !/\s/.test(value) &&
  !isPlaceholder(value) &&
  !isNumber(value) &&
  !isPath(value) &&
  (looksMade(value) || /[a-z][A-Z]/.test(value));

/** Domain, flag, path, flag, time, name, value: how curl, wget and browsers keep them. */
const jarLine =
  /^(?:#HttpOnly_)?[^\s#]\S{0,255}\t(?:TRUE|FALSE)\t\S{1,1024}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\n]{1,256}\t(\S{3,4096})/gm;
const container = /\bcookies?["']?\s{0,8}[:=]\s{0,8}[[{(]/gi;
const pair = /["']?[\w.%-]{1,128}["']?\s{0,8}[:=]\s{0,8}["']?([^\s"',;}\])]{4,4096})/g;
const longestContainer = 4000;
/** `{"name": …, "value": …}`, in either order. */
const record = /\{[^{}]{0,4000}\}/g;
const nameField = /["']?\bname["']?\s{0,8}[:=]\s{0,8}["']([^"'\n]{1,128})["']/i;
const valueField = /["']?\bvalue["']?\s{0,8}[:=]\s{0,8}["']([^"'\n]{4,4096})["']/i;
const ofCookies = /["']?\b(?:domain|httpOnly|sameSite|hostOnly|secure|expirationDate)["']?\s{0,8}[:=]/i;
const sessionName =
  /(?:^|[._-])(?:sid|sess(?:ion)?(?:[._-]?id)?|j?sessionid|phpsessid|auth|jwt|sso|csrf\w*|xsrf\w*|remember\w*)$/i;

/** Cookies where they are kept together: in a jar, in an object, as records. */
export function* findCookies(text: string): Generator<Found> {
  for (const match of text.matchAll(jarLine)) if (!isPlaceholder(match[1] ?? "")) yield found(match, 0);
  for (const { 0: head, index } of text.matchAll(container)) {
    const from = index + head.length;
    const inside = /^[^}\])]*/.exec(text.slice(from, from + longestContainer))?.[0] ?? "";
    for (const match of inside.matchAll(pair)) if (isMade(match[1] ?? "")) yield found(match, from);
  }
  if (!valueField.test(text)) return;
  for (const { 0: inside, index } of text.matchAll(record)) {
    const value = valueField.exec(inside);
    const name = nameField.exec(inside)?.[1] ?? "";
    if (value !== null && isMade(value[1] ?? "") && (ofCookies.test(inside) || sessionName.test(name)))
      yield found(value, index);
  }
}

function found(match: RegExpExecArray, at: number): Found {
  const value = match[1] ?? "";
  const from = at + match.index + match[0].lastIndexOf(value);
  return { kind: "cookie", value, from, to: from + value.length };
}

export const cookieHints = ["kie", "RUE", "LSE", "alu"];
