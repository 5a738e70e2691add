import { Columns2, Plus, Search, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { TerminalInfo } from "../../session/index.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { otherHolder } from "./other-holder.ts";

interface TerminalTabsProps {
  children: ReactNode;
  canOpen: boolean;
  canFind: boolean;
  isSplit: boolean;
  onOpen(): void;
  onFind(): void;
  onSplit(): void;
}

/** The row over the terminals: their tabs, and what can be done with them. */
export function TerminalTabs({ children, canOpen, canFind, isSplit, onOpen, onFind, onSplit }: TerminalTabsProps) {
  const split = isSplit ? "Close the split" : "Split";
  return (
    <div className="tabs">
      <div className="tab-list">{children}</div>
      <Tool className="ml-1" title="New terminal" onClick={onOpen} disabled={!canOpen}>
        <Plus className="icon" aria-hidden="true" />
        <span className="sr-only">New terminal</span>
      </Tool>
      <span className="grow" />
      <Tool title="Find (Ctrl Shift F)" onClick={onFind} disabled={!canFind}>
        <Search className="icon s" aria-hidden="true" />
        <span className="sr-only">Find in terminal</span>
      </Tool>
      <Tool className="narrow-hide" title={split} aria-pressed={isSplit} onClick={onSplit} disabled={!canOpen}>
        <Columns2 className="icon" aria-hidden="true" />
        <span className="sr-only">{split}</span>
      </Tool>
    </div>
  );
}

function Tool({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" className={`icon-btn self-center${className ? ` ${className}` : ""}`} {...rest} />;
}

export function Tab({
  terminal,
  title,
  person,
  isFront,
  onChoose,
  onClose,
}: {
  terminal: TerminalInfo;
  title: string;
  person: string;
  isFront: boolean;
  onChoose(): void;
  onClose?: () => void;
}) {
  return (
    <div
      className={`tab${isFront ? " on" : ""}`}
      style={{ "--op": `var(--${terminal.keyboard})` } as React.CSSProperties}
    >
      <button type="button" aria-pressed={isFront} onClick={onChoose}>
        <OperatorMark kind={terminal.keyboard} name={otherHolder(terminal.holder, person) ?? person} />
        <span className="tab-title truncate-1" title={title}>
          {title}
        </span>
      </button>
      {onClose && (
        <button type="button" className="icon-btn" onClick={onClose} title="Close terminal">
          <X className="icon xs" aria-hidden="true" />
          <span className="sr-only">Close {title}</span>
        </button>
      )}
    </div>
  );
}
