import type { HistoryItem } from "../agents/index.ts";
import { assertNever } from "../base/index.ts";
import { contextTurns, type SessionState, type Step, type Turn } from "../session/index.ts";
import { resultText } from "./result-text.ts";

/** What the agent is told of the past: the turns that count as context, then the running one. */
export function historyOf(state: SessionState): HistoryItem[] {
  const past = contextTurns(state).flatMap((turn) => [...turnHistory(turn), ...ending(turn)]);
  return state.current ? [...past, ...turnHistory(state.current)] : past;
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
  if (outcome === "text") return [];
  if (outcome === "complete") return summary === "" ? [] : [{ role: "assistant", text: summary }];
  return [{ role: "assistant", text: `[${outcome}] ${summary}` }];
}
