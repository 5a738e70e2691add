export { assess, engineVersion } from "./assess.ts";
export { phraseFor } from "./phrase.ts";
export type {
  AssessedCommand,
  Assessment,
  DangerousPattern,
  MatchedRule,
  PolicyContext,
  Rule,
  RuleScope,
} from "./types.ts";
export { makeVisible } from "./visible.ts";
