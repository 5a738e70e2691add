import { assertNever, formatAge, toJsonLine } from "../../base/index.ts";
import { openStoreToRead } from "../../compose/index.ts";
import type { WaitingItem } from "../../protocol/index.ts";
import { waitingItems } from "../../session/index.ts";
import type { CliContext } from "../context.ts";
import { oneLine } from "../printable.ts";
import { foldSession, isOwned } from "../session-status.ts";

/** `cotty pending`: the inbox of every session that somebody works on. */
export async function pending(context: CliContext, options: { json?: boolean }): Promise<void> {
  await using store = await openStoreToRead(context.stateDir());
  let count = 0;
  for (const row of await store.list()) {
    if (!isOwned(row)) continue;
    for (const item of waitingItems(await foldSession(store, row.id))) {
      count++;
      if (options.json) context.out(toJsonLine(item));
      else context.say(`${lineOf(context, { ...item, title: item.title || row.title })}\n`);
    }
  }
  if (count === 0 && !options.json) context.out("Nothing waits for you.\n");
}

function lineOf({ paint }: CliContext, item: WaitingItem): string {
  const { session, title, target, since } = item;
  const age = paint("dim", formatAge(Date.now() - since));
  const head = `${session}  ${age}  ${oneLine(target, 30)}  ${oneLine(title, 50)}`;
  return `${head}\n  ${whatWaits(item)}\n  ${paint("dim", howToAnswer(item))}`;
}

function whatWaits(item: WaitingItem): string {
  switch (item.kind) {
    case "step":
      return `${item.verdict === "danger" ? "danger: " : ""}${oneLine(item.command, 200)}`;
    case "question":
      return `? ${oneLine(item.question, 200)}`;
    case "pause":
      return `paused: ${oneLine(item.reason, 200)}`;
    case "prompt":
      return `asks: ${oneLine(item.text, 200)}`;
    case "keyboard":
      return `waits for the keyboard: ${oneLine(item.command, 200)}`;
    default:
      return assertNever(item);
  }
}

function howToAnswer({ session, ...item }: WaitingItem): string {
  if (item.kind !== "step") return `Where it runs, or in the browser: cotty web. To end it: cotty stop ${session}`;
  const digest = String(item["digest"]).slice(0, 12);
  return `cotty approve ${session} ${item["stepId"]} --digest ${digest}   or   cotty reject ${session} ${item["stepId"]}`;
}
