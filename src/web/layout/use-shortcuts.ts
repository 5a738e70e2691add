import { useEffect } from "react";

/** F6 moves between panes, Ctrl K searches. Everything else belongs to what has the focus. */
export function useShortcuts({ onSearch }: { onSearch(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "F6") {
        event.preventDefault();
        focusNextPane(event.shiftKey ? -1 : 1);
      } else if ((event.ctrlKey || event.metaKey) && event.key === "k" && !isInTerminal(event.target)) {
        // In a terminal Ctrl K is the shell's: it cuts to the end of the line.
        event.preventDefault();
        onSearch();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onSearch]);
}

function isInTerminal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".xterm") !== null;
}

const order = ["terminal", "approval", "console", "composer", "sessions"];

function panes(): HTMLElement[] {
  const found: Record<string, HTMLElement | null> = {
    terminal: document.querySelector<HTMLElement>(".xterm-helper-textarea"),
    approval: document.querySelector<HTMLElement>('[data-pane-focus="approval"]'),
    console: document.querySelector<HTMLElement>(".flow, main.page"),
    composer: document.querySelector<HTMLElement>("[data-composer]"),
    sessions: document.querySelector<HTMLElement>("nav.side a, nav.side button"),
  };
  return order
    .map((name) => found[name])
    .filter(
      (element): element is HTMLElement => element !== null && element !== undefined && element.offsetParent !== null,
    );
}

function focusNextPane(step: 1 | -1): void {
  const all = panes();
  const current = all.findIndex((pane) => pane === document.activeElement || pane.contains(document.activeElement));
  all[(current + step + all.length) % all.length]?.focus();
}
