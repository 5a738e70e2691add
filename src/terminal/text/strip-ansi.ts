/**
 * Text without escape sequences, for a reader that is no terminal: CSI, OSC/DCS/APC/PM/SOS strings (an unterminated one
 * ends with its line, so that it cannot hide what follows), other escapes, and control characters besides tab and
 * line ends.
 */
export function stripAnsi(text: string): string {
  return text
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, "")
    .replace(/\x1b[\]PX^_][^\x07\x1b\x9c\n\r]*(?:\x07|\x1b\\|\x9c)?/g, "")
    .replace(/\x1b[ -/]*[0-~]/g, "")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}
