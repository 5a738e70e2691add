export type { Model, ModelEvent, ModelMessage, ModelRequest, ToolCall, ToolSpec } from "./model.ts";
export { loadScriptedModel } from "./scripted/load-script.ts";
export type { ScriptInput } from "./scripted/script.ts";
export { createScriptedModel } from "./scripted/scripted-model.ts";
