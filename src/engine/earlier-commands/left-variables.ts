import { type Assessment, asksOthers } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { SessionState, Step } from "../../session/index.ts";
import type { Act } from "../contract/act.ts";
import { type HostUse, nowhereElse, sshPrograms } from "../hosts/host-policy.ts";
import { settingsPrograms } from "../hosts/settings-programs.ts";
import { hasBegunIn } from "./command-in-front.ts";

/** What the shell keeps and may run by itself, by the rule that told of it. */
const keptByShell: Readonly<Record<string, string>> = {
  "shell.trap": "a trap",
  "shell.function": "a function",
  "shell.alias": "an alias",
  "shell.shadow": "another meaning of a name",
  "shell.hash": "where a command is",
  "shell.builtins": "a built-in",
  "shell.option": "an option of the shell",
  "shell.attribute": "another meaning of a variable",
  "shell.keys": "what a key does",
  "shell.redirect": "another place for its output",
};

/** They set keys of the terminal, with which it takes letters out of what is typed: `stty susp @`. */
const setsTerminal = new Set(["stty", "reset", "tset", "setterm", "tput"]);
const nameOf = (program: string | null | undefined) => program?.slice(program.lastIndexOf("/") + 1) ?? "";

/** In zsh a sum makes an integer of a new name, and whatever that is given later is evaluated. */
const makesInteger = ({ ruleId, argv: [name] }: Finding): boolean =>
  ruleId === "expansion.arithmetic" || name === "let";

/** What opens a shell, to which later commands of the terminal go. */
const opensShell = /^(?:shell\.(?:exec|nested)|escalate\.shell|ssh\.login|wrapper\.script|terminal\.multiplexer)$/;

/** `bash >>f`: all that a later command prints is written there. */
const writesOn = (findings: readonly Finding[]): boolean =>
  findings.some(({ ruleId }) => opensShell.test(ruleId)) && findings.some(({ ruleId }) => /^write\./.test(ruleId));

/**
 * What commands of this session have left in a terminal: variables, and what its shell may run by itself. A person who
 * approves `export KUBECONFIG=k` has not approved what kubectl then starts each time it only looks, nor with a trap what
 * the file that it names will hold by then. So looks are asked about from then on.
 */
export function leftBehind(
  state: SessionState,
  terminalId: string,
): Required<Pick<Act, "leftVariables" | "leftState">> {
  const begun = begunWithFindings(state, terminalId);
  const findings = begun.flatMap((step) => step.findings);
  const names = findings.flatMap(({ target }) => (target?.kind === "variable" ? [target.value] : []));
  const isZsh = state.terminals.find(({ id }) => id === terminalId)?.shell.includes("zsh") === true;
  const isInteger = isZsh && findings.some(makesInteger);
  const kept = findings.flatMap(({ ruleId, argv }) => [
    ...(keptByShell[ruleId] ?? []),
    ...(argv.some((word) => setsTerminal.has(nameOf(word))) ? ["settings of the terminal"] : []),
  ]);
  const written = begun.some(({ findings }) => writesOn(findings)) ? ["another place for its output"] : [];
  return {
    leftVariables: [...new Set(names)],
    leftState: [...new Set([...kept, ...written, ...(isInteger ? ["another meaning of a variable"] : [])])],
  };
}

/** One after the other, without a copy of them all: this is asked before every command, and a session has thousands. */
function begunWithFindings(state: SessionState, terminalId: string): Step[] {
  const found: Step[] = [];
  for (const { steps } of state.current ? [...state.turns, state.current] : state.turns) {
    for (const step of steps.values()) {
      if (step.findings.length > 0 && hasBegunIn(step, terminalId)) found.push(step);
    }
  }
  return found;
}

/** A client goes where such a variable says (`DOCKER_HOST`, `GIT_DIR`), so it may go to any host. */
export function withLeftVariables(
  use: HostUse | null,
  { commands }: Pick<Assessment, "commands">,
  { leftVariables = [], leftState = [] }: Pick<Act, "leftVariables" | "leftState">,
): HostUse | null {
  const isClient = ({ argv: [program] }: Assessment["commands"][number]) => {
    const name = nameOf(program);
    return sshPrograms.has(name) || asksOthers(name) || settingsPrograms.some(({ names }) => names.test(name));
  };
  if (leftVariables.length + leftState.length === 0 || !commands.some(isClient)) return use;
  return { ...(use ?? nowhereElse), isUnclear: true };
}
