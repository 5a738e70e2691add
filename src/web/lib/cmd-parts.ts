/** An answer cut at `<cmd>…</cmd>` (S0.66): prose, and commands a person may run. */
export type AnswerPart = { kind: "markdown"; text: string } | { kind: "command"; command: string };

export function answerParts(text: string, isStreaming: boolean): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let rest = text;
  for (;;) {
    const open = rest.indexOf("<cmd>");
    const close = open < 0 ? -1 : rest.indexOf("</cmd>", open + 5);
    if (close < 0) break;
    pushMarkdown(parts, rest.slice(0, open));
    const command = rest.slice(open + 5, close).trim();
    if (command !== "") parts.push({ kind: "command", command });
    rest = rest.slice(close + 6);
  }
  // A tag that is still being streamed is not shown as text that jumps away a moment later. One that never ends is text.
  pushMarkdown(parts, isStreaming ? withoutUnfinishedTag(rest) : rest);
  return parts;
}

function pushMarkdown(parts: AnswerPart[], text: string) {
  if (text.trim() !== "") parts.push({ kind: "markdown", text });
}

function withoutUnfinishedTag(text: string): string {
  const open = text.indexOf("<cmd>");
  if (open >= 0) return text.slice(0, open);
  const begun = text.lastIndexOf("<");
  return begun >= 0 && "<cmd>".startsWith(text.slice(begun)) ? text.slice(0, begun) : text;
}

/** Markdown cut at blank lines outside of fences, so that a block that is complete is never parsed again. */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    if (line.trim() === "" && fence === null) {
      if (block.length > 0) blocks.push(block.join("\n"));
      block = [];
    } else block.push(line);
  }
  if (block.length > 0) blocks.push(block.join("\n"));
  return blocks;
}
