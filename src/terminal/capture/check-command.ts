import { UserError } from "../../base/index.ts";

/** A shell's line editor takes this much in a moment; a longer text belongs into a file. */
const maxCommandBytes = 256 * 1024;

/**
 * Refuses what a terminal would not take as text. Stripping would run something else than what was approved, so a
 * command with control characters (among them the end of a bracketed paste) is refused as it is.
 */
export function checkCommand(command: string): void {
  const at = command.search(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  if (at !== -1) {
    const code = command.charCodeAt(at).toString(16).padStart(2, "0");
    throw new UserError(
      "terminal.control-character",
      `The command has the control character 0x${code} at position ${at}; a terminal would act on it instead of reading it.`,
      "Write it as an escape of the shell, for example $'\\x1b' or printf '\\033'.",
    );
  }
  if (!command.isWellFormed()) {
    throw new UserError(
      "terminal.not-unicode",
      "The command has half of a surrogate pair, which is not a character.",
      "Send the command as proper Unicode text.",
    );
  }
  if (Buffer.byteLength(command) > maxCommandBytes) {
    throw new UserError(
      "terminal.command-too-long",
      `The command is ${Buffer.byteLength(command)} bytes long; a terminal takes at most ${maxCommandBytes}.`,
      "Write the text to a file and run that.",
    );
  }
}
