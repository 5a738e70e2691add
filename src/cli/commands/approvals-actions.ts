import { createInterface } from "node:readline/promises";
import { isAbortError, UserError } from "../../base/index.ts";
import { openStore, userName } from "../../compose/index.ts";
import { type Request, requestSchemas } from "../../protocol/index.ts";
import { emptyState, evolve, type Step, waitingForPerson } from "../../session/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSession } from "../find-session.ts";
import { inOneLine, printable } from "../printable.ts";
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
  step: string,
  options: ApproveOptions,
): Promise<void> {
  await decide(context, session, step, async (found) => {
    const typed = await checkWhatWasSeen(context, step, found, options);
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
  name: string,
  step: Step,
  { digest, confirm }: ApproveOptions,
): Promise<Typed> {
  if (digest !== undefined) {
    if (digest.length >= 8 && step.digest.startsWith(digest)) return {};
    throw new UserError(
      "approval.changed",
      "The step that waits has another digest than the one you give.",
      "Read it again: cotty show SESSION",
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
      `To approve exactly that: cotty approve SESSION ${step.id} --digest ${step.digest.slice(0, 12)}`,
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
  const confirmation = await ask(`To run it once, type ${step.phrase ?? "run it anyway"}: `);
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
  step: string,
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
  stepName: string,
  toRequest: (step: Step) => Promise<Request>,
): Promise<void> {
  await using store = await openStore(context.stateDir());
  const row = await findSession(store, session);
  let state = emptyState(row.id);
  for await (const event of store.read(row.id)) state = evolve(state, event);
  const step = findStep(waitingForPerson(state).steps, stepName) ?? state.current?.steps.get(stepName);
  if (!step) {
    throw new UserError(
      "step.unknown",
      `No step "${stepName}" waits in session ${row.id}.`,
      `See what waits: cotty show ${row.id}`,
    );
  }
  const request = await toRequest(step);
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

/** By id, by the end of it, or `last` for the only one that waits. */
function findStep(steps: readonly Step[], name: string): Step | null {
  if (name === "last" && steps.length === 1) return steps[0] ?? null;
  const matches = steps.filter((step) => step.id === name || step.id.endsWith(name));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

function scopeOf(scope: string): "once" | "session" | "always" {
  if (scope === "once" || scope === "session" || scope === "always") return scope;
  throw new UserError("usage.scope", `"${scope}" is not a scope.`, "Use once, session or always.");
}
