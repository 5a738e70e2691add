import type {
  Actor,
  Basis,
  CommandOutcome,
  Foreground,
  Hold,
  LoginWaitingKind,
  Mode,
  ProposedStep,
  ReportedError,
  Risk,
  Settings,
  StepKind,
  StepOutcome,
  StepWaitingKind,
  Target,
  ToolCallRef,
  TurnOutcome,
  Verification,
  Where,
} from "../protocol/index.ts";

/** Everything the log of a session says, folded. Never written to: `evolve` makes the next one. */
export interface SessionState {
  readonly id: string;
  /** The last event that is in here; 0 before the first. */
  readonly seq: number;
  readonly title: string;
  readonly target: Target;
  readonly cwd: string;
  readonly settings: Settings;
  readonly closed: boolean;
  /** Finished turns, oldest first. */
  readonly turns: readonly Turn[];
  readonly current: Turn | null;
  readonly chat: Chat;
  /** A prompt that was received and whose turn has not started. */
  readonly prompt: string | null;
  readonly lastPrompt: string | null;
  readonly attachments: readonly Attachment[];
  /** What the person did in the terminal while no turn was running, for the agent to know. */
  readonly meanwhile: readonly string[];
  /** Turns before this index are history for people and not context for the agent (`new`). */
  readonly contextFrom: number;
  readonly subgoals: readonly Subgoal[];
  readonly terminals: readonly TerminalInfo[];
  readonly usage: Usage;
  readonly lastError: ReportedError | null;
  /** What people allowed for the rest of the session: rules as they would stand in a file, and keys for a program. */
  readonly rules: readonly string[];
  readonly approvedKeys: readonly { program: string; keys: string }[];
  /** Requests already carried out, so that one sent twice is carried out once. Bounded. */
  readonly answered: readonly AnsweredRequest[];
}

/** Plain chat: questions and their answers beside the agent's work. Nothing in it acts. */
export interface Chat {
  readonly turns: readonly Turn[];
  readonly current: Turn | null;
  /** A question that was received and whose turn has not started. */
  readonly question: { readonly text: string; readonly attachments: readonly Attachment[] } | null;
  /** Turns before this index are history for people and not context for the answer (`new`). */
  readonly contextFrom: number;
  /** What browsers kept by themselves, since the last `new`: nobody vouches for who said it. */
  readonly imported: readonly ImportedMessage[];
  readonly imports: readonly string[];
}

export interface ImportedMessage {
  readonly importId: string;
  readonly role: "user" | "model";
  readonly text: string;
  /** Who imported it. */
  readonly by: Actor;
  readonly seq: number;
}

export interface AnsweredRequest {
  readonly id: string;
  readonly seq: number;
}

export interface Turn {
  readonly id: string;
  readonly prompt: string;
  /** Who asked for it. */
  readonly by: Actor;
  /** What came with the prompt. */
  readonly attachments: readonly Attachment[];
  /** What the person did in the terminal since the last turn. */
  readonly meanwhile: readonly string[];
  readonly agent: string;
  readonly model: string;
  readonly mode: Mode;
  /** The mode that a person has chosen since it began: where that one is stricter, it holds at once. */
  readonly chosenMode: Mode;
  readonly freshHistory: boolean;
  /** The turn that asked the same before. */
  readonly retryOf: string | null;
  readonly startedAt: number;
  readonly items: readonly Item[];
  readonly steps: ReadonlyMap<string, Step>;
  readonly questions: ReadonlyMap<string, Question>;
  readonly paused: boolean;
  /** Why it is paused, where it was not a person who asked for it: then a person is asked whether it may go on. */
  readonly pauseReason: string | null;
  readonly stopping: boolean;
  readonly end: TurnEnd | null;
  /** What it has used, as far as the log tells: a restart must not make a budget start again. */
  readonly usage: Usage;
  readonly pausedAt: number | null;
  readonly pausedMs: number;
  /** When the last event of it was stored. */
  readonly lastAt: number;
  /** What it had used each time a person let it go on after it had paused by itself. */
  readonly allowances: readonly Spent[];
}

/** What a turn has used of what budgets limit. */
export interface Spent {
  readonly tokens: number;
  /** US dollars; null as soon as a part of it is not known. */
  readonly cost: number | null;
  /** Without the time in which it was paused, or nobody worked on it. */
  readonly activeMs: number;
}

export interface Attachment {
  readonly name: string;
  readonly text: string;
}

export interface TurnEnd {
  readonly outcome: TurnOutcome;
  readonly summary: string;
  readonly at: number;
  readonly verification?: Verification | undefined;
  readonly error?: ReportedError | undefined;
}

/** What a turn consists of, in the order it happened. */
export type Item =
  | { readonly kind: "text"; readonly text: string; readonly seq: number }
  | { readonly kind: "thinking"; readonly text: string; readonly seq: number }
  | { readonly kind: "step"; readonly stepId: string; readonly seq: number }
  | { readonly kind: "question"; readonly stepId: string; readonly seq: number }
  | { readonly kind: "steer"; readonly text: string; readonly by: Actor; readonly seq: number }
  /** `forAgent`: the agent is told of it too. */
  | { readonly kind: "note"; readonly text: string; readonly seq: number; readonly forAgent?: true }
  /** A call of the agent that led to no step, and what it was told. */
  | {
      readonly kind: "call";
      readonly call: ToolCallRef;
      readonly text: string;
      readonly isError: boolean;
      readonly seq: number;
    };

export interface Step extends ProposedStep {
  readonly id: string;
  readonly kind: StepKind;
  readonly risks: readonly Risk[];
  /** Where it would happen; null in logs of before, and where it needs no terminal. */
  readonly terminalId: string | null;
  readonly hold: Hold;
  /** Null where nobody was asked, and in logs of before. */
  readonly basis: Basis | null;
  /** A file that is really inside the session's project. */
  readonly inProject: boolean;
  /** Allowed by a rule or an earlier approval of a person, and not proved to only read. */
  readonly isByRule: boolean;
  readonly call: ToolCallRef | null;
  /** Who would get the keys: null where that could not be told; undefined at a prompt, and for what is no keys. */
  readonly program: string | null | undefined;
  readonly proposedAt: number;
  /** What it was before a person edited it. */
  readonly editedFrom: string | null;
  /** Who edited it last. */
  readonly editedBy: Actor | null;
  readonly status: StepStatus;
}

export type StepStatus =
  | { readonly name: "review" }
  | { readonly name: "approved"; readonly by: Actor; readonly from: string; readonly at: number }
  | {
      readonly name: "running";
      readonly by: Actor;
      readonly from: string;
      readonly since: number;
      readonly terminalId: string | null;
      readonly offset: number | null;
      readonly waiting: StepWaitingKind | null;
      /** The question it waits at, where there is one. */
      readonly waitingText: string;
      /** The event that said so: the same question twice is two questions. */
      readonly waitingSeq: number;
      readonly waitingSince: number;
    }
  | {
      readonly name: "finished";
      readonly by: Actor;
      readonly from: string;
      readonly outcome: StepOutcome;
      readonly exitCode: number | null;
      readonly output: string;
      readonly bytes: number;
      readonly droppedBytes: number;
      readonly durationMs: number;
      readonly terminalId: string | null;
      readonly range: { readonly from: number; readonly to: number } | null;
      readonly where: Where | null;
      readonly error: ReportedError | null;
      readonly foreground: Foreground | null;
      /** How a command ended that was reported as running; null while it may still run, and for every other outcome. */
      readonly ended: LateEnd | null;
    }
  | {
      readonly name: "rejected";
      readonly by: Actor;
      readonly from: string;
      readonly reason: string | null;
      readonly at: number;
    };

/** The real end of a command that outlived its time-out. */
export interface LateEnd {
  /** `terminal-closed` also where nobody could see any more how it ended. */
  readonly outcome: CommandOutcome;
  readonly exitCode: number | null;
  /** All of it, or nothing where it could not be read any more. */
  readonly output: string;
  readonly bytes: number;
  readonly droppedBytes: number;
  readonly durationMs: number;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly at: number;
}

export interface Question {
  readonly stepId: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly askedAt: number;
  readonly answer: {
    readonly text: string;
    readonly by: Actor;
    readonly from: string;
    readonly at: number;
  } | null;
}

export interface Subgoal {
  readonly id: string;
  readonly objective: string;
  readonly status: "not-started" | "in-progress" | "complete" | "aborted";
  readonly plan: string | null;
  readonly log: readonly string[];
}

export interface LoginWait {
  readonly waiting: LoginWaitingKind;
  readonly text: string;
  readonly seq: number;
  readonly since: number;
}

export interface TerminalInfo {
  readonly id: string;
  readonly target: Target;
  readonly shell: string;
  readonly open: boolean;
  /** Why it is not open any more. */
  readonly endReason: string | null;
  readonly linked: boolean;
  readonly keyboard: "agent" | "person";
  /** The person who has it; null while the agent does. */
  readonly holder: Actor | null;
  /** The event with which a person last took the keyboard; 0 where nobody has. */
  readonly takenSeq: number;
  /** Since when nobody but the agent has had it: from its opening, or from when a person last gave it back. */
  readonly agentSince: number;
  readonly cols: number;
  readonly rows: number;
  /** Null until it is known for certain, and so while somebody logs in. */
  readonly where: Where | null;
  /** What the login waits for; null when nobody logs in. */
  readonly login: LoginWait | null;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null as soon as one part of it is not known: a sum that leaves something out would be a lie. */
  readonly cost: number | null;
}

export const defaultSettings: Settings = {
  agent: "cotty",
  model: "offline/runbooks",
  mode: "default",
  thinking: false,
  maxSteps: 20,
};

/** The state before the first event. */
export function emptyState(id: string): SessionState {
  return {
    id,
    seq: 0,
    title: "",
    target: "local",
    cwd: "",
    settings: defaultSettings,
    closed: false,
    turns: [],
    current: null,
    chat: { turns: [], current: null, question: null, contextFrom: 0, imported: [], imports: [] },
    prompt: null,
    lastPrompt: null,
    attachments: [],
    meanwhile: [],
    contextFrom: 0,
    subgoals: [],
    terminals: [],
    usage: { inputTokens: 0, outputTokens: 0, cost: 0 },
    lastError: null,
    rules: [],
    approvedKeys: [],
    answered: [],
  };
}
