import { type Command, InvalidArgumentError, Option } from "commander";
import type { CliContext } from "../context.ts";
import { sessionStates } from "../session-states.ts";

export function defineSessions(program: Command, context: CliContext): void {
  const sessions = program
    .command("sessions")
    .description("list sessions, newest first")
    .option("--all", "closed ones too")
    .option("--on <host>", "only those on this host, or local")
    .addOption(new Option("--state <state>", "only those that stand so").choices(sessionStates))
    .addOption(
      new Option(
        "--kind <kind>",
        "run: of agents, as people are shown; exec: your own commands; all, as --json gives",
      ).choices(["run", "exec", "all"]),
    )
    .option("--json", "one JSON line per session")
    .option("-n, --limit <count>", "at most this many", positive, 20)
    .action(async (options) => (await import("./sessions-actions.ts")).list(context, options));
  sessions
    .command("prune")
    .description("delete sessions that were not used for a while, or that are large, and that nobody owns")
    .option("--older-than <days>", "not used for this many days", positive)
    .option("--larger-than <size>", "with more than this on the disk, for example 100MB", size)
    .action(async (options) => (await import("./delete-actions.ts")).prune(context, options));
  sessions
    .command("delete <session>")
    .description("delete a session and its terminal logs")
    .action(async (session) => (await import("./delete-actions.ts")).remove(context, session));
  program
    .command("show <session>")
    .description("print a session as it happened (the beginning of its id is enough; 'last' is the newest)")
    .option("--json", "its events, one JSON line each")
    .action(async (session, options) => (await import("./sessions-actions.ts")).show(context, session, options));
  program
    .command("search <words...>")
    .description("find prompts, answers, commands and output in all sessions")
    .option("-n, --limit <count>", "at most this many", positive, 20)
    .action(async (words, options) => (await import("./sessions-actions.ts")).search(context, words, options));
  program
    .command("verify [session]")
    .description("check that no stored event was changed, removed or cut off, and that no session is missing")
    .option("--head", "then print one line to keep elsewhere")
    .option("--against <line>", "also prove that nothing before such a line was changed")
    .action(async (session, options) => (await import("./verify-action.ts")).verify(context, session, options));
}

/** Bytes: 1500, 20KB, 100MB, 2GB. */
function size(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim()) ?? [];
  if (number === "") throw new InvalidArgumentError("It is not a size, such as 500KB, 100MB or 2GB.");
  return Number(number) * 1000 ** ["", "k", "m", "g", "t"].indexOf(unit.toLowerCase());
}

export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("It is not a number above 0.");
  return value;
}
