/** A unified diff, line by line. */
export function DiffView({ diff }: { diff: string }) {
  const lines = diff.split("\n");
  const file =
    lines
      .find((line) => line.startsWith("+++ "))
      ?.slice(4)
      .replace(/^b\//, "") ?? "change";
  const body = lines.filter((line) => !/^(---|\+\+\+|Index:|=+$|diff )/.test(line));
  const keyed = body.map((line, number) => ({ line, number }));
  return (
    <div className="diff">
      <div>
        <span className="mono truncate-1">{file}</span>
        <span className="text-text-3">preview</span>
      </div>
      <pre>
        {keyed.map(({ line, number }) => (
          <span key={number} className={line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : ""}>
            {line || " "}
          </span>
        ))}
      </pre>
    </div>
  );
}
