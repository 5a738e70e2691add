import type { Command } from "commander";
import { closestWord, UserError } from "../base/index.ts";

/**
 * Refuses a word where only the name of a command can stand, and says which was meant. Below a command that does
 * something by itself such a word would be counted as an argument too many, and help would be printed for another command.
 */
export function checkWords(program: Command, argv: readonly string[]): void {
  const { command, word } = descend(program, argv);
  if (word === null || command.commands.length === 0 || command.registeredArguments.length > 0) return;
  const names = command.commands.filter((sub) => !isHidden(sub)).map((sub) => sub.name());
  const meant = closestWord(word, names);
  const above = fullName(command);
  throw new UserError(
    "usage.command",
    `There is no command "${[...above.slice(1), word].join(" ")}".`,
    meant === null
      ? `See which there are: ${[...above, "--help"].join(" ")}`
      : `Did you mean: ${[...above, meant].join(" ")}`,
  );
}

/** The command that the words lead to, and the first that is neither a command below it nor an option's. */
export function descend(program: Command, words: readonly string[]): { command: Command; word: string | null } {
  let command = program;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--") break;
    if (word.startsWith("-") && word !== "-") {
      if (takesNextWord(command, word)) i++;
      continue;
    }
    const below = command.commands.find((sub) => sub.name() === word);
    if (below === undefined) return { command, word: word === "help" ? null : word };
    command = below;
  }
  return { command, word: null };
}

/** Whether what follows an option is its value. */
export function takesNextWord(command: Command, flag: string): boolean {
  return optionNamed(command, flag)?.required === true;
}

export function optionNamed(command: Command, flag: string) {
  return command.options.find((option) => option.long === flag || option.short === flag);
}

/** Commander keeps it to itself. */
export function isHidden(command: Command): boolean {
  return (command as unknown as { _hidden?: boolean })._hidden === true;
}

/** From the program's own name on, as `cotty`, which is what a sentence says. */
function fullName(command: Command): string[] {
  return command.parent === null ? ["cotty"] : [...fullName(command.parent), command.name()];
}
