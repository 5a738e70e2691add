/** Answers in one pass whether any of many short hints may be in a text. It may say yes too often, never no. */
export interface TrigramFilter {
  mayContain(text: string): boolean;
}

// One slot for every three ASCII characters: a smaller table would say "maybe" in every page of text.
const tableSize = 1 << 21;

export function createTrigramFilter(hints: readonly { text: string; anyCase: boolean }[]): TrigramFilter {
  const table = new Uint8Array(tableSize);
  for (const { text, anyCase } of hints) {
    for (const form of anyCase ? caseForms(text) : [text]) table[indexOf(form)] = 1;
  }
  return {
    mayContain(text) {
      let index = 0;
      for (let i = 0; i < text.length; i++) {
        index = ((index << 7) | (text.charCodeAt(i) & 127)) & 0x1fffff;
        if (table[index] === 1) return true;
      }
      return false;
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
