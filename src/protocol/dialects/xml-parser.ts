import {
  type DialectCall,
  type DialectParser,
  type DialectPiece,
  type DialectTool,
  propertiesOf,
  toolNamed,
} from "./dialect.ts";
import { readElement } from "./xml-element.ts";

const tagNames = /^[a-zA-Z_][\w-]*$/;

/** The aliases under which the XML dialect speaks of these tools. */
const spoken: Record<string, string> = { run_command: "run_terminal_command", task_complete: "end_turn" };

export function spokenName(name: string): string {
  return Object.hasOwn(spoken, name) ? (spoken[name] ?? name) : name;
}

const maxLength = 1_000_000;

/** Reads tool calls written as tags. Text is handed out as soon as it cannot be the beginning of a tool's tag. */
export function createXmlParser(tools: readonly DialectTool[]): DialectParser {
  const tags = tagsOf(tools);
  let buffer = "";
  /** While a value is unfinished. */
  let awaited: AwaitedText | null = null;
  let missing = new Set<string>();
  /** What was said before a call: the summary of an `end_turn` that has none of its own. */
  let said = "";

  function take(isEnd: boolean, isWhole: boolean): DialectPiece[] {
    const pieces: DialectPiece[] = [];
    let shown = 0;
    missing = new Set();
    const showUntil = (index: number) => {
      const text = buffer.slice(shown, index);
      if (text !== "") pieces.push({ type: "text", text });
      said += text;
      shown = index;
    };
    for (let at = buffer.indexOf("<"); at !== -1; at = buffer.indexOf("<", at)) {
      const found = callAt(at, shown, isEnd, isWhole);
      if (found === "open") {
        showUntil(at);
        buffer = buffer.slice(at);
        return pieces;
      }
      if (found === "none") at++;
      else {
        showUntil(at);
        pieces.push({ type: "call", call: found.call });
        shown = found.end;
        at = shown;
      }
    }
    showUntil(buffer.length);
    buffer = "";
    return pieces;
  }

  /** What begins with a "<": a call, text, or what may still become a call. */
  function callAt(
    start: number,
    shown: number,
    isEnd: boolean,
    isWhole: boolean,
  ): { call: DialectCall; end: number } | "open" | "none" {
    const rest = buffer.slice(start, start + 80);
    const opening = tags.opening.exec(rest);
    if (opening === null) return !isEnd && tags.mayBegin(rest) ? "open" : "none";
    const [head, name = "", selfClosing] = opening;
    const from = start + head.length;
    const element =
      selfClosing === "/"
        ? { fields: {}, end: from }
        : readElement({ text: buffer, missing }, name, { from, mayLackEnd: isEnd && isWhole });
    if (element === "open" && !isEnd) return element;
    if (typeof element === "string") return "none";
    const call = toCall(name, element.fields, tools, (said + buffer.slice(shown, start)).trim());
    return call === null ? "none" : { call, end: element.end };
  }

  return {
    push(chunk) {
      if (awaited !== null && !awaited.add(chunk)) return [];
      buffer = awaited === null ? buffer + chunk : awaited.text();
      awaited = null;
      const pieces = take(buffer.length > maxLength, false);
      const [closing] = missing;
      // Nothing of the call can be decided before this comes.
      if (closing !== undefined && tags.opening.test(buffer)) awaited = createAwaitedText(buffer, closing);
      return pieces;
    },
    end({ isWhole }) {
      if (awaited !== null) buffer = awaited.text();
      awaited = null;
      return take(true, isWhole);
    },
  };
}

/** How calls of these tools begin. */
function tagsOf(tools: readonly DialectTool[]): { opening: RegExp; mayBegin(text: string): boolean } {
  const all = new Set(tools.flatMap(({ name }) => [name, spokenName(name)]));
  const names = [...all].filter((name) => tagNames.test(name));
  const openings = names.map((name) => `<${name}`);
  return {
    opening: names.length === 0 ? /(?!)/ : new RegExp(`^<(${names.join("|")})\\s*(/?)>`),
    mayBegin: (text) =>
      openings.some(
        (tag) => tag.startsWith(text) || /^\s*\/?$/.test(text.startsWith(tag) ? text.slice(tag.length) : "x"),
      ),
  };
}

/** A text that has to go on until something comes to end it; its pieces are joined only then. */
interface AwaitedText {
  /** True when the end has come, or would come too late. */
  add(chunk: string): boolean;
  text(): string;
}

function createAwaitedText(begun: string, closing: string): AwaitedText {
  const pieces = [begun];
  let tail = begun.slice(-closing.length);
  let length = begun.length;
  return {
    add(chunk) {
      pieces.push(chunk);
      length += chunk.length;
      const recent = tail + chunk;
      tail = recent.slice(-closing.length);
      return recent.includes(closing) || length > maxLength;
    },
    text: () => pieces.join(""),
  };
}

function toCall(
  tag: string,
  fields: Record<string, string>,
  tools: readonly DialectTool[],
  said: string,
): DialectCall | null {
  const name = toolNamed(tag, tools);
  const tool = tools.find((known) => known.name === name);
  if (name === null || tool === undefined) return null;
  const signal = fields["command_signal"];
  if (name === "run_command" && fields["command"] === undefined) {
    // In place of a command; the tool says which keys it stands for.
    if (signal?.trim() !== "CTRL_C") return null;
    return { name, input: { command_signal: "CTRL_C", reasoning: fields["reasoning"] ?? "" } };
  }
  const properties = propertiesOf(tool.inputSchema);
  const input: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(fields)) input[field] = typed(text, properties[field]);
  if (name === "run_command" && input["reasoning"] === undefined) input["reasoning"] = "";
  if (name === "task_complete" && input["summary"] === undefined) input["summary"] = said;
  return { name, input };
}

/** Tags hold text; the schema says what else it may mean. What is not JSON stays text, for the tool to refuse. */
function typed(text: string, schema: Record<string, unknown> | undefined): unknown {
  const type = schema?.["type"];
  if (schema === undefined || type === "string" || (type === undefined && schema["enum"] !== undefined)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
