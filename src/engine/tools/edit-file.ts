import * as z from "zod";
import { UserError } from "../../base/index.ts";
import { path, reasoning } from "./fields.ts";
import { planChange } from "./plan-change.ts";
import { stepTool } from "./tool.ts";

export const editFile = stepTool({
  name: "edit_file",
  about: "parts of a text file on the target, by the same rules",
  when: "a change of a file",
  input: z
    .strictObject({
      path,
      edits: z
        .array(z.strictObject({ find: z.string().min(1).max(50_000), replace: z.string().max(50_000) }))
        .min(1)
        .max(50)
        .describe("Each `find` must occur exactly once in the file as it is then."),
      reasoning,
    })
    .describe("Change parts of a text file on the target; the person sees the difference first."),
  plan: (use) => planChange(use, (before) => edited(before, use.input)),
});

function edited(before: string | null, { path, edits }: { path: string; edits: { find: string; replace: string }[] }) {
  if (before === null) throw new UserError("file.missing", `There is no file ${path}.`, "Write it with write_file.");
  return edits.reduce((text, { find, replace }) => replaceOnce(text, find, replace, path), before);
}

function replaceOnce(text: string, find: string, replace: string, path: string): string {
  const at = text.indexOf(find);
  if (at === -1)
    throw new UserError(
      "file.no-match",
      `${path} does not contain: ${find.slice(0, 200)}`,
      "Read the file again and copy the text exactly.",
    );
  if (text.indexOf(find, at + 1) !== -1) {
    throw new UserError(
      "file.many-matches",
      `${path} contains this more than once: ${find.slice(0, 200)}`,
      "Add lines around it, so that it is unique.",
    );
  }
  return text.slice(0, at) + replace + text.slice(at + find.length);
}
