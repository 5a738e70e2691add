// The words of a command, and what is not known about them before it runs.
export {
  type Arg,
  hole,
  isBelow,
  isDynamic,
  isGluedName,
  isOpenPath,
  isUnreadCode,
  isWrittenOut,
  knownText,
  literal,
  mayBecomeOption,
  partOf,
  plainArg,
  readable,
} from "./arg.ts";
export { readArithmetic } from "./arithmetic.ts";
// From the text to what it does.
export { type Deception, type DeceptionKind, examineBytes } from "./byte-gate.ts";
export type { LoopRounds } from "./endless-loop.ts";
// What passes from one command to the next.
export { type Flow, filtered, mixFlows, noFlow, someFlow, textFlow, withoutText } from "./flow.ts";
export type { Judge, Part, Suspicion } from "./judge.ts";
// The shell that reads it.
export { inShellOf, readerOf, runsInShell, shellFor } from "./nested-shell.ts";
export { parseShell } from "./parse.ts";
export { type PathWord, pathWord } from "./path-word.ts";
export {
  anyFolder,
  distinctFolders,
  doubtFolder,
  eachFolder,
  elsewhere,
  everyFolder,
  folderFrom,
  likelyFolder,
  newShell,
  placedIn,
  placeOf,
  type ShellState,
} from "./shell-state.ts";
export { conditionally } from "./shell-values.ts";
export type { Span } from "./span.ts";
export { evaluatesValue, isNumber } from "./variables.ts";
export { walkScript } from "./walk/index.ts";
export { createBudget, type WalkSettings } from "./walk/walk.ts";
