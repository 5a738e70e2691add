/**
 * Which shells have to agree on a text: `bash` alone, `zsh` with bash (our parser reads bash's grammar), and `any` for
 * text that dash, ash, mksh or an unknown shell may read.
 */
export type Dialect = "bash" | "zsh" | "any";

export interface Unusual {
  pos: number;
  /** A few characters of it. */
  text: string;
}

export class NotPlain extends Error {
  readonly pos: number;
  constructor(pos: number) {
    super("not plain");
    this.pos = pos;
  }
}

export interface Reader {
  readonly text: string;
  readonly dialect: Dialect;
  at: number;
  depth: number;
  /** How many `$(` are open here. */
  substitutions: number;
  /** Here-documents whose lines follow later. */
  documents: { delimiter: string; isQuoted: boolean }[];
  /** The next character; empty at the end. */
  peek(ahead?: number): string;
  /** Takes what matches here, or answers null. The pattern is sticky. */
  take(pattern: RegExp): string | null;
  /** Takes it or refuses the text. */
  need(pattern: RegExp): string;
  looksAt(pattern: RegExp): boolean;
  refuse(): never;
  /** Refuses the text unless the dialect is one of these. */
  only(...dialects: Dialect[]): undefined;
  inside(work: () => undefined): void;
}

const deepest = 40;

export function createReader(text: string, dialect: Dialect): Reader {
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = reader.at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const reader: Reader = {
    text,
    dialect,
    at: 0,
    depth: 0,
    substitutions: 0,
    documents: [],
    peek: (ahead = 0) => text[reader.at + ahead] ?? "",
    take(pattern) {
      const found = match(pattern);
      if (found !== null) reader.at += found.length;
      return found;
    },
    need: (pattern) => reader.take(pattern) ?? reader.refuse(),
    looksAt: (pattern) => match(pattern) !== null,
    refuse() {
      throw new NotPlain(reader.at);
    },
    only(...dialects) {
      if (!dialects.includes(dialect)) reader.refuse();
    },
    inside(work) {
      if (++reader.depth > deepest) reader.refuse();
      work();
      reader.depth--;
    },
  };
  return reader;
}

/** Blanks, and the continued lines behind them. */
export const blanks = /[ \t]+(?:\\\n[ \t]+)*(?:\\\n)?/y;
export const comment = /#[^\n]*/y;
/** What ends a word without being part of one. */
export const wordEnd = /[ \t\n;&|()<>]|$/y;
export const reserved =
  /(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|select|function|coproc|time|\[\[|[{}!])(?=[ \t\n;&|)<>]|$)/y;
