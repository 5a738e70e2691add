import type { Block, TimeLine } from "./time-line.ts";

/** Person, Agent, Held: where each block stands in the recording's time. */
export function Lanes({
  lanes,
  startedAt,
  length,
  now,
  onSeek,
}: {
  lanes: TimeLine;
  startedAt: number;
  length: number;
  now: number;
  onSeek(ms: number): void;
}) {
  const rows = [
    { name: "Person", kind: "person", blocks: lanes.person },
    { name: "Agent", kind: "agent", blocks: lanes.agent },
    { name: "Held", kind: "held", blocks: lanes.held },
  ] as const;
  const place = (block: Block) => {
    // A moment has a width too, and stays inside: a mark beyond the end would be outside of its time.
    const width = Math.min(100, Math.max(0.6, ((block.to - block.from) / length) * 100));
    const left = ((block.from - startedAt) / length) * 100;
    return { left: `${Math.min(100 - width, Math.max(0, left))}%`, width: `${width}%` };
  };
  return (
    <div className="relative">
      {rows.map((row) => (
        <div key={row.name} className="lane">
          <span>{row.name}</span>
          <div>
            {row.blocks.map((block) => (
              <span key={block.key} className={`block ${row.kind}`} style={place(block)} title={block.label}>
                {block.to - block.from > length / 30 ? block.label : ""}
              </span>
            ))}
          </div>
        </div>
      ))}
      <div className="lane">
        <span />
        <input
          className="scrub"
          type="range"
          aria-label="Time"
          min={0}
          max={length}
          step={100}
          value={Math.min(now, length)}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
      </div>
    </div>
  );
}
