import * as z from "zod";
import { callOf } from "../record/stored-call.ts";
import { doneBody } from "../step/step-body.ts";
import { followed, targetFiles } from "../target/target-files.ts";
import { path, reasoning } from "./fields.ts";
import { stepTool } from "./tool.ts";

export const codeSearch = stepTool({
  name: "code_search",
  about: "search the content of files on the target",
  when: "words in files",
  input: z
    .strictObject({
      pattern: z.string().min(1).max(1000).describe("A regular expression, as ripgrep and grep -E understand it."),
      path: path.optional().describe("A folder or file; the terminal's folder if left out."),
      reasoning,
    })
    .describe("Search the content of files on the target."),
  plan({ request, input, terminal, context }) {
    const path = input.path ?? ".";
    return {
      plan: {
        kind: "tool",
        command: `search ${JSON.stringify(input.pattern)} in ${path}`,
        reasoning: input.reasoning,
        call: callOf(request),
        terminal,
        files: { access: "read", paths: [path], isSearch: true },
        async execute(_command, { signal, cwd, real: [decided] }) {
          const started = context.deps.clock.now();
          const file = { path, real: followed(decided) };
          const found = await targetFiles(terminal, cwd, signal).search(input.pattern, file);
          return doneBody(found === "" ? "Nothing matches." : found, started, terminal, context);
        },
      },
    };
  },
});
