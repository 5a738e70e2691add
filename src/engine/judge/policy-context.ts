import type { PolicyContext, Rule } from "../../policy/index.ts";
import { isShellName, type ShellName } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";

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
    shell: dialectOf(act.shell),
    cwd: act.cwd,
    ...(act.place?.home && { home: act.place.home }),
    ...(act.place?.realHome && { realHome: act.place.realHome }),
    ...(act.place?.project && { project: act.place.project }),
    ...(act.place?.projectName && { projectName: act.place.projectName }),
    agent: act.agent,
    ...(act.leftVariables !== undefined && act.leftVariables.length > 0 && { leftVariables: act.leftVariables }),
    ...(act.leftState !== undefined && act.leftState.length > 0 && { leftState: act.leftState }),
    ...(act.hasOwnSettings && { hasOwnSettings: true }),
    ...(act.isLineEmpty && { isLineEmpty: true }),
    dangerousPatterns,
    rules,
  };
}

const dialects: Record<ShellName, PolicyContext["shell"]> = {
  bash: "bash",
  zsh: "zsh",
  fish: "fish",
  dash: "sh",
  ash: "sh",
  mksh: "sh",
};

function dialectOf(shell: string): PolicyContext["shell"] {
  if (isShellName(shell)) return dialects[shell];
  return shell === "sh" ? "sh" : "unknown";
}
