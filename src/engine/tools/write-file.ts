import * as z from "zod";
import { path, reasoning } from "./fields.ts";
import { planChange } from "./plan-change.ts";
import { stepTool } from "./tool.ts";

export const writeFile = stepTool({
  name: "write_file",
  about:
    "a whole text file on the target; the difference is shown first. The mode `acceptEdits` lets changes inside the session's project folder pass, apart from hidden settings. A change that is too large to be shown whole is refused",
  when: "a new file",
  input: z
    .strictObject({ path, content: z.string().max(100_000), reasoning })
    .describe("Write a whole text file on the target, in one piece; the person sees the difference first."),
  plan: (use) => planChange(use, () => use.input.content),
});
