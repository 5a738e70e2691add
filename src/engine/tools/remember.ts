import * as z from "zod";
import { showDiff } from "../record/shown-diff.ts";
import { callOf } from "../record/stored-call.ts";
import { doneBody } from "../step/step-body.ts";
import { reasoning } from "./fields.ts";
import { stepTool } from "./tool.ts";

/**
 * Memory is a file on this machine that people can read and edit. It goes into every later prompt, so writing it is a
 * change a person decides about like any other: text from a hostile web page must not get in there by itself.
 */
export const remember = stepTool({
  name: "remember",
  about: "a fact for later sessions; writing it is a change that is asked about",
  input: z
    .strictObject({
      text: z.string().min(1).max(2000).describe("One fact that will be useful in later sessions. Never a secret."),
      scope: z.enum(["project", "user"]).default("project"),
      reasoning,
    })
    .describe("Keep a fact for later sessions, in a file the person can read and edit."),
  plan({ request, input, terminal, context }) {
    const { memory } = context.deps;
    const { target, cwd } = context.log.state;
    const file = memory.fileOf(input.scope, { target, cwd });
    const line = context.deps.clean(input.text).replaceAll(/\s+/g, " ").trim();
    const { redact } = context.deps;
    const diff = showDiff(`+ ${line}`, "", { redact, redactOld: redact });
    return {
      plan: {
        // Not an edit of the project's files: a mode that accepts those still asks about this.
        kind: "tool",
        command: `remember in ${file}`,
        reasoning: input.reasoning,
        call: callOf(request),
        terminal,
        files: { access: "write", paths: [file], isHere: true, isMemory: true },
        content: line,
        diff: diff.text,
        hidden: diff.hidden,
        async execute() {
          const started = context.deps.clock.now();
          await memory.add(input.scope, { target, cwd }, line);
          return doneBody(`Remembered in ${file}.`, started, terminal, context);
        },
      },
    };
  },
});
