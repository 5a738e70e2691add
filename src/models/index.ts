export type { Model, ModelEvent, ModelMessage, ModelRequest, ToolCall, ToolSpec } from "./model.ts";
