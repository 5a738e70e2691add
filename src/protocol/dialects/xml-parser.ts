import {
  type DialectCall,
  type DialectParser,
  type DialectPiece,
  type DialectTool,
  propertiesOf,
  toolNamed,
} from "./dialect.ts";

const tagNames = /^[a-zA-Z_][\w-]*$/;

/** The names under which the XML dialect knows these tools. */
const spoken: Record<string, string> = { run_command: "run_terminal_command", task_complete: "end_turn" };

export function spokenName(name: string): string {
  return Object.hasOwn(spoken, name) ? (spoken[name] ?? name) : name;
}

/** Models put a value on lines of its own; those line ends are not part of it. */
export function withoutOuterLineEnds(text: string): string {
  return text.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
}

const maxLength = 1_000_000;

/** Reads tool calls written as tags. Text is handed out as soon as it cannot be the beginning of a tool's tag. */
export function createXmlParser(tools: readonly DialectTool[]): DialectParser {
  const names = [...new Set(tools.flatMap(({ name }) => [name, spokenName(name)]))].filter((name) =>
    tagNames.test(name),
  );
  const openingTag = new RegExp(`^<(${names.join("|")})\\s*(/?)>`);
  const openings = names.map((name) => `<${name}`);
  let buffer = "";
  /** While a value is unfinished: what must come to end it, and the pieces so far, joined only then. */
  let awaiting: { closing: string; pieces: string[]; tail: string; length: number } | null = null;
  /** Closing tags that do not occur in what is being read, so that each is looked for once. */
  let missing = new Set<string>();
  /** What was said before a call: the summary of an `end_turn` that has none of its own. */
  let said = "";

  function take(isEnd: boolean, isWhole: boolean): DialectPiece[] {
    const pieces: DialectPiece[] = [];
    let shown = 0;
    let at = 0;
    missing = new Set();
    const showUntil = (index: number) => {
      const text = buffer.slice(shown, index);
      if (text !== "") pieces.push({ type: "text", text });
      said += text;
      shown = index;
    };
    while (true) {
      const start = buffer.indexOf("<", at);
      if (start === -1) {
        showUntil(buffer.length);
        break;
      }
      const rest = buffer.slice(start, start + 80);
      const opening = names.length === 0 ? null : openingTag.exec(rest);
      if (opening === null) {
        const mayBecome =
          !isEnd &&
          openings.some(
            (tag) => tag.startsWith(rest) || /^\s*\/?$/.test(rest.startsWith(tag) ? rest.slice(tag.length) : "x"),
          );
        if (mayBecome) {
          showUntil(start);
          break;
        }
        at = start + 1;
        continue;
      }
      const [head, name = "", selfClosing] = opening;
      const bodyStart = start + head.length;
      const element =
        selfClosing === "/" ? { fields: {}, end: bodyStart } : readElement(name, bodyStart, isEnd && isWhole);
      if (element === "open" && !isEnd) {
        showUntil(start);
        break;
      }
      const call =
        typeof element === "string"
          ? null
          : toCall(name, element.fields, tools, (said + buffer.slice(shown, start)).trim());
      if (call === null || typeof element === "string") {
        at = start + 1;
        continue;
      }
      showUntil(start);
      pieces.push({ type: "call", call });
      shown = element.end;
      at = shown;
    }
    buffer = buffer.slice(shown);
    return pieces;
  }

  /** The fields of an element up to its closing tag; `mayLackEnd` where a stop sequence has swallowed that tag. */
  function readElement(
    name: string,
    start: number,
    mayLackEnd: boolean,
  ): { fields: Record<string, string>; end: number } | "open" | "none" {
    const fields: Record<string, string> = {};
    let at = start;
    while (true) {
      const space = /\s*/y;
      space.lastIndex = at;
      at += space.exec(buffer)?.[0].length ?? 0;
      const closing = `</${name}>`;
      if (buffer.startsWith(closing, at)) return { fields, end: at + closing.length };
      if (at >= buffer.length) return mayLackEnd ? { fields, end: buffer.length } : "open";
      if (closing.startsWith(buffer.slice(at))) return mayLackEnd ? { fields, end: buffer.length } : "open";
      const tag = /<([a-zA-Z_][\w-]*)>/y;
      tag.lastIndex = at;
      const found = tag.exec(buffer);
      if (found === null) return /^<[\w-]*$/.test(buffer.slice(at, at + 200)) ? "open" : "none";
      const field = readField(found[1] ?? "", at + found[0].length);
      if (typeof field === "string") return field;
      fields[found[1] ?? ""] = field.text;
      at = field.end;
    }
  }

  function find(closing: string, from: number): number {
    if (missing.has(closing)) return -1;
    const index = buffer.indexOf(closing, from);
    if (index === -1) missing.add(closing);
    return index;
  }

  function readField(name: string, start: number): { text: string; end: number } | "open" {
    const closing = `</${name}>`;
    if (buffer.startsWith("<![CDATA[", start)) return readCdata(closing, start);
    const end = find(closing, start);
    if (end === -1) return "open";
    return { text: withoutOuterLineEnds(buffer.slice(start, end)), end: end + closing.length };
  }

  function readCdata(closing: string, start: number): { text: string; end: number } | "open" {
    let text = "";
    let at = start;
    while (buffer.startsWith("<![CDATA[", at)) {
      const end = find("]]>", at);
      if (end === -1) return "open";
      text += buffer.slice(at + 9, end);
      at = end + 3;
    }
    if (buffer.startsWith(closing, at)) return { text, end: at + closing.length };
    return "open";
  }

  return {
    push(chunk) {
      if (awaiting === null) buffer += chunk;
      else {
        awaiting.pieces.push(chunk);
        awaiting.length += chunk.length;
        const recent = awaiting.tail + chunk;
        awaiting.tail = recent.slice(-awaiting.closing.length);
        if (!recent.includes(awaiting.closing) && awaiting.length <= maxLength) return [];
        buffer = takeAwaited();
      }
      const isTooLong = buffer.length > maxLength;
      const pieces = take(isTooLong, false);
      const [closing] = missing;
      // Nothing of the call can be decided before this comes.
      if (closing !== undefined && openingTag.test(buffer)) {
        awaiting = { closing, pieces: [buffer], tail: buffer.slice(-closing.length), length: buffer.length };
      }
      return pieces;
    },
    end({ isWhole }) {
      if (awaiting !== null) buffer = takeAwaited();
      return take(true, isWhole);
    },
  };

  function takeAwaited(): string {
    const text = awaiting?.pieces.join("") ?? "";
    awaiting = null;
    return text;
  }
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
    // The one signal of the dialect's own: stopping what runs.
    if (signal?.trim() !== "CTRL_C" || toolNamed("send_keys", tools) === null) return null;
    return { name: "send_keys", input: { keys: "Ctrl+C", reasoning: fields["reasoning"] ?? "" } };
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
