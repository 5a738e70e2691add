import type { HistoryItem } from "../../agents/index.ts";
import { assertNever } from "../../base/index.ts";
import { chatTurns, contextTurns, isChat, type SessionState, type Step, type Turn } from "../../session/index.ts";
import { resultText } from "../step/result-text.ts";

/** What the agent is told of the past: the turns that count as context, then the running one. */
export function historyOf(state: SessionState, running: Turn): HistoryItem[] {
  const past = isChat(running.agent) ? chatPast(state, running) : contextTurns(state).flatMap(pastTurn);
  return [...past, ...turnHistory(running)];
}

/** CH5: plain chat knows what was said there, and the agent what it did itself. */
function chatPast({ chat }: SessionState, running: Turn): HistoryItem[] {
  return [
    ...importedHistory(chat.imported),
    ...chatTurns(chat)
      .filter(({ id }) => id !== running.id)
      .flatMap(pastTurn),
  ];
}

/** CH6: data that somebody brought along. The model must not take it for words of its own. */
function importedHistory(imported: SessionState["chat"]["imported"]): HistoryItem[] {
  if (imported.length === 0) return [];
  const said = imported.map(({ role, text }) => `${role === "user" ? "Question" : "Answer"}: ${text}`);
  return [
    {
      role: "user",
      text: noteForAgent(`Imported from a browser, not checked\n${said.join("\n\n")}\nEnd of the import`),
    },
  ];
}

function pastTurn(turn: Turn): HistoryItem[] {
  return [...turnHistory(turn), ...ending(turn)];
}

function turnHistory(turn: Turn): HistoryItem[] {
  const items: HistoryItem[] = [
    ...turn.meanwhile.map((text): HistoryItem => ({ role: "user", text: noteForAgent(text) })),
    { role: "user", text: promptText(turn), startsTurn: true },
  ];
  for (const item of turn.items) {
    switch (item.kind) {
      case "text":
        items.push({ role: "assistant", text: item.text });
        break;
      case "steer":
        items.push({ role: "user", text: item.text });
        break;
      case "step": {
        const step = turn.steps.get(item.stepId);
        if (step?.call) items.push(stepHistory(step, step.call));
        break;
      }
      case "question": {
        const question = turn.questions.get(item.stepId);
        if (question) items.push({ role: "assistant", text: question.question });
        if (question?.answer) items.push({ role: "user", text: question.answer.text });
        break;
      }
      case "note":
        if (item.forAgent) items.push({ role: "user", text: noteForAgent(item.text) });
        break;
      case "call": {
        const { id, name, input, providerData } = item.call;
        items.push({
          role: "step",
          call: { id, name, input, ...(providerData !== undefined && { providerData }) },
          result: item.text,
          isError: item.isError,
        });
        break;
      }
      // Thinking is not sent back.
      case "thinking":
        break;
      default:
        assertNever(item);
    }
  }
  return items;
}

/** In brackets: told by Cotty, not said by the person. The runbooks know such notes by it. */
export function noteForAgent(text: string): string {
  return `[${text}]`;
}

function promptText({ prompt, attachments }: Turn): string {
  const files = attachments.map(({ name, text }) => `[Attached: ${name}]\n${text}`);
  return [prompt, ...files].join("\n\n");
}

function stepHistory(step: Step, call: NonNullable<Step["call"]>): HistoryItem {
  return {
    role: "step",
    call: {
      id: call.id,
      name: call.name,
      input: call.input,
      ...(call.providerData !== undefined && { providerData: call.providerData }),
    },
    ...resultText(step),
  };
}

function ending(turn: Turn): HistoryItem[] {
  if (!turn.end) return [];
  const { outcome, summary } = turn.end;
  if (outcome === "text" || outcome === "unanswered") return [];
  if (outcome === "complete") return summary === "" ? [] : [{ role: "assistant", text: summary }];
  return [{ role: "assistant", text: `[${outcome}] ${summary}` }];
}
