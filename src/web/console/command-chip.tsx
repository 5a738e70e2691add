import { Copy, CornerDownLeft, Play } from "lucide-react";
import { useIsLive } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { whyNotTyped } from "../lib/typed-text.ts";
import { visibleText } from "../lib/visible-text.ts";
import { useTerminalHandle } from "../terminal/terminal-handle.ts";

/** S0.66: a command in an answer, which a person may run. Other code than a shell's can be copied. */
export function CommandChip({ command, isShell = true }: { command: string; isShell?: boolean }) {
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
      <code className={isShell ? "" : "text-text!"}>{visibleText(command)}</code>
      {isShell && (
        <button type="button" {...sending(true)}>
          <Play className="icon xs" aria-hidden="true" />
          Run
        </button>
      )}
      <button type="button" onClick={() => void navigator.clipboard?.writeText(command)}>
        <Copy className="icon xs" aria-hidden="true" />
        Copy
      </button>
      {isShell && (
        <button type="button" {...sending(false)}>
          <CornerDownLeft className="icon xs" aria-hidden="true" />
          Send to Terminal
        </button>
      )}
    </div>
  );
}
