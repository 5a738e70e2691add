export { formatAge, formatBytes, formatDuration, formatElapsed } from "./amounts.ts";
export { assertNever } from "./assert-never.ts";
export { createAsyncQueue } from "./async-queue.ts";
export { boundRepeats } from "./bound-repeats.ts";
export { type Clock, delay, systemClock } from "./clock.ts";
export { closestWord, editDistance } from "./closest-word.ts";
export { diffLines } from "./diff-lines.ts";
export {
  type Drawing,
  type DrawingMode,
  drawingEscapes,
  drawingFinals,
  drawingModes,
} from "./drawing-sequences.ts";
export { createGate } from "./gate.ts";
export { createId, randomText } from "./ids.ts";
export { createLineSplitter, toJson, toJsonLine } from "./json-lines.ts";
export { createMemoryPipe, type PipeEnd } from "./memory-pipe.ts";
export { nameProgram } from "./name-program.ts";
export { neverAborted } from "./never-aborted.ts";
export { inQuotes, quoteWord } from "./quote.ts";
export { maxSocketPathBytes } from "./socket-path.ts";
export { describeError, firstError, isAbortError, UserError } from "./user-error.ts";
export { escapeInJson, makeVisible, printable } from "./visible.ts";
export { waitUntil } from "./wait-until.ts";
export { pathPatterns, pathWildcards, type Wildcards, wildcards } from "./wildcards.ts";
