export { assess } from "./assess.ts";
export { assessFiles, type FileAccess } from "./assess-files.ts";
export { assessKeys } from "./assess-keys.ts";
export { engineVersion } from "./conclude.ts";
export { conditionKey, describeCondition } from "./conditions.ts";
export { isKeptForSecrets } from "./file-access.ts";
export { type Naming, namingNames, namingOf } from "./naming-settings.ts";
export { looksSecret } from "./paths.ts";
export { phraseFor } from "./phrase.ts";
export { keysCover } from "./program-keys.ts";
export { asksOthers, isKnownProgram, startedBy } from "./programs/index.ts";
export type { KnownSecret } from "./redaction/finder.ts";
export { type Learned, learnSecrets } from "./redaction/learn-secrets.ts";
export { pieceBreak } from "./redaction/plain-text.ts";
export { createOutputRedactor, hideDrawn, isDrawn, redact } from "./redaction/redact.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./redaction/redactor.ts";
export { createSecretMemory, type Fingerprint, type SecretMemory } from "./redaction/secret-memory.ts";
export { containsTag, createSecretTags, type SecretTags, secretTagsIn } from "./redaction/tags.ts";
export { harmlessKeys, isPartialClone, programSetting, type RepositorySetting } from "./repository-settings.ts";
export { provedCommands } from "./rules/apply-rules.ts";
export {
  compileDangerousPatterns,
  defaultDangerousPatterns,
  marksOf,
  type PatternProblem,
} from "./rules/dangerous-patterns.ts";
export { askEverything, type ParsedRules, parseRules, type RuleProblem } from "./rules/parse-rules.ts";
export { type ProposedRule, proposeRule } from "./rules/propose-rule.ts";
export { secretNameExpression } from "./secret-name-expression.ts";
export { harmlessLines, versionFiles, versionKeys, versionLines } from "./table/folder-programs.ts";
export type {
  AssessedCommand,
  AssessedFile,
  AssessedRedirect,
  Assessment,
  Condition,
  DangerousPattern,
  MatchedRule,
  PathWord,
  PolicyContext,
  Rule,
  RuleProject,
  RuleScope,
} from "./types.ts";
export { isToolSetting, startUpNames } from "./unattended-files.ts";
export { pathWildcards, wildcards } from "./wildcards.ts";
