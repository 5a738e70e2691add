import { type Event, isKnownEvent, type UnknownEvent } from "../../protocol/index.ts";
import { counted } from "../lib/format.ts";

export interface Block {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface TimeLine {
  readonly person: readonly Block[];
  readonly agent: readonly Block[];
  readonly held: readonly Block[];
}

/** When who did what, in milliseconds since 1970: one lane for people, one for the agent, one for what was held. */
export function timeLineOf(events: readonly (Event | UnknownEvent)[]): TimeLine {
  const person: Block[] = [];
  const agent: Block[] = [];
  const held: Block[] = [];
  const proposed = new Map<string, number>();
  const started = new Map<string, number>();
  const taken = new Map<string, number>();
  let steps = 0;
  for (const event of events.filter(isKnownEvent)) {
    const { at } = event;
    const key = String(event.seq);
    switch (event.type) {
      case "prompt.received":
        person.push({ key, from: at, to: at, label: "prompt" });
        break;
      case "step.proposed":
        proposed.set(event.stepId, at);
        break;
      case "step.approved":
      case "step.rejected": {
        if (!event.by.startsWith("person:")) break;
        const from = proposed.get(event.stepId) ?? at;
        const label = event.type === "step.approved" ? "approval" : "rejected";
        held.push({ key, from, to: at, label: `${label}, ${counted(Math.round((at - from) / 1000), "s", "s")}` });
        person.push({ key, from: at, to: at, label: event.type === "step.approved" ? "✓" : "✗" });
        break;
      }
      case "step.started":
        started.set(event.stepId, at);
        break;
      case "step.finished":
        steps += 1;
        agent.push({ key, from: started.get(event.stepId) ?? at, to: at, label: String(steps) });
        break;
      case "keyboard.taken":
        taken.set(event.terminalId, at);
        break;
      case "keyboard.given":
        person.push({ key, from: taken.get(event.terminalId) ?? at, to: at, label: "keyboard" });
        taken.delete(event.terminalId);
        break;
      case "turn.finished":
        agent.push({ key, from: at, to: at, label: event.outcome });
        break;
      default:
        break;
    }
  }
  return { person, agent, held };
}

/** Times (ms from the start) at which a recording shows something new. Takes asciicast 2 and 3. */
export function outputTimes(cast: string): { startedAt: number | null; times: number[] } {
  const [first = "{}", ...lines] = cast.split("\n");
  const header = JSON.parse(first) as { version?: number; timestamp?: number };
  const isRelative = header.version === 3;
  const times: number[] = [];
  let now = 0;
  for (const line of lines) {
    if (!line.startsWith("[")) continue;
    const [time] = JSON.parse(line) as [number];
    now = isRelative ? now + time : time;
    times.push(now * 1000);
  }
  return { startedAt: header.timestamp === undefined ? null : header.timestamp * 1000, times };
}

/** Where to go on when nothing would be seen for a while; null when something happens soon. */
export function skipTo(times: readonly number[], now: number, patienceMs = 2000): number | null {
  const next = times.find((time) => time > now);
  return next !== undefined && next - now > patienceMs ? next - 500 : null;
}
