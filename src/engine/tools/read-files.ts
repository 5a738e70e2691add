import * as z from "zod";
import { UserError } from "../../base/index.ts";
import { callOf } from "../record/stored-call.ts";
import type { StepPlan } from "../step/run-step.ts";
import { doneBody } from "../step/step-body.ts";
import { followed, maxFileBytes, targetFiles } from "../target/target-files.ts";
import { path, reasoning } from "./fields.ts";
import { type StepUse, stepTool } from "./tool.ts";

export const readFiles = stepTool({
  name: "read_files",
  about: "text files on the target, also over ssh; one call returns at most 512 KB",
  when: "the content of files",
  input: z
    .strictObject({ paths: z.array(path).min(1).max(20), reasoning })
    .describe("Read text files on the target. Paths are relative to the terminal's folder, or absolute."),
  plan: (use) => ({ plan: readPlan(use) }),
});

type Read = Pick<StepUse<{ paths: string[]; reasoning: string }>, "request" | "input" | "terminal" | "context">;

/** Reading files on the target: judged like `cat`, since a key read by a tool is as gone as one read by a command. */
export function readPlan({ request, input, terminal, context }: Read): StepPlan {
  return {
    kind: "tool",
    command: `read ${input.paths.join(" ")}`,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    files: { access: "read", paths: input.paths },
    async execute(_command, { signal, cwd, real }) {
      const started = context.deps.clock.now();
      const files = targetFiles(terminal, cwd, signal);
      const parts = await Promise.all(
        input.paths.map(async (path, at) => {
          const content = await files.read({ path, real: followed(real[at]) }).catch((error: unknown) => {
            if (!(error instanceof UserError)) throw error;
            return { problem: error.message };
          });
          if (content === null) return { path, problem: "there is no such file" };
          return typeof content === "string" ? { path, content } : { path, ...content };
        }),
      );
      return doneBody(withinOneAnswer(parts), started, terminal, context);
    },
  };
}

type ReadPart = { path: string } & ({ content: string } | { problem: string });

/** Files one after the other, as long as they are together no longer than one may be. */
function withinOneAnswer(parts: readonly ReadPart[]): string {
  let length = 0;
  const shown = parts.map((part) => {
    if ("problem" in part) return `── ${part.path}: ${part.problem}`;
    length += part.content.length;
    if (length <= maxFileBytes) return `── ${part.path}\n${part.content}`;
    length -= part.content.length;
    return `── ${part.path}: left out, since the files before it fill this answer. Read it in another call.`;
  });
  return shown.join("\n");
}
