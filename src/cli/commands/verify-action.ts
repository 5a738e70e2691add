import { UserError } from "../../base/index.ts";
import { headLine, openStore, openStoreToRead, parseHeadLine } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSessionId, type Store } from "../find-session.ts";
import { printable } from "../printable.ts";

interface VerifyOptions {
  head?: boolean;
  against?: string;
}

type Print = (text: string) => void;

export async function verify(context: CliContext, name: string | undefined, options: VerifyOptions): Promise<void> {
  const { head, against } = options;
  if (name !== undefined && (head || against !== undefined)) {
    throw new UserError(
      "usage.verify",
      "A line covers all sessions, so it cannot be made or checked for one of them.",
      "Leave the session out.",
    );
  }
  await using store = await (head ? openStore : openStoreToRead)(context.stateDir());
  if (name !== undefined) {
    await verifySessions(context, [await store.verify(await findSessionId(store, name))], context.out);
    return;
  }
  const line = against === undefined ? null : parseHeadLine(against);
  // What is printed for a head is the line alone, so that it can be kept by a script.
  const print: Print = head ? () => {} : context.out;
  const sessions = await verifySessions(context, store.verifyAll(), print);
  const entries = await verifyLedger(context, store, line, print);
  if (sessions + entries === 0) print("No sessions yet.\n");
  if (!head) return;
  if (context.exitCode === exitCodes.failed) {
    throw new UserError("verify.failed", "The log is not as it was written.", "See what is wrong: cotty verify");
  }
  context.out(`${headLine(await store.enterHeads())}\n`);
}

type Verdicts = ReturnType<Store["verifyAll"]> | Awaited<ReturnType<Store["verify"]>>[];

/** Answers with how many there are. */
async function verifySessions(context: CliContext, verdicts: Verdicts, print: Print): Promise<number> {
  let count = 0;
  for await (const verdict of verdicts) {
    count++;
    if (verdict.ok) {
      print(`${context.paint("green", "✓")} ${verdict.session}  ${verdict.events} events intact\n`);
      continue;
    }
    context.exitCode = exitCodes.failed;
    const where = verdict.seq === null ? "" : `event ${verdict.seq} ${problems[verdict.problem]}: `;
    print(`${context.paint("red", "✗")} ${verdict.session}  ${where}${printable(verdict.detail)}\n`);
  }
  return count;
}

/** Answers with how many entries there are. */
async function verifyLedger(
  context: CliContext,
  store: Store,
  line: ReturnType<typeof parseHeadLine> | null,
  print: Print,
): Promise<number> {
  const verdict = await store.verifyLedger(line === null ? {} : { against: line });
  if (!verdict.ok) {
    context.exitCode = exitCodes.failed;
    print(`${context.paint("red", "✗")} ledger  ${printable(verdict.detail)}\n`);
    return 1;
  }
  const entries = verdict.entries === 1 ? "1 entry" : `${verdict.entries} entries`;
  if (verdict.entries > 0) print(`${context.paint("green", "✓")} ledger  ${entries} intact\n`);
  if (line === null) return verdict.entries;
  for (const deleted of verdict.deletedSince) await printDeleted(context, store, deleted, print);
  if (context.exitCode !== exitCodes.failed) {
    const except = verdict.deletedSince.length === 0 ? "" : ", apart from what was deleted since";
    print(`${context.paint("green", "✓")} Nothing before the line was changed${except}.\n`);
  }
  return verdict.entries;
}

/** Ids are never given twice: a session that is there again was put in the place of what the line covers. */
async function printDeleted(
  context: CliContext,
  store: Store,
  { session, at, by }: { session: string; at: number; by: string },
  print: Print,
): Promise<void> {
  const isBack = (await store.getSession(session)) !== null;
  if (isBack) context.exitCode = exitCodes.failed;
  const sign = isBack ? context.paint("red", "✗") : context.paint("yellow", "•");
  const again = isBack ? ", and made again under the same id: it is not what the line covers" : "";
  const when = new Date(at).toISOString();
  print(`${sign} ${printable(session)}  deleted since, ${when} by ${printable(by)}${again}\n`);
}

const problems = {
  changed: "was changed",
  removed: "was removed",
  "cut-off": "was cut off",
  unreadable: "cannot be read",
  "no-anchor": "",
  "row-changed": "",
  gone: "",
} as const;
