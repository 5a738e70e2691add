export { admit } from "./admit.ts";
export { canApproveLonger, canEdit, phraseOf } from "./approval-rules.ts";
export { chatTurns, isChat, newestTurn, runningTurn, runningTurns } from "./chat.ts";
export { decide } from "./decide.ts";
export { decideTyping } from "./decide-terminal.ts";
export { type Decision, type Judgement, nameOf } from "./decision.ts";
export { evolve } from "./evolve.ts";
export { foldEvents } from "./fold-events.ts";
export { endWord, type Glance, glanceAt, lastEndOf } from "./glance.ts";
export { endOf, stillRuns } from "./late-end.ts";
export { answerOfTurn, type ModeAnswer } from "./modes.ts";
export { phase } from "./phase.ts";
export { receiptOf } from "./receipt.ts";
export {
  allTurns,
  contextTurns,
  isHeld,
  spentBy,
  type TerminalPrompt,
  terminalPrompts,
  toolbar,
  typingGoesTo,
  waitingForPerson,
} from "./selectors.ts";
export {
  defaultSettings,
  emptyState,
  type Item,
  type Question,
  type SessionState,
  type Step,
  type Subgoal,
  type TerminalInfo,
  type Turn,
} from "./state.ts";
export { type StepPlace, stepsInTerminal } from "./steps-in-terminal.ts";
export { type WaitingStep, waitingItems, waitingStep } from "./waiting-items.ts";
export { heldBy, waitsForKeyboard } from "./waits-for-keyboard.ts";
