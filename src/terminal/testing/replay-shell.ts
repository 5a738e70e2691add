import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShellEffect } from "../machine/shell-effect.ts";
import { type ShellState, unknownShell } from "../machine/shell-state.ts";
import { type ShellInput, stepShell } from "../machine/step-shell.ts";
import { createMarkScanner } from "../shells/mark-scanner.ts";
import type { ShellName } from "./shells.ts";

/** What a real shell printed, and what else the machine was told meanwhile: `scripts/record-shells.ts` writes it. */
export type RecordedLine = { printed: string } | { input: ShellInput };

export interface Replayed {
  state: ShellState;
  /** For every command: the phases that the shell went through until it ended, how it ended, and what it printed. */
  ended: { through: string; how: string; output: string }[];
}

export function readRecording(shell: ShellName): RecordedLine[] {
  const file = join(import.meta.dirname, "../machine/fixtures", `${shell}.jsonl`);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordedLine);
}

/** Plays a recording to the machine, with everything that was printed in pieces of `pieceBytes`. */
export function replay(lines: readonly RecordedLine[], pieceBytes = Number.POSITIVE_INFINITY): Replayed {
  const replayed: Replayed = { state: unknownShell, ended: [] };
  const output = { from: 0, to: Number.POSITIVE_INFINITY };
  let printed = Buffer.alloc(0);
  let phases = [replayed.state.phase.name];
  const carryOut = (effect: ShellEffect) => {
    if (effect.kind === "entered") Object.assign(output, { from: printed.length, to: Number.POSITIVE_INFINITY });
    if (effect.kind === "output-began") Object.assign(output, { from: effect.at, to: Number.POSITIVE_INFINITY });
    if (effect.kind === "output-ended") output.to = effect.at;
    if (effect.kind !== "ended") return;
    const { command, hasBegun, evidence } = effect;
    const { how, exitCode, cwd, to } = evidence;
    const text = printed.subarray(output.from, to ?? output.to).toString("utf8");
    replayed.ended.push({
      through: phases.join(" "),
      how: `${command.by}, ${command.text}: ${how}, ${exitCode}, ${cwd}`,
      output: hasBegun ? text : "",
    });
    phases = [];
  };
  const step = (input: ShellInput) => {
    const [state, effects] = stepShell(replayed.state, input, printed.length);
    replayed.state = state;
    effects.forEach(carryOut);
    if (phases.at(-1) !== state.phase.name) phases.push(state.phase.name);
  };
  const scanner = createMarkScanner(nonceOf(lines), {
    onBytes(bytes) {
      printed = Buffer.concat([printed, bytes]);
      step({ kind: "printed", bytes });
    },
    onMark: (mark) => step({ kind: "mark", mark }),
    onOuterMark: (mark) => step({ kind: "outer-mark", mark }),
    onPasteMode: (isOn) => step({ kind: "paste-mode", isOn }),
  });
  for (const line of lines) {
    if ("input" in line) step(line.input);
    else for (const piece of inPieces(Buffer.from(line.printed, "latin1"), pieceBytes)) scanner.push(piece);
  }
  return replayed;
}

function nonceOf(lines: readonly RecordedLine[]): string {
  const text = lines.map((line) => ("printed" in line ? line.printed : "")).join("");
  return /\x1b\]7711;(\w+);S;/.exec(text)?.[1] ?? "";
}

function inPieces(bytes: Buffer, length: number): Buffer[] {
  if (bytes.length <= length) return [bytes];
  return [bytes.subarray(0, length), ...inPieces(bytes.subarray(length), length)];
}
