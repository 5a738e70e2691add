import { assess, type PolicyContext } from "../policy/index.ts";
import type { Finding, Target } from "../protocol/index.ts";
import { previewEffect } from "./effects/preview-effect.ts";
import type { Act, Judge, Opinion } from "./judge.ts";

/** How careful a person wants to be on a target. */
export type HostPolicy = "default" | "read-only" | "protected";

export interface PolicyJudgeOptions {
  dangerousPatterns: PolicyContext["dangerousPatterns"];
  /** Rules of people that hold now; asked for every act, since approvals may add some. */
  rules(target: Target): PolicyContext["rules"];
  hostPolicy(target: Target): HostPolicy;
}

/** Policy's opinion of an act: what it would do, what the host's own policy makes of that, and what it would change. */
export function createPolicyJudge(options: PolicyJudgeOptions): Judge {
  return async (act, place) => {
    const context = contextOf(act, options);
    const opinion = await opinionOf(act, context, place);
    return withHostPolicy(opinion, options.hostPolicy(act.target), act.target);
  };
}

async function opinionOf(act: Act, context: PolicyContext, place: Parameters<Judge>[1]): Promise<Opinion> {
  switch (act.kind) {
    case "command":
    case "check":
      return commandOpinion(act, context, place);
    case "keys":
      return { verdict: "ask", risks: ["opaque"], findings: [keysFinding(act)] };
    case "file":
    case "tool":
      return act.files ? filesOpinion(act.files, act, context) : { verdict: "allow", risks: ["read"], findings: [] };
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
  const effect = await previewEffect(act.text, assessment.commands, { terminal, cwd: act.cwd, signal });
  return effect ? { ...opinion, effect } : opinion;
}

/** Reading is judged as `cat` would be; writing is never less than a question. */
function filesOpinion(files: NonNullable<Act["files"]>, act: Act, context: PolicyContext): Opinion {
  const command = files.access === "read" ? "cat" : "tee";
  const { verdict, risks, findings, phrase } = assess(`${command} -- ${files.paths.map(quoted).join(" ")}`, context);
  const whole: [number, number] = [0, act.text.length];
  return {
    verdict,
    risks,
    findings: findings.map((finding) => ({ ...finding, span: whole })),
    ...(phrase !== null && { phrase }),
  };
}

function contextOf(act: Act, options: PolicyJudgeOptions): PolicyContext {
  return {
    target: act.target,
    shell: shellOf(act.shell),
    cwd: act.cwd,
    agent: act.agent,
    dangerousPatterns: options.dangerousPatterns ?? [],
    rules: options.rules(act.target) ?? [],
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

function keysFinding(act: Act): Finding {
  const program = act.foreground?.program ?? "the program in the terminal";
  return {
    ...nowhere,
    risk: "opaque",
    level: "ask",
    ruleId: "keys.program",
    say: `Typed into ${program}, which decides what it means.`,
  };
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
