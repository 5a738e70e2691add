import type { PersonCommand } from "../shell-session.ts";
import { stripAnsi } from "../strip-ansi.ts";
import type { FinishedCommand } from "./command-tracker.ts";
import type { ShellCore } from "./shell-core.ts";

/** What a person ran while they held the keyboard, for the agent that takes over again. */
export interface PersonLog {
  begin(): void;
  end(): PersonCommand[];
  onFinished(finished: FinishedCommand): void;
}

const maxCommands = 100;

export function createPersonLog(core: ShellCore): PersonLog {
  let commands: PersonCommand[] = [];
  void core;
  void stripAnsi;
  return {
    begin() {
      commands = [];
    },
    end() {
      return commands.splice(0);
    },
    onFinished({ command, exitCode }) {
      if (command.by !== "person" || commands.length >= maxCommands) return;
      commands.push({ command: command.text, exitCode });
    },
  };
}
