import { join } from "node:path";
import * as z from "zod";
import { Target } from "../../protocol/index.ts";
import { readCard, writeWhole } from "./card-files.ts";

export const hostIdPattern = /^host_[0-9a-z]{1,40}$/;
export const terminalIdPattern = /^term_[0-9a-z]{1,40}$/;

/** What a terminal's folder says about it, also long after its end. */
const TerminalCard = z.looseObject({
  id: z.string(),
  host: z.string().regex(hostIdPattern),
  session: z.string(),
  target: Target,
  shell: z.string(),
  openedAt: z.number(),
  cols: z.int(),
  rows: z.int(),
});
export type TerminalCard = z.infer<typeof TerminalCard>;

/** The folder of a terminal's raw log. */
export function terminalDirectory(stateDir: string, terminalId: string): string {
  return join(stateDir, "terminals", terminalId);
}

const terminalCardPath = (stateDir: string, terminalId: string) =>
  join(terminalDirectory(stateDir, terminalId), "terminal.json");

export function writeTerminalCard(stateDir: string, card: TerminalCard): void {
  writeWhole(terminalCardPath(stateDir, card.id), card);
}

export function readTerminalCard(stateDir: string, terminalId: string): TerminalCard | null {
  return readCard(terminalCardPath(stateDir, terminalId), TerminalCard);
}
