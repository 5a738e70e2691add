import { type Clock, createId } from "../../base/index.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import { missingAnswer, suggestionAnswer, unmatchedAnswer, wantsChangeAnswer, whatCanBeAsked } from "./answers.ts";
import type { Runbook } from "./compile.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { RunbookProblem } from "./load.ts";
import { type Candidate, createMatcher, type Match, type Matcher } from "./match.ts";
import { type Next, type Os, planNext } from "./plan.ts";
import { sumUp } from "./summary.ts";
import { meaningfulWords } from "./words.ts";

export interface RunbookAnswerer {
  answer(request: ModelRequest): ModelEvent[];
}

/** Answers requests from the runbooks alone. Stateless: everything it knows stands in the request. */
export function createRunbookAnswerer(
  { runbooks, problems }: { runbooks: Runbook[]; problems: RunbookProblem[] },
  options: { platform: Os | null; clock: Clock },
): RunbookAnswerer {
  const match = createMatcher(runbooks);
  return {
    answer(request) {
      const conversation = readConversation(request, (text) => match(text).outcome === "matched");
      if (meaningfulWords(conversation.prompt).length === 0) return text(whatCanBeAsked(runbooks));
      const found = findRunbook(conversation, match, runbooks);
      switch (found.outcome) {
        case "unmatched":
          return text(unmatchedAnswer(found.closest, runbooks, problems), "unanswered");
        case "wants-change":
          return text(wantsChangeAnswer(found.closest), "unanswered");
        case "matched": {
          const { candidate } = found;
          if (candidate.missing.length > 0) return text(missingAnswer(candidate), "unanswered");
          const os = options.platform ?? osFromFacts(request.system);
          if (!hasTool(request, "run_command")) return text(suggestions(candidate, os ?? "linux"));
          const { runbook, values } = candidate;
          const { attempts } = conversation;
          const maxWaits = canWait(request) ? 5 : 0;
          const next = planNext({ runbook, values, os, attempts, nowSeconds: options.clock.now() / 1000, maxWaits });
          return sayNext(next, runbook, conversation, request);
        }
      }
    },
  };
}

/** A request under way keeps its runbook; a bare "example.com" answers the question asked before it. */
function findRunbook({ prompt, previousPrompt }: Conversation, match: Matcher, runbooks: Runbook[]): Match {
  const byName = runbooks.find((runbook) => runbook.name === prompt.trim().toLowerCase());
  const found = match(byName?.examples[0] ?? prompt);
  if (found.outcome === "matched" || previousPrompt === null) return found;
  const before = match(previousPrompt);
  if (before.outcome !== "matched" || before.candidate.missing.length === 0) return found;
  const together = match(`${previousPrompt} ${prompt}`);
  const isAnswer = together.outcome === "matched" && together.candidate.missing.length === 0;
  return isAnswer ? together : found;
}

function sayNext(next: Next, runbook: Runbook, conversation: Conversation, request: ModelRequest): ModelEvent[] {
  if (next.action === "sum-up") {
    const { text: found, isAnswer } = sumUp(runbook, next.findings);
    const summary = [found, ...remarksNote(conversation)].join("\n");
    // A task of which nothing is known afterwards is not complete.
    if (!isAnswer) return text(summary, "unanswered");
    if (!hasTool(request, "task_complete")) return text(summary);
    const call = { id: createId("call"), name: "task_complete", input: { summary } };
    return [{ type: "call", call }, usage, { type: "finished", reason: "calls" }];
  }
  const isFirst = conversation.attempts.length === 0;
  const isWait = next.action === "wait";
  const call = {
    id: createId("call"),
    name: isWait ? "wait_for" : "run_command",
    input: isWait ? { until: "exit", reasoning: next.why } : { command: next.command, reasoning: next.why },
    providerData: next.mark,
  };
  return [
    ...(isFirst ? [{ type: "text" as const, text: `Runbook ${runbook.name}: ${runbook.title}.` }] : []),
    { type: "call", call },
    usage,
    { type: "finished", reason: "calls" },
  ];
}

function remarksNote({ remarks }: Conversation): string[] {
  if (remarks.length === 0) return [];
  return ["What you added meanwhile was not taken into account: a runbook has fixed steps. Ask it as a new request."];
}

function suggestions({ runbook, values }: Candidate, os: Os): string {
  const commands = runbook.steps.map((step) => {
    const fits = step.tries.find((one) => (one.on === null || one.on === os) && one.command.fill(values) !== null);
    return fits?.command.fill(values) ?? null;
  });
  return suggestionAnswer(
    runbook,
    commands.filter((command) => command !== null),
  );
}

const usage: ModelEvent = { type: "usage", inputTokens: 0, outputTokens: 0, cost: 0 };

function text(answer: string, reason: "stop" | "unanswered" = "stop"): ModelEvent[] {
  return [{ type: "text", text: answer }, usage, { type: "finished", reason }];
}

function hasTool(request: ModelRequest, name: string): boolean {
  return request.tools.some((tool) => tool.name === name);
}

/** The tool is used only when it takes what is sent to it: what it looks like is for the agent to decide. */
function canWait(request: ModelRequest): boolean {
  const properties = request.tools.find((tool) => tool.name === "wait_for")?.inputSchema["properties"];
  return typeof properties === "object" && properties !== null && "until" in properties;
}

/**
 * "Target: local (linux), …" or "OS: macOS 15" in the system prompt. Of another host only the host itself can say what
 * it is, and two facts that disagree are none: then the target is asked.
 */
function osFromFacts(system: string): Os | null {
  if (/^\W*target\W+ssh\b/im.test(system)) return null;
  const found = new Set<Os>();
  for (const match of system.matchAll(/^\W*(?:os|operating system|platform|target)\b[^:=\n]{0,20}[:=]\s*(.+)$/gim)) {
    const fact = /\(([^)]*)\)/.exec(match[1] ?? "")?.[1] ?? match[1] ?? "";
    if (/\bdarwin|mac ?os/i.test(fact)) found.add("darwin");
    else if (/\blinux/i.test(fact)) found.add("linux");
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}
