import * as z from "zod";
import type { Screen } from "../../terminal/index.ts";
import { callOf } from "../record/stored-call.ts";
import { doneBody } from "../step/step-body.ts";
import { seenScreen } from "../terminals/seen-screen.ts";
import { reasoning } from "./fields.ts";
import { stepTool } from "./tool.ts";

/** Looking at the screen: nothing is typed, so nobody is asked; it is recorded all the same. */
export const readScreen = stepTool({
  name: "read_screen",
  aliases: ["read_terminal"],
  about: "look at the screen",
  when: "a full-screen program, before and after send_keys",
  mayRepeat: true,
  input: z.strictObject({ reasoning }).describe("Look at the terminal's screen as it is now, without typing anything."),
  plan({ request, input, terminal, context }) {
    return {
      plan: {
        kind: "tool",
        command: "read_screen",
        reasoning: input.reasoning,
        call: callOf(request),
        terminal,
        async execute(_command, { signal }) {
          const started = context.deps.clock.now();
          const screen = await terminal.screen();
          const text = await seenScreen(screen, terminal, { ...context.deps, signal });
          return doneBody(describeScreen({ ...screen, text }), started, terminal, context);
        },
      },
    };
  },
});

function describeScreen(screen: Screen): string {
  const facts = [
    `${screen.cols}x${screen.rows}`,
    `cursor at row ${screen.cursor.row + 1}, column ${screen.cursor.column + 1}`,
    ...(screen.alternate ? ["a full-screen program is open"] : []),
    ...(screen.title === "" ? [] : [`title: ${screen.title}`]),
  ];
  return `[${facts.join(", ")}]\n${screen.text}`;
}
