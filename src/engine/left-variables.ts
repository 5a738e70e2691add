import { type Assessment, asksOthers } from "../policy/index.ts";
import type { SessionState } from "../session/index.ts";
import { hasBegunIn } from "./command-in-front.ts";
import { type HostUse, nowhereElse, sshPrograms } from "./host-policy.ts";
import type { Act } from "./judge.ts";
import { settingsPrograms } from "./settings-programs.ts";

/** What the shell keeps and may run by itself, by the rule that told of it. */
const keptByShell: Readonly<Record<string, string>> = {
  "shell.trap": "a trap",
  "shell.function": "a function",
  "shell.alias": "an alias",
  "shell.shadow": "another meaning of a name",
  "shell.hash": "where a command is",
  "shell.builtins": "a built-in",
  "shell.option": "an option of the shell",
  "shell.keys": "what a key does",
};

/**
 * What commands of this session have left in a terminal: variables, and what its shell may run by itself. A person who
 * approves `export KUBECONFIG=k` has not approved what kubectl then starts each time it only looks, nor with a trap what
 * the file that it names will hold by then. So looks are asked about from then on.
 */
export function leftBehind(
  state: SessionState,
  terminalId: string,
): Required<Pick<Act, "leftVariables" | "leftState">> {
  const turns = [...state.turns, ...(state.current ? [state.current] : [])];
  const begun = turns.flatMap(({ steps }) => [...steps.values()]).filter((step) => hasBegunIn(step, terminalId));
  const findings = begun.flatMap((step) => step.findings);
  const names = findings.flatMap(({ target }) => (target?.kind === "variable" ? [target.value] : []));
  const kept = findings.flatMap(({ ruleId }) => keptByShell[ruleId] ?? []);
  return { leftVariables: [...new Set(names)], leftState: [...new Set(kept)] };
}

/** A client goes where such a variable says (`DOCKER_HOST`, `GIT_DIR`), so it may go to any host. */
export function withLeftVariables(
  use: HostUse | null,
  { commands }: Pick<Assessment, "commands">,
  { leftVariables = [], leftState = [] }: Pick<Act, "leftVariables" | "leftState">,
): HostUse | null {
  const isClient = ({ argv: [program] }: Assessment["commands"][number]) => {
    const name = program?.slice(program.lastIndexOf("/") + 1) ?? "";
    return sshPrograms.has(name) || asksOthers(name) || settingsPrograms.some(({ names }) => names.test(name));
  };
  if (leftVariables.length + leftState.length === 0 || !commands.some(isClient)) return use;
  return { ...(use ?? nowhereElse), isUnclear: true };
}
