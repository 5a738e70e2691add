import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Dialect, DialectCall, DialectPiece, DialectTool } from "./dialect.ts";
import { jsonToolDialect, jsonTypeDialect } from "./json-dialects.ts";
import { xmlDialect } from "./xml-dialect.ts";

const text = { type: "string" };
const tool = (name: string, properties: Record<string, unknown>, required = Object.keys(properties)): DialectTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties, required },
});

const tools: DialectTool[] = [
  {
    ...tool("run_command", { command: text, reasoning: text }),
    aliases: ["run_terminal_command", "run_cmd", "shell"],
  },
  tool("send_keys", { keys: text, reasoning: text }),
  tool("read_files", { paths: { type: "array", items: text }, limit: { type: "integer" } }, ["paths"]),
  { ...tool("task_complete", { summary: text }), aliases: ["end_turn"] },
];

const dialects: Dialect[] = [jsonTypeDialect, jsonToolDialect, xmlDialect];

/** Reads a reply that arrives in pieces cut at the given places. */
function read(dialect: Dialect, reply: string, cuts: number[] = [], isWhole = true): DialectPiece[] {
  const parser = dialect.createParser(tools);
  const places = [...new Set(cuts.map((cut) => cut % (reply.length + 1)))].sort((a, b) => a - b);
  const pieces: DialectPiece[] = [];
  let from = 0;
  for (const place of [...places, reply.length]) {
    pieces.push(...parser.push(reply.slice(from, place)));
    from = place;
  }
  pieces.push(...parser.end({ isWhole }));
  return pieces;
}
const textOf = (pieces: DialectPiece[]) => pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
const callsOf = (pieces: DialectPiece[]) => pieces.flatMap((piece) => (piece.type === "call" ? [piece.call] : []));

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom(
        "{",
        "}",
        '"',
        "\\",
        "`",
        "```",
        "\n",
        "<",
        "</",
        ">",
        "]]>",
        "<![CDATA[",
        "</command>",
        "<end_turn>",
        "'",
        "$(",
        " ",
        "a",
        "[",
        ",",
        ":",
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join("")),
);
const anyCall: fc.Arbitrary<DialectCall> = fc.oneof(
  fc.record({ command: hostileText, reasoning: hostileText }).map((input) => ({ name: "run_command", input })),
  fc.record({ keys: hostileText, reasoning: hostileText }).map((input) => ({ name: "send_keys", input })),
  fc
    .record({ paths: fc.array(hostileText, { maxLength: 3 }), limit: fc.integer() })
    .map((input) => ({ name: "read_files", input })),
  fc.record({ summary: hostileText }).map((input) => ({ name: "task_complete", input })),
);
const anyCuts = fc.array(fc.nat(), { maxLength: 12 });
const prose = fc
  .array(fc.constantFrom("I ", "look ", "at it.\n", "{braces} ", "a < b ", "`code` ", "$HOME ", "\n\n"), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))("the %s dialect", (_, dialect) => {
  // **Feature: cotty, Property 3: a tool call survives being written and read, whole or in pieces**
  it.prop([anyCall, anyCuts], { numRuns: 1000 })(
    "reads back every call that it writes, however it is cut [S1.35, S3.22, S3.36, S3.65]",
    (call, cuts) => {
      expect(read(dialect, dialect.formatCall(call), cuts)).toEqual([{ type: "call", call }]);
    },
  );

  // **Feature: cotty, Property 3: a tool call survives being written and read, whole or in pieces**
  it.prop([prose, anyCall, anyCuts], { numRuns: 1000 })(
    "finds a call inside prose and shows the prose only",
    (before, call, cuts) => {
      const pieces = read(dialect, `${before}${dialect.formatCall(call)}\nafter`, cuts);
      expect(callsOf(pieces)).toEqual([call]);
      expect(textOf(pieces)).toBe(`${before}\nafter`);
    },
  );

  // **Feature: cotty, Property 4: what holds no tool call is an answer, word for word**
  it.prop([hostileText, anyCuts], { numRuns: 500 })(
    "takes what does not parse for an answer, word for word [S2.12, S2.39, S3.37]",
    (reply, cuts) => {
      const pieces = read(dialect, reply, cuts, false);
      // The words "<end_turn>" can be a call of the XML dialect; what is none must come out unchanged.
      fc.pre(callsOf(pieces).length === 0);
      expect(textOf(pieces)).toBe(reply);
    },
  );

  it.prop([prose, anyCall, fc.nat()], { numRuns: 1000 })("never shows half a call [S1.35]", (before, call, cut) => {
    const written = dialect.formatCall(call);
    const parser = dialect.createParser(tools);
    const shown = textOf(parser.push(before + written.slice(0, cut % written.length)));
    expect(before.startsWith(shown)).toBe(true);
  });

  it("describes every tool to the model, and the form of a call [S2.15]", () => {
    const prompt = dialect.prompt(tools);
    for (const part of ["send_keys(keys, reasoning): Does send_keys.", "read_files(paths, limit?)"])
      expect(prompt).toContain(part);
    const [example] = callsOf(read(dialect, prompt));
    expect(example?.name).toBe("run_command");
  });

  it("gets through text that is made to slow it down", () => {
    const hostile = [
      '{"a":',
      '{"',
      '{"a":"',
      "<run_terminal_command>",
      "<run_terminal_command><command>",
      "```json\n{",
      "{ ",
      '{"a":[{},',
    ];
    for (const unit of hostile) {
      // Read again for every piece or brace, this would take hours.
      const reply = unit.repeat(40_000);
      expect(
        textOf(
          read(
            dialect,
            reply,
            Array.from({ length: 200 }, (_, i) => i * 700),
            false,
          ),
        ),
      ).toBe(reply);
    }
  });
});

describe("the JSON dialects", () => {
  const call = { name: "run_command", input: { command: "df -h", reasoning: "" } };

  it.each([
    ["raw", '{"tool":"run_cmd","command":"df -h"}', ""],
    ["with spaces", '  {\n "tool" : "run_cmd",\n "command" : "df -h"\n}\n', "  \n"],
    ["fenced", '```json\n{"tool":"run_cmd","command":"df -h"}\n```', ""],
    ["in a fence without a language", '```\n{"tool":"run_cmd","command":"df -h"}\n```\n', ""],
    ["fenced inside prose", 'I look.\n```json\n{"tool":"run_cmd","command":"df -h"}\n```\nWait.', "I look.\nWait."],
    ["after another object", 'See {"a":1}: {"tool":"run_cmd","command":"df -h"}', 'See {"a":1}: '],
    ["inside braces", '{ {"tool":"run_cmd","command":"df -h"} }', "{  }"],
    ["with the keys turned round", '{"command":"df -h","tool":"run_cmd"}', ""],
    ["as shell", '{"type":"shell","command":"df -h"}', ""],
    ["as a function call in text", '{"name":"run_command","arguments":{"command":"df -h"}}', ""],
    ["under its own name", '{"tool":"run_command","input":{"command":"df -h"}}', ""],
  ])("find a call %s [S2.7, S3.23]", (_, reply, shown) => {
    for (const dialect of [jsonTypeDialect, jsonToolDialect]) {
      for (const cuts of [[], Array.from({ length: reply.length }, (_, i) => i)]) {
        const pieces = read(dialect, reply, cuts);
        expect(callsOf(pieces)).toEqual([call]);
        expect(textOf(pieces)).toBe(shown);
      }
    }
  });

  it.each([
    ['{"tool":"hammer","command":"x"}'],
    ['{"tool":"run_cmd"}'],
    ['{"tool":"run_cmd","command":5}'],
    ['{"name":"run_command"}'],
    ['{"type":"shell"}'],
    ['{"tool":"run_cmd","command":"unfinished'],
    ['```json\n{"a": 1}\n```'],
    ["[1, 2, 3]"],
    ["null"],
    [""],
  ])("take %j for an answer [S2.12, S3.23]", (reply) => {
    const pieces = read(jsonToolDialect, reply);
    expect(callsOf(pieces)).toEqual([]);
    expect(textOf(pieces)).toBe(reply);
  });

  it("keep the reason, and show the text of an answer [S2.13, S2.14]", () => {
    expect(read(jsonTypeDialect, '{"type":"shell","command":"uptime","reason":"How long?"}')).toEqual([
      { type: "call", call: { name: "run_command", input: { command: "uptime", reasoning: "How long?" } } },
    ]);
    expect(read(jsonTypeDialect, '{"type":"answer","text":"It is \\"blue\\"."}')).toEqual([
      { type: "text", text: 'It is "blue".' },
    ]);
  });

  it("tell a model that speaks JSON to answer a task of the system with the call [S3.31]", () => {
    expect(jsonToolDialect.prompt(tools)).toContain(
      'When a task needs a command, you MUST respond with a JSON tool call:\n{"tool": "run_cmd", "command": "<shell command here>"}',
    );
  });

  it("tell it five rules: raw JSON for commands, else plain text, a summary after output, concise, a warning [S3.32]", () => {
    expect(jsonToolDialect.prompt(tools)).toContain(
      [
        "1. Only output the raw JSON when you need to run a command. No markdown, no explanation before it.",
        "2. If you can answer without running a command, just respond with plain text.",
        "3. After seeing command output, provide a clear summary of what happened.",
        "4. Be concise but informative.",
        "5. For dangerous commands (rm -rf, etc.), warn the user in your response.",
      ].join("\n"),
    );
  });

  it("show it three examples: node processes, the current folder, two and two [S3.33]", () => {
    const prompt = jsonToolDialect.prompt(tools);
    const examples = [...prompt.matchAll(/- User: "(.*)"\n {2}Response: (.*)/g)].map(([, asked, answer]) => [
      asked,
      answer,
    ]);
    expect(examples).toEqual([
      ["List all running node processes", '{"tool": "run_cmd", "command": "pgrep -l node"}'],
      ["What's my current directory?", '{"tool": "run_cmd", "command": "pwd"}'],
      ["What is 2+2?", "4"],
    ]);
    expect(callsOf(read(jsonToolDialect, examples[0]?.[1] ?? ""))).toEqual([
      { name: "run_command", input: { command: "pgrep -l node", reasoning: "" } },
    ]);
  });

  it("write the shapes of their seeds [S2.14, S3.22]", () => {
    const withReason = { name: "run_command", input: { command: "ls", reasoning: "see" } };
    expect(jsonTypeDialect.formatCall(withReason)).toBe('{"type":"shell","command":"ls","reason":"see"}');
    expect(jsonToolDialect.formatCall(call)).toBe('{"tool":"run_cmd","command":"df -h"}');
  });
});

describe("the XML dialect", () => {
  it("reads a call with its values on lines of their own, without escaping [S1.39]", () => {
    const reply =
      "First I look.\n<run_terminal_command>\n<command>\nls -la | grep '<a>' && echo \"&amp;\"\n</command>\n</run_terminal_command>";
    expect(read(xmlDialect, reply)).toEqual([
      { type: "text", text: "First I look.\n" },
      {
        type: "call",
        call: { name: "run_command", input: { command: "ls -la | grep '<a>' && echo \"&amp;\"", reasoning: "" } },
      },
    ]);
  });

  it("completes a call whose closing tag was swallowed by a stop sequence, but not one that was cut off", () => {
    const stopped = "<run_terminal_command>\n<command>ls</command>\n";
    expect(callsOf(read(xmlDialect, stopped))).toEqual([
      { name: "run_command", input: { command: "ls", reasoning: "" } },
    ]);
    expect(read(xmlDialect, stopped, [], false)).toEqual([{ type: "text", text: stopped }]);
    const half = "<run_terminal_command>\n<command>rm -rf /tmp/x";
    expect(read(xmlDialect, half)).toEqual([{ type: "text", text: half }]);
  });

  it("stops at the end of a terminal command, and at other closing tags, four at most [S1.34]", () => {
    expect(xmlDialect.stopSequences(tools)).toEqual([
      "</run_terminal_command>",
      "</end_turn>",
      "</send_keys>",
      "</read_files>",
    ]);
  });

  it("hands on the signal CTRL_C in place of a command [S1.22]", () => {
    const reply = "<run_terminal_command><command_signal>CTRL_C</command_signal></run_terminal_command>";
    expect(callsOf(read(xmlDialect, reply))).toEqual([
      { name: "run_command", input: { command_signal: "CTRL_C", reasoning: "" } },
    ]);
  });

  it("takes end_turn for the end of the task, with what was said as its summary [S1.38]", () => {
    expect(callsOf(read(xmlDialect, "All five are up.\n<end_turn></end_turn>"))).toEqual([
      { name: "task_complete", input: { summary: "All five are up." } },
    ]);
    expect(callsOf(read(xmlDialect, "Done. <end_turn/>"))).toEqual([
      { name: "task_complete", input: { summary: "Done." } },
    ]);
  });

  it("reads lists and numbers by the tool's schema", () => {
    const reply = '<read_files><paths>["a", "b"]</paths><limit>5</limit></read_files>';
    expect(callsOf(read(xmlDialect, reply))).toEqual([{ name: "read_files", input: { paths: ["a", "b"], limit: 5 } }]);
  });

  it("leaves other tags alone", () => {
    const reply = "Use <b>bold</b>, <run_terminal_commands> and <cmd>df -h</cmd>.";
    expect(read(xmlDialect, reply)).toEqual([{ type: "text", text: reply }]);
  });
});
