export type { EngineDeps, RuleBook } from "./deps.ts";
export { createEngine, type Engine, type OpenOptions } from "./engine.ts";
export type { ExecOptions } from "./exec.ts";
export type { HeldHost, HostPolicies, HostPolicy, HostUse } from "./host-policy.ts";
export type { Act, Judge, Opinion } from "./judge.ts";
export { createPolicyJudge, type PolicyJudgeOptions } from "./policy-judge.ts";
export type { Sender, SessionRunner } from "./session-runner.ts";
export type { OpenTerminalOptions } from "./session-terminal.ts";
export { type Survey, surveyTarget } from "./survey-target.ts";
