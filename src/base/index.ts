export { assertNever } from "./assert-never.ts";
export { type AsyncQueue, createAsyncQueue } from "./async-queue.ts";
export { type Clock, delay, systemClock } from "./clock.ts";
export { closestWord, editDistance } from "./closest-word.ts";
export { createId, randomText } from "./ids.ts";
export { createLineSplitter, toJsonLine } from "./json-lines.ts";
export { createMemoryPipe, type PipeEnd } from "./memory-pipe.ts";
export { describeError, isAbortError, UserError } from "./user-error.ts";
export { type Watched, waitUntil } from "./wait-until.ts";
