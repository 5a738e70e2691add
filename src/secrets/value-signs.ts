import { looksRandom } from "./secret-memory.ts";

/** What stands where a secret will be, and says so by itself, whatever stands around it. */
const placeholderWords =
  /^(?:true|false|null|none|nil|undefined|yes|no|on|off|required|optional|missing|invalid|expired|empty|unset|set|string|boolean|number|object|value|\*+|x+|\.+|-+|‹secret:.*|process\.env.*|os\.environ.*|env\..*|your[-_].*|example.*)$/i;

/** Forms that are filled in: `$NAME`, `${…}`, `$(…)`, `%NAME%`, `%s`, `{{ … }}`, `<words>`, `[REDACTED]`. */
const filledForms = [
  /^\$(?:env:)?([A-Za-z_]\w*|\d)$/i,
  // Also with a path, another variable or more text around it.
  /^\$\{[\w.:()-]+\}/,
  /^(?:[\w./:@-]*\$\{[\w.:/ -]*\})+[\w./:@-]*$/,
  /^\$\((?:[\w./ "'$|-]*\)|[a-z-]*)$/,
  /^%([A-Za-z_]\w*)%$/,
  /^%(?:[\d.-]{0,4}[a-z]|\([\w.]+\)[a-z]|\{[^{}]*\})$/i,
  /^\$?\{\{[-\w\s.|"'()$:/]*(?:\}\}.*)?$/,
  /^\{([A-Za-z_][\w.:]*)?\}$/,
  /^<([A-Za-z][\w '’./|:-]*)>$/,
  /^<[A-Za-z-]+$/,
  // The beginning of a command of a shell.
  /^`[a-z-]+$/,
  /^\[([A-Za-z][A-Za-z _-]*)?\]$/,
  /^\*+[A-Za-z]+\*+$/,
  // What a program puts values into: `%s:%s`, `{0}:{1}`, `{name!r}`.
  /^(?:%[sdv][:/@ -]?)+$/,
  /^(?:\{\w*(?:![rsa])?\}[:/@ -]?)+$/,
];

/**
 * Something stands there that is filled in later, or was hidden already. Only as a whole: a password may begin with any
 * sign. What stands between the signs has to be a name, as a variable has one.
 */
export function isPlaceholder(value: string): boolean {
  const bare = value.replace(/[,;)]+$/, "");
  if (placeholderWords.test(value.replace(/[,;)}\]]+$/, ""))) return true;
  return filledForms.some((form) => {
    const match = form.exec(bare) ?? form.exec(value);
    return match !== null && !isRandomName(match[1] ?? "");
  });
}

/** Made by a machine, or by a person who was told to use digits and signs: no word, no number, no name in a program. */
export const looksMade = (value: string): boolean =>
  value.length >= 6 && /[a-z]/i.test(value) && (/\d/.test(value) || /[!@#%^&*+]/.test(value));

/** Letters and digits in turns: nobody calls a variable, a folder or a member that. */
const isRandomName = (name: string): boolean =>
  name
    .split(/[^A-Za-z0-9]+/)
    .some((part) => (looksRandom(part) && !/[A-Z]?[a-z]{4}/.test(part)) || /\d[a-z]+\d[a-z]/i.test(part));

/** Capitals, small letters and digits in one word: few folders and no versions are called that. */
const hasMixedWord = (value: string): boolean =>
  value.split(/[^A-Za-z0-9]+/).some((word) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word));

/** A number, a version, a size. */
export const isNumber = (value: string): boolean =>
  /^[\^~<>=v\s]*\d[\d._,]*(?:[-+.][\w.+-]*)?(?:[a-z]{1,2})?$/i.test(value) && !hasMixedWord(value);

/** The words between the slashes are those of folders and files. */
export const isPath = (value: string): boolean =>
  /^(?:~|[A-Za-z]:)?[\w.-]*(?:[\\/][\w.@*-]*)+$/.test(value) && !isRandomName(value) && !hasMixedWord(value);

/** `users.csv`, `src`: a word with the ending that a file has. */
export const isFileName = (value: string): boolean => /^[\w.@~:-]+\.\w{1,5}:?$/.test(value) && !isRandomName(value);

/** A part of a program, or of a text in one: what stands outside of quotes inside a line and has brackets in it. */
export const isCode = (value: string): boolean =>
  /[()[\]{}<>`]|=>|\?\?|^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+[,;]*$|^(?:new|await|async|typeof|this)$|^\/\/|^[!&*]/i.test(
    value,
  );

const memberPath = /^(?:!{1,2}|[&*(])?[a-z_$][\w$]*(?:(?:[?!]?\.|::|->)[a-z_$][\w$]*)*/i;
/** What may stand behind a call: members, an index, what ends the statement, and the rest of it behind a blank. */
const afterCall = /^(?:\??\.\w+|\[\w*\])*[?!]?[;,)\]}]*(?:\s.*)?$/;

/**
 * The same for what begins its line, where a setting may stand as well, and a password with any sign in it: only what is
 * as a whole a call, a path of members, an index or a type. `isCut` where more follows on the line: the end may be there.
 */
export function isStatement(value: string, isCut: boolean): boolean {
  if (/^(?:new|await|async|typeof|this|function|lambda|not)(?:\s|$)/.test(value)) return true;
  if (/\s(?:=>|\?\?)(?:\s|$)|^\(.*\)\s*=>|^\/\/(?:\s|$)|^\/.+\/[dgimsuvy]*(?:[,;)]*$|\.(?:test|exec)\()/.test(value))
    return true;
  // An object, a list, a function: what is in it is judged by itself.
  if (/^[[({<]{1,2}(?:$|[\s\])}>"']|[\w$.-]+\s*(?:[,:]|\)\s*=>))/.test(value)) return true;
  if (/^\[[\w\s.,]*\][,;)]*$/.test(value)) return !isRandomName(value);
  const [path = ""] = memberPath.exec(value) ?? [];
  if (path === "" || isRandomName(path)) return false;
  const rest = value.slice(path.length);
  if (/^!?[,;)\]}:]*$/.test(rest)) {
    if (/\w(?:\.|::|->|[?!]\.)/.test(path)) return true;
    return /^[!&*]|!/.test(path + rest.charAt(0)) ? !hasMixedWord(path) : /[)\]}]/.test(rest) && !looksMade(path);
  }
  const [, sign = ""] = /^\??([([<{])/.exec(rest) ?? [];
  if (sign === "") return false;
  if (isCut || /[([{,]$/.test(rest)) return true;
  const end = rest.lastIndexOf(closing[sign] ?? "");
  return end !== -1 && afterCall.test(rest.slice(end + 1));
}
const closing: Record<string, string> = { "(": ")", "[": "]", "<": ">", "{": "}" };

/** A setting about the secret and not the secret: where it is, how long, which kind. */
export const isAboutSecret =
  /(?:file|path|dir|ttl|header|name|url|uri|type|length|size|count|limit|expir\w*|timeout|age|field|prefix|suffix|policy|rounds|id|ids|ref|class|provider|manager|store|message|format|pattern)$/i;
