/** Prose writes Cotty with a capital: a small one before a word is a command line. */
const commandLine = /(?<![\w/.~@-])cotty(?= [a-z])/g;

/** A text with every command line in it as it can be pasted here, where `cotty` alone may not be on the PATH. */
export function nameProgram(text: string, program: string): string {
  return program === "cotty" ? text : text.replaceAll(commandLine, () => program);
}
