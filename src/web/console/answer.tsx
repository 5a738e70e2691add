import { memo, Suspense, useMemo } from "react";
import { answerParts, markdownBlocks } from "../lib/cmd-parts.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { CommandChip } from "./command-chip.tsx";

const loadMarkdown = () => import("./markdown-block.tsx");
const MarkdownBlock = lazyPart(loadMarkdown);

/** Called when the page has nothing more urgent to do: the first answer is then laid out once, and not twice. */
export function prepareAnswers(): void {
  // What cannot be loaded now is loaded, or fails, with the first answer.
  loadMarkdown().catch(() => undefined);
}

/** An answer, as it streams: blocks that are complete are never parsed or laid out again. */
export function Answer({ text, isStreaming = false }: { text: string; isStreaming?: boolean }) {
  const parts = useMemo(() => keyed(answerParts(text, isStreaming)), [text, isStreaming]);
  return (
    <div className="answer">
      {parts.map(({ key, value }) =>
        value.kind === "command" ? (
          <CommandChip key={key} command={value.command} />
        ) : (
          keyed(markdownBlocks(value.text)).map((block) => <Block key={`${key}.${block.key}`} text={block.value} />)
        ),
      )}
    </div>
  );
}

/** Parts of a growing text keep their place, so their place is their key. */
function keyed<T>(values: readonly T[]): { key: number; value: T }[] {
  return values.map((value, key) => ({ key, value }));
}

const Block = memo(function Block({ text }: { text: string }) {
  // Until the parser is there, the text itself: the same lines in the same place.
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <MarkdownBlock text={text} />
    </Suspense>
  );
});
