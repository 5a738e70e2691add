import { type Arg, literal, mayBecomeOption, readable } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import type { Job } from "../job.ts";

/** Agents by the name of their program, package or script: `claude`, `@openai/codex@latest`, `bin/cotty.js`. */
const agents =
  /(?:^|\/)(cotty|claude(?:-code)?|codex|opencode|gemini(?:-cli)?|aider|cursor-agent|amp|qwen(?:-code)?|goose|copilot)(?:@[\w.-]+)?(?:\.[cm]?[jt]s)?$/;

/** Options that say by themselves that nobody is asked, whatever program they are given to. */
const unmistakable =
  /^--(?:yolo|(?:allow-)?dangerously-[\w-]+|skip-permissions|bypass-permissions|trust-all-tools)(?:=(?!false$|0$)|$)/;

/** The same of agents, where other programs mean something else by it. */
const unasked = /^--(?:full-auto|auto-approve(?:-all)?|yes(?:-always)?|allow-all(?:-tools|-paths)?|force|auto)(?:=|$)/;
const letters: Record<string, string> = {
  gemini: "-y",
  "gemini-cli": "-y",
  qwen: "-y",
  "qwen-code": "-y",
  "cursor-agent": "-f",
};

const runners = /^(?:npx|bunx|pnpx|uvx|pipx|node|bun|deno|tsx|ts-node|python[\d.]*)$/;
const modeOption = /^(?:--(?:mode|permission-mode|approval-mode|ask-for-approval|approval-policy|sandbox)|-a|-s)$/;
const looseMode = /^(?:acceptEdits|bypassPermissions|yolo|auto[_-]edit|full-auto|never|danger-full-access|auto)$/i;

const looseSetting = /"(?:mode|permissionMode|defaultMode)"\s*:\s*"(?:bypassPermissions|acceptEdits)"/;
const settingOption = /^(?:-c|--config|--settings)$/;
/** A list of programs that the agent starts: from elsewhere, it is somebody's choice of them. */
const serversOption = /^--(?:mcp-config|settings|plugin-dir|agents)$/;
const toolsOption = /^--allowed-?tools$/i;
const anyCommand = /\bBash(?:\(\s*(?::?\*)?\s*\)|\s*(?:[\s,]|$))/;

/**
 * An agent that is started with fewer limits than the one that starts it is a way around being asked: what it does is
 * judged by other rules, or by none.
 */
export function startsUnrestrictedAgent(job: Job): undefined {
  const words = [job.path, ...job.args.map((arg) => literal(arg) ?? "")];
  const at = words.findIndex((word) => agents.test(word));
  const name = at === -1 ? null : (agents.exec(words[at] ?? "")?.[1] ?? null);
  // `npm install codex --force` is about a package: only what runs it hands it options.
  const isRun = at === 0 || runners.test(job.name);
  // What an agent is given to run later is run by its rules, not by ours: `claude mcp add x -- sh -c …`.
  const [verb = "", act = ""] = isRun && at !== -1 ? words.slice(at + 1).filter((word) => !word.startsWith("-")) : [];
  if (
    isRun &&
    at !== -1 &&
    name !== "cotty" &&
    /^(?:mcp|plugin|plugins|extension|extensions|hooks?)$/.test(verb) &&
    /^(?:add\S*|install|link|import|enable|marketplace)$/.test(act)
  ) {
    const say = "Gives another agent a program that it runs by itself from now on.";
    return tell(job, "escalates", "agent.extended", say, { safer: "Let a person decide what an agent may run." });
  }
  const sender = /^(?:curl|https?|xh|wget|websocat|wscat)$/.test(job.name);
  const loose = job.args.find((arg, index) =>
    loosens(arg, job.args[index - 1], { agent: isRun && index >= at ? name : null, sender }),
  );
  if (loose === undefined) return;
  const say = `Starts an agent of its own that may do more without being asked (${readable(loose.text)}).`;
  const safer = "Do the work in this session, or let a person start that agent.";
  tell(job, "escalates", "agent.unasked", say, { at: loose, safer });
}

function loosens(
  arg: Arg,
  before: Arg | undefined,
  { agent, sender }: { agent: string | null; sender: boolean },
): boolean {
  const { text } = arg;
  const [, option = before?.text ?? "", value = text] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? [];
  if (unmistakable.test(text)) return true;
  if (modeOption.test(option) && /^bypassPermissions$/i.test(value)) return true;
  // The web's own client can ask Cotty's server for the same.
  if ((agent !== null || sender) && looseSetting.test(text)) return true;
  if (agent === null) return false;
  if (settingOption.test(option) && /\b(?:never|danger-full-access|bypassPermissions)\b/.test(text)) return true;
  if (serversOption.test(option) && (literal(arg) === null || /^(?:\/|~|\{|https?:)/.test(value))) return true;
  if (toolsOption.test(option) && anyCommand.test(value)) return true;
  if (modeOption.test(option) && (looseMode.test(value) || literal(arg) === null)) return true;
  // Cotty's own words are known, so one that is only chosen at run time may be any of them.
  return unasked.test(text) || letters[agent] === text || (agent === "cotty" && mayBecomeOption(arg));
}
