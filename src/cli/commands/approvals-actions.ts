import { createInterface } from "node:readline/promises";
import { isAbortError, UserError } from "../../base/index.ts";
import { openStore, userName } from "../../compose/index.ts";
import { requestSchemas, type SessionRequest } from "../../protocol/index.ts";
import { phraseOf, type Step, waitingForPerson } from "../../session/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSession, newestSession, type SessionRow, type Store } from "../find-session.ts";
import { inOneLine, printable } from "../printable.ts";
import { foldSession } from "../session-status.ts";
import { showStep } from "../show-step.ts";

interface ApproveOptions {
  digest?: string;
  confirm?: string;
  confirmHost?: string;
  scope: string;
}

export async function approve(
  context: CliContext,
  session: string,
  step: string | undefined,
  options: ApproveOptions,
): Promise<void> {
  await decide(context, session, step, async (found, sessionId) => {
    const typed = await checkWhatWasSeen(context, { name: step, step: found, sessionId }, options);
    return requestSchemas.approve.parse({
      type: "approve",
      stepId: found.id,
      digest: found.digest,
      scope: scopeOf(options.scope),
      ...(options.confirm !== undefined && { confirmation: options.confirm }),
      ...(options.confirmHost !== undefined && { confirmHost: options.confirmHost }),
      ...typed,
    });
  });
}

/** What was typed here to confirm danger. */
interface Typed {
  confirmation?: string;
  confirmHost?: string;
}

/** An approval is for what a person has seen: named by its digest, or shown here and confirmed. */
async function checkWhatWasSeen(
  context: CliContext,
  { name, step, sessionId }: { name: string | undefined; step: Step; sessionId: string },
  { digest, confirm }: ApproveOptions,
): Promise<Typed> {
  if (digest !== undefined) {
    if (digest.length >= 8 && step.digest.startsWith(digest)) return {};
    throw new UserError(
      "approval.changed",
      "The step that waits has another digest than the one you give.",
      `Read it again: cotty show ${sessionId}`,
    );
  }
  if (context.isInteractive) {
    showStep(context, step);
    return step.verdict === "danger" && confirm === undefined ? askPhrase(step) : askYes(step);
  }
  // A name that means "whatever waits now", or a text that a person changed meanwhile, is nothing anybody has read.
  if (name !== step.id || step.editedFrom !== null) {
    throw new UserError(
      "approval.not-seen",
      `What waits is: ${printable(step.command)}`,
      `To approve exactly that: cotty approve ${sessionId} ${step.id} --digest ${step.digest.slice(0, 12)}`,
    );
  }
  return {};
}

async function askYes(step: Step): Promise<Typed> {
  const answer = await ask(`Approve it on ${inOneLine(step.target)}, in ${inOneLine(step.cwd)}? y = yes: `);
  if (answer.toLowerCase() === "y") return {};
  throw new UserError("approval.not-confirmed", "Nothing was approved.", "Answer y to approve.");
}

/** The same as on every surface; whether it is right is decided by the rules of the session. */
async function askPhrase(step: Step): Promise<Typed> {
  const confirmation = await ask(`To run it once, type ${phraseOf(step)}: `);
  if (step.confirmHost === null) return { confirmation };
  return { confirmation, confirmHost: await ask(`${step.confirmHost} is protected. Type its name as well: `) };
}

async function ask(question: string): Promise<string> {
  const readline = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl+D gives up the question: no answer, which approves nothing.
  const answer = readline.question(question).catch((error: unknown) => {
    if (isAbortError(error)) return "";
    throw error;
  });
  return (await answer.finally(() => readline.close())).trim();
}

export async function reject(
  context: CliContext,
  session: string,
  step: string | undefined,
  options: { reason?: string },
): Promise<void> {
  await decide(context, session, step, async (found) => ({
    type: "reject",
    stepId: found.id,
    ...(options.reason !== undefined && { reason: options.reason }),
  }));
}

/** Sends a decision to whoever owns the session, and says what came of it. */
async function decide(
  context: CliContext,
  session: string,
  stepName: string | undefined,
  toRequest: (step: Step, sessionId: string) => Promise<SessionRequest>,
): Promise<void> {
  await using store = await openStore(context.stateDir());
  const row = await findWaiting(store, session);
  const state = await foldSession(store, row.id);
  const { steps } = waitingForPerson(state);
  const step = findStep(steps, stepName) ?? state.current?.steps.get(stepName ?? "");
  if (!step) throw notFound(row.id, steps.length, stepName);
  const request = await toRequest(step, row.id);
  const reply = await store.ask(
    {
      id: `req_${crypto.randomUUID()}`,
      session: row.id,
      at: Date.now(),
      by: `person:${userName()}`,
      from: `cli pid ${process.pid}`,
      request,
    },
    { signal: AbortSignal.timeout(30_000) },
  );
  if (reply.outcome === "accepted")
    return context.out(`${request.type === "approve" ? "Approved" : "Rejected"}: ${printable(step.command)}\n`);
  context.exitCode = exitCodes.failed;
  context.err(`cotty: ${printable(reply.error.message)}\n${printable(reply.error.nextStep)}\n`);
}

/** `last` is the newest session in which a step waits: something else may have been begun meanwhile. */
async function findWaiting(store: Store, name: string): Promise<SessionRow> {
  const waits = async ({ id }: SessionRow) => waitingForPerson(await foldSession(store, id)).steps.length > 0;
  return (name === "last" ? await newestSession(store, waits) : null) ?? (await findSession(store, name));
}

/** By id, by the end of it, or without a name (or `last`) for the only one that waits. */
function findStep(steps: readonly Step[], name = "last"): Step | null {
  if (name === "last" && steps.length === 1) return steps[0] ?? null;
  const matches = steps.filter((step) => step.id === name || step.id.endsWith(name));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

function notFound(sessionId: string, waiting: number, name: string | undefined): UserError {
  const nextStep = `See what waits: cotty show ${sessionId}`;
  if (waiting > 1 && (name === undefined || name === "last"))
    return new UserError("step.several", `${waiting} steps wait in session ${sessionId}: name one of them.`, nextStep);
  const what = name === undefined || name === "last" ? "No step" : `No step "${name}"`;
  return new UserError("step.unknown", `${what} waits in session ${sessionId}.`, nextStep);
}

function scopeOf(scope: string): "once" | "session" | "always" {
  if (scope === "once" || scope === "session" || scope === "always") return scope;
  throw new UserError("usage.scope", `"${scope}" is not a scope.`, "Use once, session or always.");
}
