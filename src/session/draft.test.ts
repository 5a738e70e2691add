import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { type DraftEdit, draftOf, editDraft, emptyDraft } from "./draft.ts";

const edits = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("insert" as const), text: fc.string({ unit: "grapheme", maxLength: 5 }) }),
    fc.constantFrom<DraftEdit>(
      { type: "backspace" },
      { type: "delete" },
      { type: "left" },
      { type: "right" },
      { type: "home" },
      { type: "end" },
    ),
  ),
  { maxLength: 40 },
);

describe("draft", () => {
  // **Feature: cotty, Property 7: edits of a draft (insert, delete, cursor moves), applied in order, give the right content**
  test.prop([edits], { numRuns: 300 })("gives what a plain list of characters gives, edit by edit [S3.40]", (list) => {
    let draft = emptyDraft;
    let characters: string[] = [];
    let cursor = 0;
    for (const edit of list) {
      draft = editDraft(draft, edit);
      switch (edit.type) {
        case "insert":
          characters.splice(cursor, 0, ...edit.text);
          cursor += [...edit.text].length;
          break;
        case "backspace":
          if (cursor > 0) characters.splice(--cursor, 1);
          break;
        case "delete":
          characters.splice(cursor, 1);
          break;
        case "left":
          cursor = Math.max(0, cursor - 1);
          break;
        case "right":
          cursor = Math.min(characters.length, cursor + 1);
          break;
        case "home":
          cursor = 0;
          break;
        case "end":
          cursor = characters.length;
          break;
        case "clear":
          characters = [];
          cursor = 0;
          break;
      }
    }
    expect(draft).toEqual({ text: characters.join(""), cursor: characters.slice(0, cursor).join("").length });
  });

  it("starts at the end of the text it is given", () => {
    expect(editDraft(draftOf("ls"), { type: "insert", text: " -l" })).toEqual({ text: "ls -l", cursor: 5 });
  });

  it("removes a character outside the basic plane whole", () => {
    expect(editDraft(draftOf("a😀"), { type: "backspace" })).toEqual({ text: "a", cursor: 1 });
  });
});
