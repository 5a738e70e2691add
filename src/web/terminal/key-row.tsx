import { useState } from "react";

const keys: [label: string, sequence: string][] = [
  ["Esc", "\x1b"],
  ["Tab", "\t"],
  ["↑", "\x1b[A"],
  ["↓", "\x1b[B"],
  ["←", "\x1b[D"],
  ["→", "\x1b[C"],
];
const encoder = new TextEncoder();

/** Keys a phone's keyboard lacks. Ctrl holds for one letter, chosen from a small list. */
export function KeyRow({ onKeys }: { onKeys(bytes: Uint8Array): void }) {
  const [isCtrl, setCtrl] = useState(false);
  const shown = isCtrl
    ? ["C", "D", "Z", "L", "R", "A"].map((key): [string, string] => [
        `^${key}`,
        String.fromCharCode(key.charCodeAt(0) - 64),
      ])
    : keys;
  return (
    <div className="key-row" role="toolbar" aria-label="Terminal keys">
      <button type="button" aria-pressed={isCtrl} onClick={() => setCtrl(!isCtrl)}>
        Ctrl
      </button>
      {shown.map(([label, sequence]) => (
        <button
          key={label}
          type="button"
          onClick={() => {
            onKeys(encoder.encode(sequence));
            setCtrl(false);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
