import { delay, UserError } from "../../base/index.ts";
import type { EventBody, LoginWaitingKind } from "../../protocol/index.ts";
import type { Terminal, TerminalState } from "../../terminal/index.ts";

/** Short against the time a person needs to read a question, long against what a look costs. */
const lookEveryMs = 150;

export interface FollowLoginOptions {
  terminal: Terminal;
  /** For texts of the host, which go into the log. */
  clean(text: string): string;
  record(body: EventBody): Promise<void>;
  /** Is there anybody who could answer? */
  isAttended(): boolean;
  signal: AbortSignal;
}

/**
 * Records what a login asks until somebody is logged in. Rejects with the reason when that does not come about, and
 * with the signal's when nobody wants to know any more.
 */
export async function followLogin(options: FollowLoginOptions): Promise<TerminalState> {
  const { terminal, clean, record, signal } = options;
  let told: Question | null = null;
  let seen: Question | null = null;
  let readTo = -1;
  let lastAsked = "";
  for (;;) {
    const state = await terminal.state();
    if (state.name === "closed") throw loginError(terminal, state);
    if (state.name !== "starting") return state;
    const now = questionIn(state);
    // Twice the same: while a question is being printed, its beginning is not the question.
    if (isSame(now, seen) && !isSame(now, told)) {
      told = now;
      if (now.waiting !== "working" && !options.isAttended()) throw nobodyToAnswer(terminal, now.text);
      const asked = now.waiting === "working" ? { text: "", row: readTo } : await readQuestion(terminal, readTo);
      readTo = asked.row;
      const text = clean(asked.text || now.text);
      // The client keeps its own words about it to itself.
      const isRepeated = text !== "" && text === lastAsked;
      if (text !== "") lastAsked = text;
      await record({
        type: "login.waiting",
        terminalId: terminal.id,
        waiting: now.waiting,
        text: isRepeated ? `That was not accepted.\n${text}` : text,
      });
    }
    seen = now;
    await delay(lookEveryMs, { signal });
  }
}

interface Question {
  waiting: LoginWaitingKind;
  text: string;
  /** The same words further on are another question: the first answer was wrong. */
  offset: number;
}

const mostLines = 30;

/** All that was printed since the last question: which code is wanted, and how an answer was received, stands above it. */
async function readQuestion(terminal: Terminal, readTo: number): Promise<{ text: string; row: number }> {
  const { text, cursor } = await terminal.screen();
  const from = Math.max(readTo < cursor.row ? readTo + 1 : 0, cursor.row + 1 - mostLines);
  const lines = text.split("\n").slice(from, cursor.row + 1);
  return {
    text: lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim(),
    row: cursor.row,
  };
}

function questionIn({ foreground, offset }: TerminalState): Question {
  const waiting = foreground?.waiting;
  if (waiting !== "password" && waiting !== "line-input") return { waiting: "working", text: "", offset: 0 };
  return { waiting, text: foreground?.prompt ?? "", offset };
}

function isSame(a: Question, b: Question | null): boolean {
  return a.waiting === b?.waiting && a.text === b.text && a.offset === b.offset;
}

export function loginError({ target }: Terminal, { end }: TerminalState): UserError {
  return new UserError(
    end?.code ?? "ssh.login-failed",
    end?.detail || `The terminal on ${target} ended before anybody was logged in.`,
    end?.nextStep ?? "Open it again.",
  );
}

/** A question that nobody will answer must not be waited for. */
function nobodyToAnswer({ target }: Terminal, prompt: string): UserError {
  const host = target.replace(/^ssh:/, "");
  return new UserError(
    "ssh.login-asks",
    `${host} asks for something, and nobody is here to answer: ${prompt.trim() || "a password"}`,
    `Run it in a terminal, where you are asked; or log in first, and the connection is kept for a while: cotty hosts check ${host}`,
  );
}
