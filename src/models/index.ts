export { checkKey, keyFacts } from "./check-key.ts";
export { type ChosenModel, chooseModel } from "./choose-model.ts";
export { createModel, type ModelOptions } from "./create-model.ts";
export {
  type CheckResult,
  checkModel,
  describeModels,
  type ProviderReport,
} from "./describe-models.ts";
export type { Model, ModelEvent, ModelMessage, ModelRequest, ToolCall, ToolSpec } from "./model.ts";
export { createModelAsker } from "./model-asker.ts";
export { preloadModel } from "./preload-model.ts";
export { contextTokensOf } from "./prices.ts";
export {
  type Providers,
  parseModelId,
} from "./provider-settings.ts";
export {
  checkRunbookFile,
  exampleTasks,
  isInFolder,
  listRunbooks,
  runbookModelId,
} from "./runbooks/index.ts";
export type { ScriptInput } from "./scripted/script.ts";
export { createScriptedModel } from "./scripted/scripted-model.ts";
