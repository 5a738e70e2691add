import { Worker } from "node:worker_threads";
import { UserError } from "../../base/index.ts";
import { mayNeverEnd } from "./may-never-end.ts";

/** Far more than an honest search of what is kept of an output takes, also on a busy machine. */
const longestSearchMs = 5000;

/** Runs in a thread of its own, which needs no file: it is the same in sources and in the bundle. */
const searcher = `
const { parentPort, workerData } = require("node:worker_threads");
const expression = new RegExp(workerData, "m");
parentPort.on("message", (text) => parentPort.postMessage(expression.test(text)));
`;

/**
 * Searches texts for a pattern of a model. `.*x` takes 20 s on a line of 50 KB, and this process is the one for which a
 * person's keys and a stop wait: so another thread searches, and is ended when it takes too long.
 */
export interface PatternSearch extends Disposable {
  isIn(text: string): Promise<boolean>;
}

export function openPatternSearch(pattern: string, { longestMs = longestSearchMs } = {}): PatternSearch {
  check(pattern);
  const worker = new Worker(searcher, { eval: true, workerData: pattern });
  // It must not keep the process alive, nor end it.
  worker.unref();
  worker.on("error", () => {});
  return {
    isIn(text) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(() => reject(tooSlow(pattern))), longestMs);
        const settle = (answer: () => void) => {
          clearTimeout(timer);
          worker.off("message", onMessage);
          worker.off("exit", onExit);
          answer();
        };
        const onMessage = (isFound: boolean) => settle(() => resolve(isFound));
        const onExit = () => settle(() => reject(tooSlow(pattern)));
        worker.once("message", onMessage);
        worker.once("exit", onExit);
        worker.postMessage(text);
      });
    },
    [Symbol.dispose]: () => void worker.terminate(),
  };
}

function check(pattern: string): void {
  if (mayNeverEnd(pattern)) throw tooSlow(pattern);
  try {
    new RegExp(pattern, "m");
  } catch (cause) {
    throw new UserError(
      "terminal.bad-pattern",
      `The pattern ${JSON.stringify(pattern)} is not a regular expression: ${cause instanceof Error ? cause.message : cause}`,
      "Escape characters that have a meaning in regular expressions, for example \\( and \\[.",
      { cause },
    );
  }
}

function tooSlow(pattern: string): UserError {
  return new UserError(
    "terminal.slow-pattern",
    `The pattern ${JSON.stringify(pattern)} may take for ever to search for.`,
    "Use a simpler one: no repetition or alternative inside something that is repeated, no .* at its beginning, and no back-references.",
  );
}
