import { Copy, CornerDownLeft, Play } from "lucide-react";
import { memo, Suspense, useMemo } from "react";
import { useIsLive } from "../backend/context.ts";
import { answerParts, markdownBlocks } from "../lib/cmd-parts.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { useOperator } from "../lib/operator.ts";
import { whyNotTyped } from "../lib/typed-text.ts";
import { visibleText } from "../lib/visible-text.ts";
import { useTerminalHandle } from "../terminal/terminal-handle.ts";

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

/** S0.66: a command in an answer, which a person may run. */
function CommandChip({ command }: { command: string }) {
  const handle = useTerminalHandle();
  const { canOperate } = useOperator();
  const isLive = useIsLive();
  const sending = (run: boolean) => {
    const why = whyNotTyped(command, { run });
    return {
      disabled: !canOperate || !isLive || why !== null,
      ...(why !== null && { title: why }),
      onClick: () => handle.current?.sendText(command, { run }),
    };
  };
  return (
    <div className="chip-cmd">
      <code>{visibleText(command)}</code>
      <button type="button" {...sending(true)}>
        <Play className="icon xs" aria-hidden="true" />
        Run
      </button>
      <button type="button" onClick={() => void navigator.clipboard?.writeText(command)}>
        <Copy className="icon xs" aria-hidden="true" />
        Copy
      </button>
      <button type="button" {...sending(false)}>
        <CornerDownLeft className="icon xs" aria-hidden="true" />
        Send to Terminal
      </button>
    </div>
  );
}
