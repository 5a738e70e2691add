import { Command, CommanderError } from "commander";
import { firstError, UserError } from "../base/index.ts";
import { checkWords } from "./check-words.ts";
import { defineAgents } from "./commands/agents.ts";
import { defineApprovals } from "./commands/approvals.ts";
import { defineCompletion } from "./commands/completion.ts";
import { defineConfig } from "./commands/config.ts";
import { defineDaemon } from "./commands/daemon.ts";
import { defineDemo } from "./commands/demo.ts";
import { defineDoctor } from "./commands/doctor.ts";
import { defineExec } from "./commands/exec.ts";
import { defineHosts } from "./commands/hosts.ts";
import { defineKeys } from "./commands/keys.ts";
import { defineModels } from "./commands/models.ts";
import { definePolicy } from "./commands/policy.ts";
import { defineRecordings } from "./commands/recordings.ts";
import { defineResume } from "./commands/resume.ts";
import { defineRun } from "./commands/run.ts";
import { defineRunbooks } from "./commands/runbooks.ts";
import { defineServe } from "./commands/serve.ts";
import { defineSessions } from "./commands/sessions.ts";
import { defineStop } from "./commands/stop.ts";
import { defineTokens } from "./commands/tokens.ts";
import { defineUsage } from "./commands/usage.ts";
import { type CliContext, createContext, printError } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { guardDecisions } from "./guard-decisions.ts";
import { programName } from "./program-name.ts";
import { version } from "./version.ts";

/** Each command of the command line. A definition is cheap to load; what it does is imported when it runs. */
const definitions: ((program: Command, context: CliContext) => void)[] = [
  defineRun,
  defineResume,
  defineExec,
  defineSessions,
  defineApprovals,
  defineStop,
  defineRecordings,
  defineConfig,
  defineHosts,
  defineDoctor,
  defineKeys,
  defineModels,
  defineAgents,
  defineUsage,
  definePolicy,
  defineRunbooks,
  defineCompletion,
  defineServe,
  defineDaemon,
  defineTokens,
  defineDemo,
];

/** Every command there is, defined and not yet run. */
export function createProgram(context: CliContext): Command {
  const program = new Command(programName(context.env))
    .description("One terminal, two operators: you and your agent.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "explain a command")
    .showSuggestionAfterError(true)
    .showHelpAfterError("Run with --help to see what there is.")
    .exitOverride()
    .configureOutput({ writeOut: context.say, writeErr: context.err });
  for (const define of definitions) define(program, context);
  guardDecisions(program, context);
  return program;
}

export async function runProgram(argv: string[]): Promise<number> {
  const context = createContext();
  const program = createProgram(context);
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return exitCodes.ok;
    }
    checkWords(program, argv);
    await program.parseAsync(argv, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return failureCode(error, context, argv);
  }
}

/** Those whose exit code is about the work: that Cotty could not even begin must not look like a task that failed. */
const working = ["run", "resume"];

function failureCode(thrown: unknown, context: CliContext, [command = ""]: string[]): number {
  const error = firstError(thrown);
  // Commander has printed what it had to say; help and version come this way too, with code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  printError(context, error);
  if (!(error instanceof UserError)) return exitCodes.broken;
  // A failure of ours must not look like the command's own.
  if (command === "exec" && !error.code.startsWith("usage.")) return exitCodes.broken;
  if (error.code.startsWith("store.") && working.includes(command)) return exitCodes.broken;
  return error.code.startsWith("usage.") ||
    error.code.startsWith("config.flag") ||
    error.code === "model.unknown-provider"
    ? exitCodes.usage
    : exitCodes.failed;
}
