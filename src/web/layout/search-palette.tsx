import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { SessionSummary } from "../../protocol/index.ts";
import type { SearchHit } from "../backend/api.ts";
import { useCotty } from "../backend/context.ts";
import { go, hrefOf } from "../lib/route.ts";

/** Ctrl K: sessions by title, and everything that was said or printed in them. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function SearchPalette({ sessions, onClose }: { sessions: readonly SessionSummary[]; onClose(): void }) {
  const { api } = useCotty();
  const [text, setText] = useState("");
  const [hits, setHits] = useState<SearchHit[]>([]);
  const [error, setError] = useState<string | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    setError(null);
    if (wanted === "") return setHits([]);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api.search(wanted, controller.signal).then(setHits, (reason: unknown) => {
        if (!controller.signal.aborted) setError(describeError(reason).message);
      });
    }, 150);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, wanted]);
  const titled = sessions.filter((session) => session.title.toLowerCase().includes(wanted.toLowerCase())).slice(0, 8);
  const rows = [
    ...titled.map((session) => ({ key: session.id, id: session.id, title: session.title || "New session", text: "" })),
    ...hits.map((hit) => ({
      key: `${hit.session}/${hit.seq}`,
      id: hit.session,
      title: hit.title || "Session",
      text: hit.snippet,
    })),
  ];
  const open = (id: string) => {
    go({ page: "session", id });
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="palette-backdrop" />
        <Dialog.Popup className="palette appear">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <input
            aria-label="Search sessions, commands and text"
            placeholder="Search sessions, commands and text"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && rows[0] && open(rows[0].id)}
          />
          <ul className="overflow-y-auto p-1">
            {rows.map((row) => (
              <li key={row.key}>
                <a
                  className="menu-item hover:bg-hover"
                  href={hrefOf({ page: "session", id: row.id })}
                  onClick={onClose}
                >
                  <span className="min-w-0">
                    {row.title}
                    {row.text && <small className="mono">{row.text}</small>}
                  </span>
                </a>
              </li>
            ))}
            {rows.length === 0 && (
              <li className="p-3 text-text-3">
                {error ?? (wanted === "" ? "No sessions yet." : `No command or text matches “${wanted}”.`)}
              </li>
            )}
          </ul>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
