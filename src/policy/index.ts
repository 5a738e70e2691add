// A part of what an assessment says.
export type { PathWord } from "../shell/index.ts";
export { assess } from "./assess.ts";
export { assessFiles, type FileAccess } from "./assess-files.ts";
export { assessKeys } from "./assess-keys.ts";
export { conditionKey, describeCondition } from "./conditions.ts";
export { isKeptForSecrets } from "./file-access.ts";
export { knownFolders } from "./folders.ts";
export {
  harmlessLines,
  promptFiles,
  promptSteps,
  versionFiles,
  versionKeys,
  versionLines,
} from "./judges/folder-programs.ts";
export { looksSecret } from "./paths.ts";
export { phraseFor } from "./phrase.ts";
export { type Naming, namingNames, namingOf } from "./places/naming-settings.ts";
export { isEditedFreely, isOrdinary, startUpNames } from "./places/unattended-files.ts";
export { printedHistory, printsGitContents } from "./printed-history.ts";
export { printedMessages } from "./printed-messages.ts";
export { keysCover } from "./program-keys.ts";
export { asksOthers, isKnownProgram, startedBy } from "./programs/index.ts";
export { showsWhereItGoes } from "./reach/reach.ts";
export { harmlessKeys, isPartialClone, programSetting, type RepositorySetting } from "./repository-settings.ts";
export { provedCommands } from "./rules/apply-rules.ts";
export {
  compileDangerousPatterns,
  defaultDangerousPatterns,
  marksOf,
} from "./rules/dangerous-patterns.ts";
export { matchesGlob } from "./rules/glob.ts";
export { askEverything, type ParsedRules, parseRules, type RuleProblem } from "./rules/parse-rules.ts";
export { type ProposedRule, proposeRule } from "./rules/propose-rule.ts";
export { secretNameExpression } from "./secret-name-expression.ts";
export type {
  AssessedCommand,
  AssessedFile,
  AssessedRedirect,
  Assessment,
  Condition,
  DangerousPattern,
  Folders,
  PolicyContext,
  Rule,
  RuleProject,
  RuleScope,
} from "./types.ts";
