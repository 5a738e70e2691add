import type { Event } from "../protocol/index.ts";
import type { TerminalInfo } from "./state.ts";

type TerminalEvent =
  | Event<"terminal.opened">
  | Event<"terminal.resized">
  | Event<"terminal.closed">
  | Event<"login.waiting">
  | Event<"login.finished">
  | Event<"keyboard.taken">
  | Event<"keyboard.given">
  | Event<"link.lost">
  | Event<"link.restored">;

/** The terminals of a session after an event about one of them; one that is not known stays unknown. */
export function evolveTerminals(terminals: readonly TerminalInfo[], event: TerminalEvent): readonly TerminalInfo[] {
  if (event.type === "terminal.opened") {
    return [...terminals.filter(({ id }) => id !== event.terminalId), opened(event)];
  }
  const change = changeBy(event);
  return terminals.map((terminal) => (terminal.id === event.terminalId ? { ...terminal, ...change } : terminal));
}

function opened({ terminalId, target, shell, at, cols, rows, where }: Event<"terminal.opened">): TerminalInfo {
  return {
    id: terminalId,
    target,
    shell,
    open: true,
    endReason: null,
    linked: true,
    keyboard: "agent",
    holder: null,
    takenSeq: 0,
    agentSince: at,
    cols,
    rows,
    where: where ?? null,
    login: null,
  };
}

function changeBy(event: Exclude<TerminalEvent, Event<"terminal.opened">>): Partial<TerminalInfo> {
  switch (event.type) {
    case "terminal.resized":
      return { cols: event.cols, rows: event.rows };
    case "terminal.closed":
      return { open: false, login: null, endReason: event.reason };
    case "login.waiting":
      return { login: { waiting: event.waiting, text: event.text, seq: event.seq, since: event.at } };
    case "login.finished":
      return { login: null, shell: event.shell, where: event.where };
    case "keyboard.taken":
      return { keyboard: "person", holder: event.by, takenSeq: event.seq };
    case "keyboard.given":
      return { keyboard: "agent", holder: null, agentSince: event.at };
    case "link.lost":
      return { linked: false };
    case "link.restored":
      return { linked: true };
  }
}
