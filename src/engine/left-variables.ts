import { type Assessment, asksOthers } from "../policy/index.ts";
import type { SessionState } from "../session/index.ts";
import { hasBegunIn } from "./command-in-front.ts";
import { type HostUse, nowhereElse, sshPrograms } from "./host-policy.ts";
import type { Act } from "./judge.ts";
import { settingsPrograms } from "./settings-programs.ts";

/**
 * Variables that commands of this session have set in a terminal. A person who approves `export KUBECONFIG=k` has not
 * approved what kubectl then starts each time it only looks, so looks are asked about from then on.
 */
export function leftVariables(state: SessionState, terminalId: string): string[] {
  const turns = [...state.turns, ...(state.current ? [state.current] : [])];
  const begun = turns.flatMap(({ steps }) => [...steps.values()]).filter((step) => hasBegunIn(step, terminalId));
  const names = begun.flatMap(({ findings }) =>
    findings.flatMap(({ target }) => (target?.kind === "variable" ? [target.value] : [])),
  );
  return [...new Set(names)];
}

/** A client goes where such a variable says (`DOCKER_HOST`, `GIT_DIR`), so it may go to any host. */
export function withLeftVariables(
  use: HostUse | null,
  { commands }: Pick<Assessment, "commands">,
  { leftVariables: left = [] }: Pick<Act, "leftVariables">,
): HostUse | null {
  const isClient = ({ argv: [program] }: Assessment["commands"][number]) => {
    const name = program?.slice(program.lastIndexOf("/") + 1) ?? "";
    return sshPrograms.has(name) || asksOthers(name) || settingsPrograms.some(({ names }) => names.test(name));
  };
  if (left.length === 0 || !commands.some(isClient)) return use;
  return { ...(use ?? nowhereElse), isUnclear: true };
}
