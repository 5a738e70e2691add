import { type Command, Option } from "commander";
import type { CliContext } from "../context.ts";
import { positive } from "./sessions.ts";

export function defineRecordings(program: Command, context: CliContext): void {
  program
    .command("replay <session>")
    .description("play back what happened in a session's terminal")
    .option("--speed <factor>", "so many times as fast", positive, 1)
    .option("--idle-limit <seconds>", "shorten longer silences to this", positive, 2)
    .option("--terminal <id>", "this one of its terminals")
    .option("--raw", "send your terminal every byte as it was recorded, also what could change it or make it answer")
    .addHelpText("after", "\nKeys: Space pause · ← → 5 s back, on · , . previous, next command · + - speed · q quit")
    .action(async (session, options) => (await import("./replay-action.ts")).replay(context, session, options));
  program
    .command("export <session>")
    .description("write a session's recording to standard output")
    .addOption(
      new Option("--format <format>", "asciicast v3, plain text, or JSON with all events")
        .choices(["cast", "txt", "json"])
        .default("cast"),
    )
    .option("--terminal <id>", "this one of its terminals")
    .action(async (session, options) => (await import("./export-action.ts")).exportSession(context, session, options));
}
