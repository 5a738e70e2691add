import type { Command, Option } from "commander";
import { isHidden } from "./check-words.ts";
import { exitCodeMeanings } from "./exit-codes.ts";

/** The manual page, in the language of man(7), from the same commands that the program runs. */
export function manualPage(program: Command, version: string): string {
  return [
    `.TH COTTY 1 "" "Cotty ${text(version)}" "User Commands"`,
    ".SH NAME",
    `cotty \\- ${text(program.description())}`,
    ".SH SYNOPSIS",
    ".B cotty",
    "COMMAND [options]",
    ".SH COMMANDS",
    ...program.commands.flatMap((command) => commandLines(command, "cotty")),
    ".SH EXIT STATUS",
    ...Object.entries(exitCodeMeanings).flatMap(([code, meaning]) => [".TP", `.B ${code}`, text(meaning)]),
    ".SH FILES",
    ...described("~/.config/cotty/config.toml", "Settings. cotty config prints them, cotty config set changes them."),
    ...described("~/.config/cotty/keys.json", "Keys of model providers. Added by cotty keys add."),
    ...described("~/.local/state/cotty", "Sessions, the output of their terminals, and what the daemon keeps."),
    ".SH SEE ALSO",
    "ssh(1), ssh_config(5)",
    "",
  ].join("\n");
}

function commandLines(command: Command, above: string): string[] {
  if (isHidden(command)) return [];
  const name = `${above} ${command.name()}`;
  const words = command.registeredArguments.map((argument) => {
    const shown = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? shown : `[${shown}]`;
  });
  return [
    `.SS ${text([name, ...words].join(" "))}`,
    text(sentence(command.description())),
    ...command.options.filter(({ hidden }) => !hidden).flatMap(optionLines),
    ...command.commands.flatMap((sub) => commandLines(sub, name)),
  ];
}

function optionLines({ flags, description, argChoices }: Option): string[] {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(", ")})`;
  return described(flags, `${sentence(description)}${choices}`);
}

function described(what: string, meaning: string): string[] {
  return [".TP", `.B ${text(what)}`, text(meaning)];
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** Nothing in a text is a request: not a backslash, not a dot or a quote at the beginning, and a dash is what was written. */
function text(words: string): string {
  const escaped = words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("\n", " ");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
