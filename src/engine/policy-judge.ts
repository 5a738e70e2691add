import { type Assessment, assess, assessFiles, assessKeys, containsTag, type PolicyContext } from "../policy/index.ts";
import type { Finding, Target } from "../protocol/index.ts";
import { previewEffect } from "./effects/preview-effect.ts";
import type { Act, Judge, Opinion } from "./judge.ts";

/** How careful a person wants to be on a target. */
export type HostPolicy = "default" | "read-only" | "protected";

export interface PolicyJudgeOptions {
  dangerousPatterns: PolicyContext["dangerousPatterns"];
  /** Rules of people that hold now; asked for every act, since approvals may add some. */
  rules(session: string): PolicyContext["rules"];
  hostPolicy(target: Target): HostPolicy;
  /** What a key string really types. */
  parseKeys(keys: string): string;
}

/** Policy's opinion of an act: what it would do, what the host's own policy makes of that, and what it would change. */
export function createPolicyJudge(options: PolicyJudgeOptions): Judge {
  return async (act, place) => {
    if (containsTag(act.text)) return tagOpinion(act);
    const context = policyContext(act, options);
    const opinion = await opinionOf(act, context, place, options);
    return withHostPolicy(opinion, options.hostPolicy(act.target), act.target);
  };
}

async function opinionOf(
  act: Act,
  context: PolicyContext,
  place: Parameters<Judge>[1],
  options: PolicyJudgeOptions,
): Promise<Opinion> {
  switch (act.kind) {
    case "command":
    case "check":
      return commandOpinion(act, context, place);
    case "keys":
      return keysOpinion(act, context, options);
    case "file":
    case "tool":
      // Without files it only looks at the terminal.
      if (!act.files) return { verdict: "allow", risks: ["read"], findings: [] };
      return shownOpinion(assessFiles(act.files, context), act);
  }
}

async function commandOpinion(act: Act, context: PolicyContext, place: Parameters<Judge>[1]): Promise<Opinion> {
  const assessment = assess(act.text, context);
  const opinion: Opinion = {
    verdict: assessment.verdict,
    risks: assessment.risks,
    findings: assessment.findings,
    ...(assessment.phrase !== null && { phrase: assessment.phrase }),
  };
  // Nobody decides about what runs at once or is refused, so nothing has to be looked up.
  if (!place.terminal || assessment.verdict === "allow" || assessment.verdict === "deny") return opinion;
  const { terminal, signal } = place;
  const effect = await previewEffect(assessment, {
    terminal,
    cwd: act.cwd,
    signal,
    ...(act.place?.project && { project: act.place.project }),
  });
  return effect ? { ...opinion, effect } : opinion;
}

/** Keys into a program that a person has allowed for the session are allowed, unless they are worse than ask. */
function keysOpinion(act: Act, context: PolicyContext, options: PolicyJudgeOptions): Opinion {
  const opinion = shownOpinion(assessKeys(options.parseKeys(act.text), keysContext(act, context)), act);
  return act.mayType && opinion.verdict === "ask" ? { ...opinion, verdict: "allow" } : opinion;
}

/** Spans of what was judged instead of the shown text would point nowhere: the whole of it is meant. */
function shownOpinion(assessment: Assessment, act: Act): Opinion {
  const whole: [number, number] = [0, act.text.length];
  return {
    verdict: assessment.verdict,
    risks: assessment.risks,
    findings: assessment.findings.map((finding) => ({ ...finding, span: whole })),
    ...(assessment.phrase !== null && { phrase: assessment.phrase }),
  };
}

/** Who gets the keys decides what they mean: null is the prompt of our own shell. */
function keysContext(act: Act, context: PolicyContext): PolicyContext {
  if (!act.foreground) return context;
  const { program, waiting } = act.foreground;
  return { ...context, foreground: program ?? "a program that could not be told", waiting };
}

/** Where and for whom an act is judged, as policy wants to know it. */
export function policyContext(
  act: Act,
  options: Pick<PolicyJudgeOptions, "dangerousPatterns" | "rules">,
): PolicyContext {
  return {
    target: act.target,
    shell: shellOf(act.shell),
    cwd: act.cwd,
    ...act.place,
    agent: act.agent,
    dangerousPatterns: options.dangerousPatterns ?? [],
    rules: options.rules(act.session) ?? [],
  };
}

function shellOf(shell: string): PolicyContext["shell"] {
  switch (shell) {
    case "bash":
    case "zsh":
    case "fish":
      return shell;
    case "sh":
    case "dash":
    case "ash":
    case "mksh":
      return "sh";
    default:
      return "unknown";
  }
}

function withHostPolicy(opinion: Opinion, policy: HostPolicy, target: Target): Opinion {
  const host = target.replace(/^ssh:/, "");
  switch (policy) {
    case "default":
      return opinion;
    case "read-only":
      if (opinion.verdict === "allow") return opinion;
      return { ...opinion, verdict: "deny", findings: [readOnlyFinding(host), ...opinion.findings] };
    case "protected":
      if (opinion.verdict === "danger") return { ...opinion, confirmHost: host };
      return opinion.verdict === "allow" ? { ...opinion, verdict: "ask" } : opinion;
  }
}

const nowhere = { span: [0, 0] as [number, number], argv: [], via: [] };

function readOnlyFinding(host: string): Finding {
  return {
    ...nowhere,
    risk: "write",
    level: "deny",
    ruleId: "host.read-only",
    say: `${host} is read-only for agents, and this is not proved to only read.`,
    safer: "Use a command that only reads, or change the policy of the host in your configuration.",
  };
}

/** The agent never saw the value, so it cannot have meant the tag: typed as it stands it would be wrong at best. */
function tagOpinion(act: Act): Opinion {
  const finding: Finding = {
    ...nowhere,
    span: [0, act.text.length],
    risk: "opaque",
    level: "deny",
    ruleId: "secret.tag",
    say: "It contains the stand-in of a secret that was hidden from the agent; the value is not available to it.",
    safer: "Let the person run it, or use a variable or file on the target that holds the value.",
  };
  return { verdict: "deny", risks: ["opaque"], findings: [finding] };
}
