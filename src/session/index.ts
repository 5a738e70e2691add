export { admit } from "./admit.ts";
export { decide } from "./decide.ts";
export { type DecideContext, type Decision, type Judgement, nameOf } from "./decision.ts";
export { type Draft, type DraftEdit, draftOf, editDraft, emptyDraft } from "./draft.ts";
export { evolve } from "./evolve.ts";
export { answerOfMode, answerOfTurn, type ModeAnswer, modeFor } from "./modes.ts";
export { openQuestions, type Phase, phase, phaseNames, stepsInReview } from "./phase.ts";
export {
  allTurns,
  contextTurns,
  isHeld,
  type MiddlePane,
  middlePane,
  minimumRows,
  paneRows,
  spentBy,
  type TerminalPrompt,
  type Toolbar,
  terminalPrompts,
  toolbar,
  typingGoesTo,
  type Waiting,
  waitingForPerson,
} from "./selectors.ts";
export {
  type Attachment,
  defaultSettings,
  emptyState,
  type Item,
  type Question,
  type SessionState,
  type Spent,
  type Step,
  type StepStatus,
  type Subgoal,
  type TerminalInfo,
  type Turn,
  type TurnEnd,
  type Usage,
} from "./state.ts";
