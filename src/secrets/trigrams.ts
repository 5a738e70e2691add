/** Answers in one pass which of many short hints may be in a text. It may say yes too often, never no. */
export interface TrigramFilter {
  mayContain(text: string): boolean;
  /** For each owner of hints, by its number, whether one of them may be in the text. */
  ownersIn(text: string): Uint8Array;
}

interface Hint {
  text: string;
  anyCase: boolean;
  /** Whose hint it is; several may have the same one. */
  owner?: number;
}

// One bit for every three ASCII characters: a smaller table would say "maybe" in every page of text, and a larger one
// would not stay in the processor's cache.
const tableWords = (1 << 21) / 32;

export function createTrigramFilter(hints: readonly Hint[]): TrigramFilter {
  const bits = new Uint32Array(tableWords);
  const ownersOf = new Map<number, Set<number>>();
  const owners = hints.reduce((most, { owner = 0 }) => Math.max(most, owner + 1), 0);
  for (const { text, anyCase, owner = 0 } of hints) {
    for (const form of anyCase ? caseForms(text) : [text]) {
      const index = indexOf(form);
      bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
      ownersOf.set(index, (ownersOf.get(index) ?? new Set()).add(owner));
    }
  }
  return {
    mayContain(text) {
      let index = 0;
      for (let i = 0; i < text.length; i++) {
        index = ((index << 7) | (text.charCodeAt(i) & 127)) & 0x1fffff;
        if (((bits[index >>> 5] as number) & (1 << (index & 31))) !== 0) return true;
      }
      return false;
    },
    ownersIn(text) {
      const seen = new Uint8Array(owners);
      let index = 0;
      let last = -1;
      for (let i = 0; i < text.length; i++) {
        index = ((index << 7) | (text.charCodeAt(i) & 127)) & 0x1fffff;
        if (((bits[index >>> 5] as number) & (1 << (index & 31))) === 0 || index === last) continue;
        last = index;
        for (const owner of ownersOf.get(index) ?? []) seen[owner] = 1;
      }
      return seen;
    },
  };
}

function indexOf(text: string): number {
  let index = 0;
  for (let i = 0; i < 3; i++) index = ((index << 7) | (text.charCodeAt(i) & 127)) & 0x1fffff;
  return index;
}

function caseForms(text: string): string[] {
  let forms = [""];
  for (const letter of text.slice(0, 3)) {
    forms = forms.flatMap((form) =>
      [...new Set([letter.toLowerCase(), letter.toUpperCase()])].map((each) => form + each),
    );
  }
  return forms;
}
