import { openStore, removeTerminalLogs } from "../../compose.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSession } from "../find-session.ts";
import { oneLine, printable } from "../printable.ts";
import { createTranscript } from "../transcript.ts";

export async function list(
  context: CliContext,
  options: { all?: boolean; json?: boolean; limit: number },
): Promise<void> {
  await using store = await openStore(context.stateDir());
  const rows = await store.list({ limit: options.limit, includeClosed: options.all === true });
  if (options.json) return rows.forEach((row) => void context.out(`${JSON.stringify(row)}\n`));
  if (rows.length === 0) return context.out('No sessions yet. Describe a task: cotty run "…"\n');
  for (const row of rows) {
    const age = context.paint("dim", ago(Date.now() - row.updatedAt).padStart(8));
    context.out(`${row.id}  ${age}  ${row.target.padEnd(10)}  ${oneLine(row.title, 60)}\n`);
  }
}

export async function show(context: CliContext, name: string, options: { json?: boolean }): Promise<void> {
  await using store = await openStore(context.stateDir());
  const row = await findSession(store, name);
  const transcript = createTranscript(context.paint);
  for await (const event of store.read(row.id)) {
    context.out(options.json ? `${JSON.stringify(event)}\n` : transcript.render(event));
  }
  if (!options.json) context.out(transcript.end());
}

export async function search(context: CliContext, words: string[], options: { limit: number }): Promise<void> {
  await using store = await openStore(context.stateDir());
  const query = words.join(" ");
  const hits = await store.search(query, { limit: options.limit });
  if (hits.length === 0) {
    context.err(`No command or text matches “${printable(query)}”.\n`);
    context.exitCode = exitCodes.failed;
  }
  for (const hit of hits) {
    const snippet = printable(hit.snippet.replaceAll(/\s+/g, " ")).replaceAll(/«|»/g, "");
    context.out(`${hit.session}  ${context.paint("dim", `#${hit.seq} ${hit.type}`)}  ${snippet}\n`);
  }
}

export async function verify(context: CliContext, name: string | undefined): Promise<void> {
  await using store = await openStore(context.stateDir());
  const rows =
    name === undefined ? await store.list({ includeClosed: true, limit: 1_000_000 }) : [await findSession(store, name)];
  for (const row of rows) {
    const result = await store.verify(row.id);
    if (result.ok) context.out(`${context.paint("green", "✓")} ${row.id}  ${result.events} events intact\n`);
    else {
      context.exitCode = exitCodes.failed;
      context.out(
        `${context.paint("red", "✗")} ${row.id}  event ${result.seq} was ${result.problem}: ${result.detail}\n`,
      );
    }
  }
  if (rows.length === 0) context.out("No sessions yet.\n");
}

export async function remove(context: CliContext, name: string): Promise<void> {
  await using store = await openStore(context.stateDir());
  const row = await findSession(store, name);
  await store.deleteSession(row.id);
  removeTerminalLogs({ stateDir: context.stateDir(), session: row.id });
  context.out(`Deleted ${row.id}.\n`);
}

export async function prune(context: CliContext, options: { olderThan: number }): Promise<void> {
  await using store = await openStore(context.stateDir());
  const ids = await store.prune({ before: Date.now() - options.olderThan * 86_400_000 });
  for (const session of ids) removeTerminalLogs({ stateDir: context.stateDir(), session });
  context.out(ids.length === 0 ? "Nothing to delete.\n" : `Deleted ${ids.length}: ${ids.join(", ")}\n`);
}

function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
