import { createContext, use } from "react";

/** What the console may do with the terminal in front: S0.68's functions for a person. */
export interface TerminalHandle {
  /** S0.69: puts text at the prompt; the person presses Enter. */
  sendText(text: string, options: { run: boolean }): void;
  /** S0.70: the selection, else the whole buffer. */
  takeText(): { text: string; what: "selection" | "buffer" };
  showOffset(terminalId: string, offset: number): void;
  /** What a running command has printed so far, as the terminal shows it. */
  textSince(terminalId: string, offset: number): string;
  focus(): void;
}

export interface TerminalHandleRef {
  current: TerminalHandle | null;
}

export const TerminalHandleContext = createContext<TerminalHandleRef>({ current: null });

export function useTerminalHandle(): TerminalHandleRef {
  return use(TerminalHandleContext);
}
