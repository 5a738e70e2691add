import type { IDisposable, Terminal } from "@xterm/xterm";

/**
 * Exactly one emulator may answer a program's questions (where is the cursor, what can you do): the one beside the
 * shell. If each viewer answered too, and again at every replay, the answers would arrive as typed text.
 */
export function silenceReplies(term: Terminal): IDisposable {
  const swallow = () => true;
  const handlers = [
    term.parser.registerCsiHandler({ final: "c" }, swallow),
    term.parser.registerCsiHandler({ prefix: ">", final: "c" }, swallow),
    term.parser.registerCsiHandler({ prefix: "=", final: "c" }, swallow),
    term.parser.registerCsiHandler({ prefix: ">", final: "q" }, swallow),
    term.parser.registerCsiHandler({ final: "n" }, swallow),
    term.parser.registerCsiHandler({ prefix: "?", final: "n" }, swallow),
    term.parser.registerCsiHandler({ intermediates: "$", final: "p" }, swallow),
    term.parser.registerCsiHandler({ prefix: "?", intermediates: "$", final: "p" }, swallow),
    term.parser.registerCsiHandler({ final: "t" }, swallow),
    term.parser.registerDcsHandler({ intermediates: "$", final: "q" }, swallow),
    term.parser.registerDcsHandler({ intermediates: "+", final: "q" }, swallow),
    ...[4, 10, 11, 12].map((code) => term.parser.registerOscHandler(code, (data) => data.includes("?"))),
  ];
  return { dispose: () => handlers.forEach((handler) => void handler.dispose()) };
}
