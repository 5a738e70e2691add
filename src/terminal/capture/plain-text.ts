import { stripAnsi } from "../text/strip-ansi.ts";

export const sentinel = "__JUNI_AGENT_DONE__";

/** Asks for more of the line (an open quote), as shells do unless somebody has set that prompt. */
export function isContinuation(row: string, prompt: string, isShell: boolean): boolean {
  const usual = isShell ? /^(?:[a-z]+ )*[a-z]*> ?$/ : /^> ?$/;
  return usual.test(row) && !usual.test(prompt);
}

/** On its own line where a `;` would change the command: after a comment, a heredoc, a trailing `&` or backslash. */
export function withSentinel(command: string): string {
  const needsOwnLine = /\n|(^|\s)#|&\s*$|\\$|<</.test(command);
  return needsOwnLine ? `${command}\necho ${sentinel}` : `${command}; echo ${sentinel}`;
}

/** The echo of the typed line holds the sentinel too, right after the word that prints it. */
const printedSentinel = new RegExp(`(?<!echo[ \\r\\n]*)${sentinel}\\r?\\n`);

export function hasSentinel(text: string): boolean {
  return printedSentinel.test(text);
}

/** Where the sentinel had a line of its own, the prompt and its echo stand before it. */
function cutSentinel(output: string): string {
  const at = output.search(printedSentinel);
  const before = at === -1 ? output : output.slice(0, at);
  return before.replaceAll(new RegExp(`(^|\\n)[^\\n]*echo ${sentinel}\\r*\\n`, "g"), (echo) =>
    echo.includes(";") ? echo : echo.startsWith("\n") ? "\n" : "",
  );
}

/** The typed line as the terminal echoed it: with the editor's wraps, or line by line behind continuation prompts. */
function cutEcho(output: string, line: string): string {
  const whole = endOfEcho(output, line);
  if (whole !== null) return output.slice(whole).replace(/^\r*\n/, "");
  let rest = output;
  for (const typedLine of line.split("\n")) {
    const [first = "", ...others] = rest.split("\n");
    if (typedLine === "" || !first.trimEnd().endsWith(typedLine.trimEnd())) break;
    rest = others.join("\n");
  }
  return rest;
}

function endOfEcho(output: string, line: string): number | null {
  let at = 0;
  for (const character of line) {
    while (at < output.length && output[at] !== character && /\s/.test(output[at] ?? "")) at++;
    if (output[at] !== character) return null;
    at++;
  }
  return at;
}

function cutPrompt(output: string): string {
  return output.slice(0, output.lastIndexOf("\n") + 1);
}

/** What a command printed, without the echo of its line and without the sentinel or prompt behind it. */
export function cleanOutput(
  output: string,
  { line, isSentinel, prompt }: { line: string; isSentinel: boolean; prompt: string },
) {
  const printed = isSentinel ? cutSentinel(stripAnsi(output)) : cutPrompt(output);
  const text = (line === "" ? printed : cutEcho(printed, line)).replace(/^\r+/, "");
  // The shell prompted for the line with the sentinel.
  const hasPrompt = isSentinel && line.includes("\n") && prompt !== "" && text.trimEnd().endsWith(prompt);
  return hasPrompt ? text.slice(0, text.lastIndexOf(prompt)) : text;
}
