import { findDaemon } from "../compose/index.ts";
import type { CliContext } from "./context.ts";

/** A daemon reads settings and keys when it starts: whoever changes them would otherwise look for the effect in vain. */
export function sayWhatDaemonUses(context: CliContext): void {
  if (findDaemon(context.stateDir()) === null) return;
  context.err("The daemon uses it after a restart: cotty daemon stop && cotty web\n");
}
