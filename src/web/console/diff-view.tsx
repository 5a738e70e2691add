import { diffLines } from "../../base/index.ts";

const classes = { added: "add", removed: "del", same: "", place: "" } as const;

/** A unified diff, line by line: all of it, and nothing in it that could not be seen. */
export function DiffView({ diff, file }: { diff: string; file: string }) {
  const keyed = diffLines(diff).map((line, number) => ({ ...line, number }));
  return (
    <div className="diff">
      <div>
        <span className="mono truncate-1">{file}</span>
        <span className="text-text-3">preview</span>
      </div>
      <pre>
        {keyed.map(({ kind, text, number }) => (
          <span key={number} className={classes[kind]}>
            {text || " "}
          </span>
        ))}
      </pre>
    </div>
  );
}
