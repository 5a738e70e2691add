import type { Finding } from "../protocol/index.ts";
import { newShell, noFlow, parseShell, walkScript } from "../shell/index.ts";
import { conclude, type Outcome } from "./conclude.ts";
import type { Run } from "./job.ts";
import { judgeBytes } from "./judge-bytes.ts";
import { judgeLandings } from "./judges/change-folder.ts";
import { windowsDanger } from "./judges/windows.ts";
import { newRun } from "./new-run.ts";
import { plainer, reportLasting, sayUnusual } from "./suspicion.ts";
import type { Assessment, PolicyContext } from "./types.ts";

/**
 * Says what a command would do, before it runs. Never throws: what goes wrong inside is danger, because a verdict
 * that is missing must never read as harmless.
 */
export function assess(command: string, context: PolicyContext): Assessment {
  return concludeSafely(command, context, () => examine(command, context));
}

/** Runs an examination so that its failure, or that of a rule, is danger. */
export function concludeSafely(text: string, context: PolicyContext, examination: () => Outcome): Assessment {
  let outcome: Outcome;
  try {
    outcome = examination();
  } catch (error) {
    outcome = { findings: [broken(text, error)], judgements: [], commands: [], parse: "failed" };
  }
  try {
    return conclude(text, context, outcome);
  } catch (error) {
    const { rules: _rules, dangerousPatterns: _patterns, ...plain } = context;
    return conclude(text, plain, { ...outcome, findings: [...outcome.findings, broken(text, error)] });
  }
}

function broken(command: string, error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    risk: "opaque",
    level: "danger",
    ruleId: "engine.failed",
    span: [0, command.length],
    argv: [],
    via: [],
    say: `The command could not be judged (${reason}), so what it does is not known.`,
    safer: "Write it simpler, in several steps.",
  };
}

/**
 * What the line itself assigns and prints is believed only to see harm in it. Where nothing was found, it is judged once
 * more without these beliefs, and only what then still only reads is allowed: a value that turns out otherwise, in a
 * shell or after an error nobody thought of, cannot make anything run unasked.
 */
function examine(command: string, context: PolicyContext): Outcome {
  const believed = examineOnce(command, context, { believes: true });
  // A rule may answer for everything that was found: then the rest of the line needs its proof as well.
  const mayBeAnswered =
    believed.findings.every(({ level }) => level === "ask") && context.rules?.some(({ effect }) => effect === "allow");
  if (believed.findings.length > 0 && mayBeAnswered !== true) return believed;
  const doubted = examineOnce(command, context, { believes: false });
  return {
    ...believed,
    findings: [...believed.findings, ...doubted.findings.map((finding) => ({ ...finding, level: "ask" as const }))],
    judgements: [...believed.judgements, ...doubted.judgements],
    conditions: together(believed.conditions, doubted.conditions),
    files: together(believed.files, doubted.files),
  };
}

const together = <T>(some: readonly T[] = [], others: readonly T[] = []): T[] => [
  ...new Map([...some, ...others].map((each) => [JSON.stringify(each), each])).values(),
];

function examineOnce(command: string, context: PolicyContext, { believes }: { believes: boolean }): Outcome {
  const run = newRun(context, { believes });
  const bytes = judgeBytes(command);
  for (const { level, ruleId, span, say, safer } of bytes.findings) {
    run.findings.push({ risk: "opaque", level, ruleId, span, argv: [], via: [], say, safer });
  }
  if (bytes.isTooLarge) return { findings: run.findings, judgements: [], commands: [], parse: "too-large" };
  historyExpansion(command, run);
  const reader = context.shell === "bash" || context.shell === "zsh" ? context.shell : "any";
  const parsed = parseShell(command, reader);
  if (parsed.error !== null) {
    run.findings.push({
      risk: "opaque",
      level: "danger",
      ruleId: "text.unparsable",
      span: [Math.min(parsed.error.pos, command.length), command.length],
      argv: [],
      via: [],
      say: `This is not a complete shell command (${parsed.error.message} at column ${parsed.error.pos + 1}), so what will run cannot be known.`,
      safer: "Write the whole command.",
    });
  }
  if (parsed.unusual !== null) {
    const { pos, text } = parsed.unusual;
    const span: Finding["span"] = [Math.min(pos, command.length), command.length];
    const about = { risk: "opaque", level: "ask", ruleId: "text.unusual" } as const;
    run.findings.push({ ...about, span, argv: [], via: [], say: sayUnusual(text), safer: plainer });
  }
  const text = { text: command, shell: newShell(reader, command, run), via: [], fixedSpan: null };
  walkScript(parsed.script, text, run.walk, noFlow);
  judgeLandings({
    name: "cd",
    path: "cd",
    args: [],
    span: [0, command.length],
    via: [],
    stdin: noFlow,
    shell: text.shell,
    run,
  });
  reportLasting(run, command);
  const harm = /^(?:pwsh|cmd)$/.test(context.shell) ? windowsDanger(command) : null;
  if (harm !== null) {
    run.findings.push({
      ...harm,
      level: "danger",
      ruleId: "windows.destroys",
      span: [0, command.length],
      argv: [],
      via: [],
      safer: "Name exactly what goes, and let a person decide.",
    });
  }
  const isKnownShell = ["bash", "sh", "zsh"].includes(context.shell);
  if (!isKnownShell) {
    run.findings.push({
      risk: "opaque",
      level: "ask",
      ruleId: "shell.unknown",
      span: [0, command.length],
      argv: [],
      via: [],
      say: `The shell there is ${context.shell === "unknown" ? "not known" : context.shell}, whose grammar is not fully known here.`,
    });
  }
  return {
    findings: run.findings,
    judgements: run.judgements,
    commands: run.commands,
    redirects: run.redirects,
    conditions: run.conditions,
    files: run.files,
    values: run.values,
    comparisons: run.comparisons,
    parse: parsed.error !== null ? "failed" : isKnownShell ? "ok" : "unknown-shell",
  };
}

/**
 * `!!` and its relatives are replaced before the shell parses anything, also inside double quotes, and in single quotes
 * that began on a line before. What follows the sign is not looked at: only where it stands alone it means itself.
 */
function historyExpansion(command: string, run: Run): undefined {
  const hide = (text: string) => "_".repeat(text.length);
  const unquoted = command.replaceAll(/'[^']*'/g, hide);
  const outside = command.includes("\n") ? command : unquoted;
  const shown = run.context.shell === "bash" ? outside.replaceAll(/\$\{?!|\[!/g, hide) : outside;
  const from = shown.search(/(?<!\\)!(?![ \t\n=]|$)/);
  if (from === -1) return;
  const [sign] = /^!(?:[!$^*#?]|-?\d+|[\w-]*)/.exec(command.slice(from)) ?? ["!"];
  run.findings.push({
    risk: "opaque",
    level: /^!(?:[!$^*]|-?\d)/.test(sign) && unquoted[from] === "!" ? "danger" : "ask",
    ruleId: "text.history",
    span: [from, from + sign.length],
    argv: [],
    via: [],
    say: `An interactive shell replaces ${sign} by text from earlier commands.`,
    safer: "Write the command out, or put the text in single quotes.",
  });
}
