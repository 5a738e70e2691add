import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { focusOnce } from "../lib/focus-once.ts";
import type { TerminalScreen } from "./terminal-screen.ts";

export function FindBar({ screen, onClose }: { screen: TerminalScreen; onClose(): void }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(true);
  useEffect(() => () => screen.endFind(), [screen]);
  const look = async (direction: "next" | "previous", wanted = text) =>
    setFound(wanted === "" || (await screen.find(wanted, direction)));
  return (
    <search className="find-bar">
      <input
        className="field grow small"
        aria-label="Find in terminal"
        placeholder="Find in terminal"
        ref={focusOnce}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          void look("next", event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            onClose();
            screen.focus();
          }
          if (event.key === "Enter") void look(event.shiftKey ? "previous" : "next");
        }}
      />
      <span className="small text-text-3" role="status">
        {found ? "" : `No text matches “${text}”.`}
      </span>
      <button type="button" className="icon-btn" onClick={onClose} title="Close search (Esc)">
        <X className="icon s" aria-hidden="true" />
        <span className="sr-only">Close search</span>
      </button>
    </search>
  );
}
