import { toJsonLine } from "../../base/index.ts";
import { daemonLogPath, findDaemon } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { lastLines } from "../daemon-log.ts";
import { endDaemon } from "../end-daemon.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable } from "../printable.ts";
import { version } from "../version.ts";

export async function status(context: CliContext, options: { json?: boolean }): Promise<void> {
  const card = findDaemon(context.stateDir());
  if (card === null) context.exitCode = exitCodes.failed;
  if (options.json) return context.out(toJsonLine({ running: card !== null, ...card }));
  if (card === null) return context.say("Not running. Start it: cotty web\n");
  const answer = await fetch(`${card.url}/api/v1/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  context.out(`Running at ${card.url}, pid ${card.pid}, version ${card.version}, since ${since(card.startedAt)}.\n`);
  if (card.socket !== null) context.out(`Also at ${card.socket} (the same tokens).\n`);
  if (answer?.ok !== true) {
    context.exitCode = exitCodes.failed;
    context.say("It does not answer. Its log may say why: cotty daemon logs\n");
  }
  if (card.version !== version) context.say(`This program is version ${version}. To use it: cotty daemon stop\n`);
}

export async function stop(context: CliContext): Promise<void> {
  const stateDir = context.stateDir();
  const card = findDaemon(stateDir);
  if (card === null) return context.out("Not running.\n");
  await endDaemon(stateDir, card);
  context.out("Stopped. Terminals go on.\n");
}

export async function logs(context: CliContext, options: { lines: number }): Promise<void> {
  const lines = lastLines(daemonLogPath(context.stateDir()), options.lines);
  if (lines === null) return context.out("There is no log yet: no daemon was started in the background.\n");
  for (const line of lines) context.out(`${printable(line)}\n`);
}

function since(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, 19);
}
