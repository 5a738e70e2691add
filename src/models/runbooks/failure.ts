import { printable } from "./format.ts";

/** What a command said went wrong, in the words people get. Only what it printed is used, never a guess. */

const accessError = /: (?:no such file or directory|permission denied|operation not permitted|not a directory)\b/i;

/**
 * The tool of a command that the shell did not find. 127 is the shell's word for it; behind a pipe the exit code is
 * another tool's, and then the shell's message counts: sh, bash, zsh and fish each have their own.
 */
export function missingTool(command: string, exitCode: number | null, text: string): string | null {
  const tools = toolsOf(command);
  const named = tools.find((tool) => {
    const name = escaped(tool);
    return new RegExp(
      `: ${name}: (?:command )?not found|command not found: ${name}$|Unknown command: ${name}$`,
      "m",
    ).test(text);
  });
  return named ?? (exitCode === 127 ? (tools[0] ?? command) : null);
}

/** Whether a tool of the command complained ("ps: bad -o argument"): then printing no row is no answer. */
export function hasComplaint(command: string, text: string): boolean {
  return accessError.test(text) || complaintOf(command, text) !== undefined;
}

export function howItFailed(command: string, exitCode: number | null, text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const complaint = lines.find((line) => accessError.test(line)) ?? complaintOf(command, text);
  if (complaint !== undefined) return `failed. ${asSentence(complaint)}`;
  const said = lines.length === 0 ? "It printed nothing." : asSentence(lines.at(-1) ?? "");
  const hasFailed = exitCode !== 0 && exitCode !== null;
  return hasFailed ? `exited with ${exitCode}. ${said}` : `printed nothing that can be read. ${said}`;
}

export function whyOnlyPartly(exitCode: number | null, text: string): string {
  const refused = text.split("\n").filter((line) => /permission denied|operation not permitted/i.test(line)).length;
  if (refused === 0) return `exited with ${exitCode}, so this may be a part only.`;
  return `could not read ${refused === 1 ? "one folder" : `${refused} folders`}: that needs root.`;
}

export function notInstalled(tools: string[]): string {
  const names = [...new Set(tools)].map((tool) => `\`${tool}\``);
  return names.length === 1 ? `${names[0]} is not installed here.` : `None of ${names.join(", ")} is installed here.`;
}

/** The whole command stands in its step; here it only has to be recognised. */
export function shownCommand(command: string): string {
  return `\`${command.length <= 48 ? command : `${command.slice(0, 48).replace(/\s+\S*$/, "")} …`}\``;
}

export function asSentence(text: string): string {
  const clean = printable(text.trim());
  return clean === "" || /[.!?…]$/.test(clean) ? clean : `${clean}.`;
}

function toolsOf(command: string): string[] {
  const unquoted = command.replaceAll(/'[^']*'/g, "''");
  return unquoted.split(/\|+|&&|;/).map((part) => part.trim().split(/\s/)[0] ?? "");
}

function complaintOf(command: string, text: string): string | undefined {
  const tools = toolsOf(command).map((tool) => escaped(tool));
  return new RegExp(`^(?:\\S*/)?(?:${tools.join("|")}): .*$`, "m").exec(text)?.[0];
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w-]/g, "\\$&");
}
