import { formatAge, toJsonLine } from "../../base/index.ts";
import { openStoreToRead } from "../../compose/index.ts";
import { runningTurns, type SessionState, waitingForPerson } from "../../session/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSession, type SessionRow } from "../find-session.ts";
import { oneLine, printable } from "../printable.ts";
import { kindOf } from "../session-kind.ts";
import { isInState } from "../session-states.ts";
import { foldSession, isOwned, standingOf } from "../session-status.ts";
import { createTranscript } from "../transcript.ts";

interface ListOptions {
  all?: boolean;
  json?: boolean;
  limit: number;
  on?: string;
  state?: string;
  kind?: "run" | "exec" | "all";
}

export async function list(context: CliContext, given: ListOptions): Promise<void> {
  // A program filters by itself, and must not lose rows that it was given before.
  const options = { ...given, kind: given.kind ?? (given.json ? "all" : "run") } as const;
  await using store = await openStoreToRead(context.stateDir());
  const all = await store.list({ includeClosed: options.all === true });
  let [shown, left, ofOtherKind] = [0, 0, 0];
  for (const row of all) {
    if (options.on !== undefined && !isOn(row, options.on)) continue;
    if (options.kind !== "all" && (await kindOf(store, row)) !== options.kind) {
      ofOtherKind++;
      continue;
    }
    // Only a state has to be found out for a row that is not shown.
    if (shown >= options.limit && options.state === undefined) {
      left++;
      continue;
    }
    const { title, status } = await standingOf(store, row);
    if (options.state !== undefined && !isInState(status, options.state)) continue;
    if (shown >= options.limit) left++;
    else {
      shown++;
      const named = { ...row, title };
      context.out(options.json ? toJsonLine({ ...named, status }) : listLine(context, named, context.named(status)));
    }
  }
  if (!options.json) sayRest(context, { shown, left, ofOtherKind }, options);
}

function sayRest(
  context: CliContext,
  { shown, left, ofOtherKind }: { shown: number; left: number; ofOtherKind: number },
  { kind, on, state }: ListOptions,
): void {
  const isFiltered = ofOtherKind > 0 || on !== undefined || state !== undefined;
  if (shown === 0)
    context.say(isFiltered ? "No session is like that.\n" : 'No sessions yet. Describe a task: cotty run "…"\n');
  const dim = (text: string) => context.out(context.paint("dim", text));
  if (left > 0) dim(`${left} more: --limit ${shown + left}\n`);
  const other = kind === "run" ? "exec" : "run";
  if (ofOtherKind > 0) dim(`${ofOtherKind} of cotty ${other} not shown: --kind ${other}, or --kind all\n`);
}

function isOn({ target }: SessionRow, on: string): boolean {
  const host = target.replace(/^ssh:/, "");
  return host === on.replace(/^ssh:/, "") || (target !== "local" && host.replace(/^.*@/, "") === on);
}

function listLine({ paint }: CliContext, row: SessionRow, status: string): string {
  const age = paint("dim", formatAge(Date.now() - row.updatedAt).padStart(8));
  const colour = ["waiting for you", "waiting for the keyboard", "interrupted"].includes(status) ? "yellow" : "dim";
  const columns = [row.id, age, paint(colour, status.padEnd(15)), oneLine(row.target, 30).padEnd(10)];
  return `${columns.join("  ")}  ${oneLine(row.title, 60)}\n`;
}

export async function show(context: CliContext, name: string, options: { json?: boolean }): Promise<void> {
  await using store = await openStoreToRead(context.stateDir());
  const row = await findSession(store, name);
  const transcript = createTranscript(context.paint, { named: context.named });
  const shown = foldSession(store, row.id, (event) =>
    context.out(options.json ? toJsonLine(event) : transcript.render(event)),
  );
  const state = await shown.finally(() => {
    if (!options.json) context.out(transcript.end());
  });
  if (!options.json) context.say(openTurnText(context, row, state));
}

/** What a person can do about a turn that is not over. */
function openTurnText({ paint }: CliContext, row: SessionRow, state: SessionState): string {
  if (runningTurns(state).length === 0) return "";
  const { steps, questions, keyboards } = waitingForPerson(state);
  const waiting = [
    ...steps.map(
      ({ id, digest, command }) =>
        `${paint("yellow", "waits")}  ${id}  ${digest.slice(0, 12)}  ${oneLine(command, 100)}\n`,
    ),
    ...questions.map(({ stepId, question }) => `${paint("yellow", "waits")}  ${stepId}  ${oneLine(question, 100)}\n`),
    ...keyboards.map(
      ({ stepId, command }) => `${paint("yellow", "waits for the keyboard")}  ${stepId}  ${oneLine(command, 80)}\n`,
    ),
  ].join("");
  if (!isOwned(row)) {
    const gone = "interrupted: the process that owned it is gone. Take it over:";
    return `${waiting}${paint("yellow", gone)} cotty resume ${row.id}\n`;
  }
  if (steps.length === 0) return waiting;
  return `${waiting}Decide: cotty approve ${row.id} STEP --digest DIGEST, or cotty reject ${row.id} STEP\n`;
}

export async function search(context: CliContext, words: string[], options: { limit: number }): Promise<void> {
  await using store = await openStoreToRead(context.stateDir());
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
