export { type ChosenModel, chooseModel } from "./choose-model.ts";
export { createModel, type ModelOptions, type SshAccess } from "./create-model.ts";
export {
  type CheckResult,
  checkModel,
  describeModels,
  type ModelInfo,
  type ProviderReport,
} from "./describe-models.ts";
export type { Model, ModelEvent, ModelMessage, ModelRequest, ToolCall, ToolSpec } from "./model.ts";
export { preloadModel } from "./preload-model.ts";
export { costOf, priceOf, type TokenCounts } from "./prices.ts";
export {
  type DialectChoice,
  type ProviderName,
  type ProviderSettings,
  type Providers,
  parseModelId,
  providerNames,
} from "./provider-settings.ts";
export {
  createRunbookModel,
  exampleTasks,
  listRunbooks,
  type RunbookInfo,
  type RunbookOptions,
  type RunbookProblem,
  runbookModelId,
} from "./runbooks/index.ts";
export { loadScriptedModel } from "./scripted/load-script.ts";
export type { ScriptInput } from "./scripted/script.ts";
export { createScriptedModel } from "./scripted/scripted-model.ts";
export { withDialect } from "./with-dialect.ts";
