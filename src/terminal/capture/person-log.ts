import type { PersonCommand } from "../contract/values.ts";
import type { ShellCore } from "./shell-core.ts";
import type { FinishedCommand } from "./tracked-command.ts";

/** What a person ran while they held the keyboard, for the agent that takes over again. */
export interface PersonLog {
  begin(): void;
  end(): Promise<PersonCommand[]>;
  onFinished(finished: FinishedCommand): void;
}

const maxCommands = 100;
const historyKey = "\x1b[7717~";
const answerWithinMs = 1000;

export function createPersonLog(core: ShellCore, options: { isShellReading(): Promise<boolean> }): PersonLog {
  const { tracker } = core;
  let commands: PersonCommand[] = [];
  let firstEntry: number | null = null;

  /** bash tells no command line when it runs one. It remembers them, though: ask once, when the answer is wanted. */
  async function withHistory(ran: PersonCommand[]): Promise<PersonCommand[]> {
    const isNeeded = tracker.shell.loaded?.name === "bash" && ran.length > 0 && tracker.isAtPrompt;
    if (!isNeeded || firstEntry === null || !(await options.isShellReading())) return ran;
    const unlock = core.keyboard.lock();
    tracker.step({ kind: "asking", about: "history" });
    core.keyboard.write(historyKey);
    const history = await core.conditions.until(() => tracker.shell.history, { timeoutMs: answerWithinMs });
    unlock();
    const lines = entriesFrom(history ?? "", firstEntry);
    // Where some were not remembered (HISTCONTROL), only the last exit code surely belongs to the last line.
    if (lines.length === ran.length) return ran.map(({ exitCode }, i) => ({ command: lines[i] ?? "", exitCode }));
    const lastCode = ran.at(-1)?.exitCode ?? null;
    return lines.map((command, i) => ({ command, exitCode: i === lines.length - 1 ? lastCode : null }));
  }

  return {
    begin() {
      commands = [];
      // Between the end of a command and the prompt that tells the number, it is not known yet.
      const look = () => (tracker.shell.phase.name === "prompt-due" ? null : tracker.shell.historyNumber);
      firstEntry = look();
      if (firstEntry !== null) return;
      void core.conditions.until(look, { timeoutMs: answerWithinMs }).then((number) => {
        firstEntry ??= number;
      });
    },
    async end() {
      // What was entered a moment ago is on its way: the shell is about to say that it runs, or to prompt again.
      await core.conditions.until(() => tracker.isAtPrompt || tracker.command !== null || null, { timeoutMs: 300 });
      return await withHistory(commands.splice(0));
    },
    onFinished({ command, exitCode }) {
      const isEmpty = tracker.shell.loaded?.name !== "bash" && command.text.trim() === "";
      if (command.by !== "person" || isEmpty || commands.length >= maxCommands) return;
      commands.push({ command: command.text, exitCode });
    },
  };
}

/** Entries of `history`, each behind its number; further lines of an entry have none. */
export function entriesFrom(history: string, first: number): string[] {
  const entries: { number: number; text: string }[] = [];
  for (const line of history.split("\n")) {
    const start = /^ *(\d+)\*? {2}(.*)$/.exec(line);
    const last = entries.at(-1);
    if (start !== null) entries.push({ number: Number(start[1]), text: start[2] ?? "" });
    else if (last !== undefined && line !== "") last.text += `\n${line}`;
  }
  return entries.filter(({ number }) => number >= first).map(({ text }) => text);
}
