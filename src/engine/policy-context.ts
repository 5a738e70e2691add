import type { PolicyContext, Rule } from "../policy/index.ts";
import type { Act } from "./judge.ts";

/** Where and for whom an act is judged, as policy wants to know it. */
export function policyContext(
  act: Act,
  {
    dangerousPatterns = [],
    rules,
  }: { dangerousPatterns?: PolicyContext["dangerousPatterns"] | undefined; rules: readonly Rule[] },
): PolicyContext {
  return {
    target: act.target,
    shell: shellOf(act.shell),
    cwd: act.cwd,
    ...(act.place?.home && { home: act.place.home }),
    ...(act.place?.realHome && { realHome: act.place.realHome }),
    ...(act.place?.project && { project: act.place.project }),
    ...(act.place?.projectName && { projectName: act.place.projectName }),
    agent: act.agent,
    ...(act.leftVariables !== undefined && act.leftVariables.length > 0 && { leftVariables: act.leftVariables }),
    ...(act.leftState !== undefined && act.leftState.length > 0 && { leftState: act.leftState }),
    ...(act.isLineEmpty && { isLineEmpty: true }),
    dangerousPatterns,
    rules,
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
