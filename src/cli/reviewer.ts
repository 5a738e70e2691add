import type { Client, SessionView } from "../client/index.ts";
import type { Request } from "../protocol/index.ts";
import { phraseOf, type Question, type Step, type TerminalPrompt, waitingForPerson } from "../session/index.ts";
import { answerPrompt } from "./answer-prompt.ts";
import type { CliContext } from "./context.ts";
import { editText } from "./edit-text.ts";
import type { Keyboard } from "./keyboard.ts";
import { inOneLine, printable } from "./printable.ts";
import type { SessionPrinter } from "./session-printer.ts";
import { showFacts } from "./show-step.ts";

/** Asks the person at this terminal about each step that waits, until told to stop. */
export interface Reviewer {
  run(options: { signal: AbortSignal }): Promise<void>;
}

export function createReviewer(
  context: CliContext,
  client: Client,
  view: SessionView,
  printer: Pick<SessionPrinter, "settled">,
  keyboard: Keyboard,
): Reviewer {
  const questions = createQuestions(context, client, view, keyboard);
  return {
    async run({ signal }) {
      while (!signal.aborted) {
        const state = await view.until(isWaiting, { signal }).catch(() => null);
        if (state === null) return;
        // The question belongs below everything that led to it.
        await printer.settled();
        const first = firstWaiting(state);
        // Somebody else may decide meanwhile (another shell, a phone): then this prompt goes away by itself.
        const decided = new AbortController();
        const stop = view.onEvent((_, now) => {
          if (!stillWaits(now, first) || now.current?.stopping) decided.abort();
        });
        const either = AbortSignal.any([signal, decided.signal]);
        try {
          await questions.ask(first, either);
          // The reply comes before its events: wait until this one is really off the list.
          await view.until((now) => !stillWaits(now, first), { signal: either });
        } catch (error) {
          if (!either.aborted) throw error;
        } finally {
          stop();
        }
      }
    },
  };
}

/** What a person is asked about now. */
type Waiting =
  | { kind: "prompt"; prompt: TerminalPrompt }
  | { kind: "step"; step: Step }
  | { kind: "question"; question: Question }
  /** The turn paused by itself (a budget, a loop). */
  | { kind: "pause" };

function isWaiting(state: SessionView["state"]): boolean {
  const { steps, questions, pause, prompts } = waitingForPerson(state);
  const count = steps.length + questions.length + prompts.length;
  return state.current !== null && !state.current.stopping && (count > 0 || pause !== null);
}

/** What a terminal asks holds up everything else. */
function firstWaiting(state: SessionView["state"]): Waiting {
  const {
    steps: [step],
    questions: [question],
    prompts: [prompt],
  } = waitingForPerson(state);
  if (prompt) return { kind: "prompt", prompt };
  if (step) return { kind: "step", step };
  return question ? { kind: "question", question } : { kind: "pause" };
}

function stillWaits(state: SessionView["state"], first: Waiting): boolean {
  const waiting = waitingForPerson(state);
  switch (first.kind) {
    case "prompt":
      return waiting.prompts.some((open) => open.seq === first.prompt.seq);
    case "step":
      return waiting.steps.some((open) => open.id === first.step.id && open.digest === first.step.digest);
    case "question":
      return waiting.questions.some((open) => open.stepId === first.question.stepId);
    case "pause":
      return waiting.pause !== null;
  }
}

/** The questions themselves: each is asked until a decision was taken, and one that was refused is none. */
function createQuestions(context: CliContext, client: Client, view: SessionView, keyboard: Keyboard) {
  async function send(request: Request, signal: AbortSignal): Promise<boolean> {
    const reply = await client.request(view.id, request, { signal });
    if (reply.outcome === "accepted") return true;
    context.say(`${context.paint("yellow", printable(reply.error.message))} ${printable(reply.error.nextStep)}\n`);
    return false;
  }

  async function review(step: Step, signal: AbortSignal): Promise<void> {
    showFacts(context, step);
    while (true) {
      const request = await decisionOn(step, context, keyboard, signal);
      if (request !== null && (await send(request, signal))) return;
    }
  }

  async function answer(question: Question, signal: AbortSignal): Promise<void> {
    const hint = question.choices.length === 0 ? "" : " (a number, or your own words)";
    const said = await keyboard.question(context.paint("person", `your answer${hint}> `), { signal });
    const text = question.choices[Number(said.trim()) - 1] ?? said;
    await send({ type: "answer", stepId: question.stepId, text }, signal);
  }

  /** Why it paused stands above. */
  async function letGoOn(signal: AbortSignal): Promise<void> {
    while (true) {
      const ask = context.paint("yellow", "Let it go on? y = yes · n = stop it: ");
      const text = (await keyboard.question(ask, { signal })).trim().toLowerCase();
      const type = text === "y" ? "resume" : text === "n" ? "stop" : null;
      if (type !== null && (await send({ type }, signal))) return;
    }
  }

  return {
    async ask(waiting: Waiting, signal: AbortSignal): Promise<void> {
      switch (waiting.kind) {
        case "prompt":
          return answerPrompt(context, client, view.id, waiting.prompt, keyboard, { signal });
        case "step":
          return review(waiting.step, signal);
        case "question":
          return answer(waiting.question, signal);
        case "pause":
          return letGoOn(signal);
      }
    },
  };
}

/** What the person wants, or null when it was nothing that counts. */
async function decisionOn(
  step: Step,
  context: CliContext,
  keyboard: Keyboard,
  signal: AbortSignal,
): Promise<Request | null> {
  const ask = step.verdict === "danger" ? askDanger : askPlain;
  const key = await ask(context, keyboard, step, signal);
  switch (key.answer) {
    case "approve":
      return { type: "approve", stepId: step.id, digest: step.digest, scope: key.scope, ...key.confirm };
    case "reject": {
      const reason = (await keyboard.question("Why not? (Enter alone ends the turn) ", { signal })).trim();
      return { type: "reject", stepId: step.id, ...(reason !== "" && { reason }) };
    }
    case "edit": {
      const command = await editText(step.command, keyboard, { signal });
      return command === null || command === step.command ? null : { type: "edit", stepId: step.id, command };
    }
    case "again":
      return null;
  }
}

type Answer =
  | {
      answer: "approve";
      scope: "once" | "session" | "always";
      confirm: { confirmation?: string; confirmHost?: string };
    }
  | { answer: "reject" }
  | { answer: "edit" }
  | { answer: "again" };

/** Enter alone, and anything that is not one of the letters, approves nothing. */
async function askPlain(context: CliContext, keyboard: Keyboard, step: Step, signal: AbortSignal): Promise<Answer> {
  const text = await keyboard.question(context.paint("yellow", plainQuestion(step)), { signal });
  switch (text.trim().toLowerCase()) {
    case "y":
      return { answer: "approve", scope: "once", confirm: {} };
    case "s":
      return { answer: "approve", scope: "session", confirm: {} };
    case "a":
      return { answer: "approve", scope: "always", confirm: {} };
    case "n":
      return { answer: "reject" };
    case "e":
      return { answer: "edit" };
    default:
      return { answer: "again" };
  }
}

function plainQuestion({ kind, program, protectedHost }: Step): string {
  // On a protected host a person decides each time.
  const longer = protectedHost === null;
  switch (kind) {
    case "command":
    case "check":
      return `Run it? y = once${longer ? " · s = also later in this session · a = always" : ""} · n = no · e = edit: `;
    case "keys":
      return `Type it? y = once${longer && program ? ` · s = such keys into ${inOneLine(program)} in this session` : ""} · n = no · e = edit: `;
    case "file":
      return "Write it? y = yes · n = no: ";
    case "tool":
      return "Allow it? y = yes · n = no: ";
  }
}

async function askDanger(context: CliContext, keyboard: Keyboard, step: Step, signal: AbortSignal): Promise<Answer> {
  const phrase = phraseOf(step);
  const text = (
    await keyboard.question(`To run it once, type ${context.paint("red", inOneLine(phrase))} · n = no · e = edit: `, {
      signal,
    })
  ).trim();
  if (text === "n") return { answer: "reject" };
  if (text === "e") return { answer: "edit" };
  if (text !== phrase) return { answer: "again" };
  if (step.confirmHost === null) return { answer: "approve", scope: "once", confirm: { confirmation: text } };
  const host = (
    await keyboard.question(`${inOneLine(step.confirmHost)} is protected. Type its name as well: `, { signal })
  ).trim();
  return { answer: "approve", scope: "once", confirm: { confirmation: text, confirmHost: host } };
}
