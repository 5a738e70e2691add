/** Text being written by a person, with a cursor. Surfaces that have no editor of their own edit with this. */
export interface Draft {
  readonly text: string;
  /** Between 0 and text.length. */
  readonly cursor: number;
}

export type DraftEdit =
  | { readonly type: "insert"; readonly text: string }
  | { readonly type: "backspace" }
  | { readonly type: "delete" }
  | { readonly type: "left" | "right" | "home" | "end" }
  | { readonly type: "clear" };

export const emptyDraft: Draft = { text: "", cursor: 0 };

export function draftOf(text: string): Draft {
  return { text, cursor: text.length };
}

export function editDraft(draft: Draft, edit: DraftEdit): Draft {
  const before = draft.text.slice(0, draft.cursor);
  const after = draft.text.slice(draft.cursor);
  switch (edit.type) {
    case "insert":
      return { text: before + edit.text + after, cursor: draft.cursor + edit.text.length };
    case "backspace": {
      const kept = before.slice(0, before.length - lastCharacterLength(before));
      return { text: kept + after, cursor: kept.length };
    }
    case "delete":
      return { text: before + after.slice(firstCharacterLength(after)), cursor: draft.cursor };
    case "left":
      return { text: draft.text, cursor: draft.cursor - lastCharacterLength(before) };
    case "right":
      return { text: draft.text, cursor: draft.cursor + firstCharacterLength(after) };
    case "home":
      return { text: draft.text, cursor: 0 };
    case "end":
      return { text: draft.text, cursor: draft.text.length };
    case "clear":
      return emptyDraft;
  }
}

// A character outside the basic plane is two code units; cutting it in half would leave a broken one behind.
function lastCharacterLength(text: string): number {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]$/.test(text);
  return isPair ? 2 : Math.min(1, text.length);
}

function firstCharacterLength(text: string): number {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text);
  return isPair ? 2 : Math.min(1, text.length);
}
