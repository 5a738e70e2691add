import * as z from "zod";

/** What values a key takes: how they are checked, how they are read from text, and how both are explained. */
export interface Kind<T> {
  readonly type: z.ZodType<T>;
  /** Completes the sentence "KEY must be …". */
  readonly expects: string;
  /** Environment variables and flags are text; what cannot be read is handed back as it is, for `type` to refuse. */
  fromText(text: string): unknown;
  /** Messages do not repeat such a value. */
  readonly mayHoldSecrets?: true;
  /** Drops the parts of a well-typed value that cannot work, each with its reason; the rest is used. */
  sift?(value: T): { value: T; problems: string[] };
}

const asIs = (text: string) => text;
const notBlank = (text: string) => text.trim() !== "";

export const text: Kind<string> = {
  type: z.string().refine(notBlank),
  expects: "a text that is not empty",
  fromText: asIs,
};

/** Keys are pasted with a stray newline or blank so often that it must not become part of a header. */
export const secretText: Kind<string> = {
  type: z.string().trim().min(1),
  expects: "a text that is not empty",
  fromText: asIs,
};

export const url: Kind<string> = {
  type: z.url({ protocol: /^https?$/ }),
  expects: "an address that begins with http:// or https://",
  fromText: asIs,
  mayHoldSecrets: true,
};

/** What the ssh client is given as a destination. A leading dash would be read as an option (`-oProxyCommand=…`). */
export const destination: Kind<string> = {
  type: z.string().regex(/^[^-\s\p{Cc}][^\s\p{Cc}]*$/u),
  expects: 'what you would write after "ssh", for example user@host',
  fromText: asIs,
};

export const target: Kind<string> = {
  type: z.string().regex(/^(local|ssh:[^-\s\p{Cc}][^\s\p{Cc}]*)$/u),
  expects: '"local" or "ssh:HOST"',
  fromText: asIs,
};

export function integer(min: number, max: number): Kind<number> {
  return { type: z.int().min(min).max(max), expects: `a whole number from ${min} to ${max}`, fromText: numberFromText };
}

export function decimal(min: number, max: number): Kind<number> {
  return { type: z.number().min(min).max(max), expects: `a number from ${min} to ${max}`, fromText: numberFromText };
}

const words: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

export const yesNo: Kind<boolean> = {
  type: z.boolean(),
  expects: "true or false",
  fromText: (written) => words[written.trim().toLowerCase()] ?? written,
};

export function choice<const T extends string>(options: readonly [T, ...T[]]): Kind<T> {
  return {
    type: z.enum(options) as unknown as z.ZodType<T>,
    expects: `one of ${options.map((option) => `"${option}"`).join(", ")}`,
    fromText: asIs,
  };
}

export const textList: Kind<string[]> = {
  type: z.array(z.string().refine(notBlank)),
  expects: "a list of texts",
  fromText: listFromText,
};

/** Regular expressions. One that does not compile is skipped: a typing mistake must not switch the others off. */
export const patternList: Kind<string[]> = {
  ...textList,
  expects: "a list of regular expressions",
  sift(patterns) {
    const problems: string[] = [];
    const value = patterns.filter((pattern) => {
      try {
        new RegExp(pattern);
        return true;
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
        return false;
      }
    });
    return { value, problems };
  },
};

function numberFromText(written: string): unknown {
  return /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(written) ? Number(written) : written;
}

/** A JSON list, or one item a line: commas and blanks are ordinary characters in a regular expression. */
function listFromText(written: string): unknown {
  if (written.trim().startsWith("[")) {
    try {
      return JSON.parse(written) as unknown;
    } catch {
      // Not JSON: `[a-z]+` is a fine regular expression, so it is read as lines.
    }
  }
  return written.split(/\r?\n/).filter(notBlank);
}
