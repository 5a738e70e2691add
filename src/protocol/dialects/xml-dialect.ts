import { type Dialect, type DialectCall, describeTools } from "./dialect.ts";
import { withoutOuterLineEnds } from "./xml-element.ts";
import { createXmlParser, spokenName } from "./xml-parser.ts";

/** Tool names as tags, with a tag for each input: `<run_terminal_command><command>ls</command></run_terminal_command>`. */
export const xmlDialect: Dialect = {
  name: "xml",
  prompt(tools) {
    return `Call a tool by writing its name as a tag, with one tag for each input:
<run_terminal_command>
<command>ls -la</command>
<reasoning>to see what is here</reasoning>
</run_terminal_command>

Write inputs as they are, without escaping; numbers, lists and objects as JSON. Explain what you do before a call, make
one call in a reply, and end the reply with it: its result comes in the next message. Never write a result yourself.
Commands may still be running when their result is reported; the status says so. To stop such a process:
<run_terminal_command><command_signal>CTRL_C</command_signal></run_terminal_command>
When the whole task is done, or you cannot go on without the user: <end_turn></end_turn>
The tools are:
${describeTools(tools.map((tool) => ({ ...tool, name: spokenName(tool.name) })))}`;
  },
  // Providers take four at least. The tag that ends a terminal command comes first: it is what nearly every reply ends with.
  stopSequences(tools) {
    const spoken = [...new Set(["run_command", "task_complete", ...tools.map(({ name }) => name)])];
    return spoken
      .filter((name) => tools.some((tool) => tool.name === name))
      .slice(0, 4)
      .map((name) => `</${spokenName(name)}>`);
  },
  formatCall,
  formatResult({ name, output, isError }) {
    return `<tool_result>\n<tool>${spokenName(name)}</tool>\n<status>${isError ? "failed" : "ok"}</status>\n<result>${value("result", output)}</result>\n</tool_result>`;
  },
  createParser: createXmlParser,
};

function formatCall({ name, input }: DialectCall): string {
  const tag = spokenName(name);
  const children = Object.entries(input).map(([field, content]) => {
    const text = typeof content === "string" ? value(field, content) : value(field, JSON.stringify(content));
    return `<${field}>${text}</${field}>\n`;
  });
  return `<${tag}>\n${children.join("")}</${tag}>`;
}

/** As it is where that is unambiguous; else as CDATA, which is read back character for character. */
function value(field: string, text: string): string {
  const isPlain = !text.includes(`</${field}`) && !text.includes("<![CDATA[") && withoutOuterLineEnds(text) === text;
  return isPlain ? text : `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}
