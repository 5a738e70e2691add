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

/** In the order of the page. */
const panes = {
  terminal: ".xterm-helper-textarea",
  approval: '[data-pane-focus="approval"]',
  console: ".flow, main.page",
  composer: "[data-composer]",
  sessions: "nav.side a, nav.side button",
};

function visiblePanes(): HTMLElement[] {
  return Object.values(panes).flatMap((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
    return shown ? [shown] : [];
  });
}

function focusNextPane(step: 1 | -1): void {
  const all = visiblePanes();
  const current = all.findIndex((pane) => pane.contains(document.activeElement));
  all[(current + step + all.length) % all.length]?.focus();
}
