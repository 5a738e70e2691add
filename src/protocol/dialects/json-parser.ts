import type { DialectCall, DialectParser, DialectPiece, DialectTool } from "./dialect.ts";
import { toolNamed } from "./dialect.ts";
import { createJsonFinder, type FoundPiece } from "./json-finder.ts";

/** A code fence that has just been opened, or may be about to be. */
const openFence = /(?:^|\n)[ \t]*`{1,3}[ \t]*[a-zA-Z]*[ \t]*(?:\r?\n\s*)?$/;
const wholeFence = /(^|\n)[ \t]*```[ \t]*[a-zA-Z]*\s*$/;
const closeFence = /^\s*```[ \t]*(\r?\n)?/;

/**
 * Finds tool calls written as JSON objects: raw, in a code fence, or inside prose. Both JSON dialects are understood
 * whichever was asked for, because models mix them.
 */
export function createJsonParser(tools: readonly DialectTool[]): DialectParser {
  const finder = createJsonFinder();
  /** Text that may turn out to be the fence around a call. */
  let held = "";
  let isAfterFencedCall = false;

  function read(pieces: FoundPiece[], isEnd: boolean): DialectPiece[] {
    const found: DialectPiece[] = [];
    const show = (text: string) => {
      if (text !== "") found.push({ type: "text", text });
    };
    for (const piece of pieces) {
      if (piece.type === "text") {
        held += piece.text;
        continue;
      }
      const meaning = readObject(piece.value, tools);
      if (meaning === null) {
        held += piece.raw;
        continue;
      }
      show(beforeCall());
      found.push(meaning);
    }
    show(takeShowable(isEnd));
    return found;
  }

  /** The text before a call, without the fence that was opened for it. */
  function beforeCall(): string {
    const text = withoutCloseFence();
    const fence = wholeFence.exec(text);
    held = "";
    isAfterFencedCall = fence !== null;
    return fence === null ? text : text.slice(0, fence.index) + (fence[1] ?? "");
  }

  function withoutCloseFence(): string {
    const text = isAfterFencedCall ? held.replace(closeFence, "") : held;
    isAfterFencedCall = false;
    return text;
  }

  function takeShowable(isEnd: boolean): string {
    // After a fenced call the fence's end is awaited: it belongs to the call.
    if (isAfterFencedCall) {
      if (!isEnd && /^\s*`{0,3}[ \t]*\r?$/.test(held)) return "";
      held = withoutCloseFence();
    }
    const keep = isEnd ? -1 : held.search(openFence);
    const text = keep === -1 ? held : held.slice(0, keep);
    held = keep === -1 ? "" : held.slice(keep);
    return text;
  }

  return {
    push: (chunk) => read(finder.push(chunk), false),
    end: () => read(finder.end(), true),
  };
}

/** What an object means: a call, an answer, or null for an object that is part of the text. */
function readObject(value: Record<string, unknown>, tools: readonly DialectTool[]): DialectPiece | null {
  if (value["type"] === "answer" && typeof value["text"] === "string") return { type: "text", text: value["text"] };
  const call = readShell(value, tools) ?? readTool(value, tools);
  return call === null ? null : { type: "call", call };
}

/** `{"type":"shell","command":"…","reason":"…"}` */
function readShell(
  { type, command, reason }: Record<string, unknown>,
  tools: readonly DialectTool[],
): DialectCall | null {
  if (type !== "shell" || typeof command !== "string") return null;
  const name = toolNamed("shell", tools);
  return name === null ? null : { name, input: { command, reasoning: typeof reason === "string" ? reason : "" } };
}

/** `{"tool":"run_cmd","command":"…"}`, or with the inputs in a field of their own. */
function readTool(value: Record<string, unknown>, tools: readonly DialectTool[]): DialectCall | null {
  const { tool, name, type, ...rest } = value;
  const wanted = tool ?? name;
  if (typeof wanted !== "string") return null;
  const known = toolNamed(wanted, tools);
  if (known === null) return null;
  const nested = ["input", "arguments", "parameters", "args"].map((field) => rest[field]).find(isObject);
  // A `name` alone is too common in ordinary JSON to be taken for a call.
  if (nested === undefined && tool === undefined) return null;
  const input = nested ?? {
    ...rest,
    ...(tool !== undefined && name !== undefined ? { name } : {}),
    ...(type === undefined ? {} : { type }),
  };
  if (known !== "run_command") return { name: known, input };
  const { command, reasoning, reason, ...others } = input;
  if (typeof command !== "string") return null;
  return {
    name: known,
    input: { command, reasoning: [reasoning, reason].find((text) => typeof text === "string") ?? "", ...others },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
