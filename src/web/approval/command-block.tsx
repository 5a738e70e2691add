import { useMemo } from "react";
import type { Finding } from "../../protocol/index.ts";
import { visiblePieces } from "../lib/visible-text.ts";

/** The command under review: complete, wrapped, nothing hidden. What is shown here is what runs. */
export function CommandBlock({
  command,
  findings,
  large,
}: {
  command: string;
  findings: readonly Finding[];
  large?: boolean;
}) {
  const pieces = useMemo(
    () => visiblePieces(command, findings).map((piece, at) => ({ ...piece, at })),
    [command, findings],
  );
  return (
    <pre className={`code${large ? " large" : ""}`} data-testid="command">
      {pieces.map(({ at, text, level, hidden }) =>
        level === null && !hidden ? (
          text
        ) : (
          <mark
            key={at}
            className={`${level ? `span ${level}` : "bg-transparent text-inherit"}${hidden ? " hidden-char" : ""}`}
          >
            {text}
          </mark>
        ),
      )}
    </pre>
  );
}
