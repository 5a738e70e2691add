import { assertNever } from "../../base/index.ts";
import type { Mark } from "../shells/mark-scanner.ts";
import { type ShellFamily, traitsOf } from "../shells/shells.ts";
import { readCwd, readNumber, readSearchPath } from "./mark-fields.ts";
import { type Evidence, endOf, type ShellEffect, type Stepped } from "./shell-effect.ts";
import {
  type Command,
  commandOf,
  editorSince,
  openLine,
  runningOf,
  type ShellPhase,
  type ShellState,
  type Submitted,
  unknownShell,
  withRunning,
} from "./shell-state.ts";
import { stepMark } from "./step-mark.ts";

/** What the world tells the machine. */
export type ShellInput =
  | { kind: "printed"; bytes: Uint8Array }
  /** A line editor switched bracketed paste on or off. Its bytes have already been printed. */
  | { kind: "paste-mode"; isOn: boolean }
  | { kind: "mark"; mark: Mark }
  /** A mark of the shell outside, other than the one that says that the shell inside has ended. */
  | { kind: "outer-mark"; mark: Mark }
  /** Somebody pressed Enter, not we. */
  | { kind: "entered"; line: string }
  /** A line of ours was typed at the prompt, to put something right. */
  | { kind: "line-typed" }
  /** The shell is being integrated, under a new nonce: its numbers start again. */
  | { kind: "integrating" }
  /** That has ended; null: it prints no marks of ours. */
  | { kind: "integrated"; family: ShellFamily | null }
  /** The shell was asked to bring these digits back. */
  | { kind: "challenged"; digits: string; words?: readonly string[] }
  | { kind: "asking"; about: "versions" | "answer" | "history" }
  | { kind: "submitted"; command: Command }
  /** The command's line editor reads again, and no mark has said why. */
  | { kind: "wants-more" }
  /** The command has ended, though no mark has said so yet; the shell is at its prompt. */
  | { kind: "withdrawn" }
  /** A command has ended, the current one or one that was withdrawn: seen by something else than a mark. */
  | { kind: "seen-to-end"; command: Command; evidence: Evidence }
  /** The command has ended and the shell is at its prompt, though neither was marked: the hooks are gone. */
  | { kind: "seen-at-prompt"; exitCode: number | null; cwd: string | null }
  /** A shell inside the running command is listened to from now on. */
  | { kind: "inner-shell"; pid: number }
  /** It is gone, and what ran in it has ended with it. Null: nothing is known of how. */
  | { kind: "inner-shell-left"; how: OuterEnd | null };

/** What the shell outside says of the one inside. */
export type OuterEnd = Pick<Evidence, "exitCode" | "cwd" | "to">;

const pasteOnBytes = 8;
const lineFeed = 0x0a;

/**
 * What an input means for a shell: the state it is in then, and what is to be done. `at` is where the human stream
 * stands. Marks are believed here only as far as their numbers go; who may be typed at is decided elsewhere.
 */
export function stepShell(state: ShellState, input: ShellInput, at: number): Stepped {
  switch (input.kind) {
    case "printed":
      return stepPrinted(state, input.bytes);
    case "paste-mode":
      return stepPasteMode(state, input.isOn, at);
    case "mark":
      return stepMark(state, input.mark, at) ?? [state, []];
    case "outer-mark":
      return [withOuterPath(state, input.mark), []];
    case "entered":
      return stepEntered(state, input.line);
    case "line-typed":
      return [{ ...state, phase: { name: "entered" } }, []];
    case "integrating":
      return [integrating(state), []];
    case "integrated":
      return [{ ...state, family: input.family }, []];
    case "challenged":
      return [
        { ...state, handshake: { name: "asked", digits: input.digits, words: input.words ?? [], said: null } },
        [],
      ];
    case "asking":
      return [{ ...state, [input.about]: null }, []];
    case "submitted":
      return [{ ...state, phase: { name: "submitted", command: input.command, editor: "reads", backAt: null } }, []];
    case "wants-more":
      return [{ ...state, phase: openLine(state.phase) }, []];
    case "withdrawn":
      return [{ ...state, phase: { name: "at-prompt" } }, []];
    case "seen-to-end":
      return stepSeenToEnd(state, input.command, input.evidence);
    case "seen-at-prompt":
      return stepSeenAtPrompt(state, input);
    case "inner-shell":
      return [
        { ...integrating({ ...state, phase: { name: "unknown" } }), outside: { shell: state, pid: input.pid } },
        [],
      ];
    case "inner-shell-left":
      return stepInnerShellLeft(state, input.how);
    default:
      return assertNever(input);
  }
}

/** What the outer shell says of the command that is the shell inside; null: the mark does not say that it has ended. */
export function outerEnd({ outside, phase }: ShellState, { type, fields }: Mark): OuterEnd | null {
  const [number = "", exit = "", ...rest] = fields;
  const counted = readNumber(number);
  if (outside === null || counted === null || counted <= outside.shell.counts.doneSeq) return null;
  if (type === "D") return { exitCode: readNumber(exit), cwd: readCwd(rest.join(";")), to: null };
  const [id, ...cwd] = rest;
  if (type !== "K" || id !== outside.shell.loaded?.id) return null;
  return { exitCode: readNumber(exit), cwd: readCwd(cwd.join(";")), to: editorSince(phase) };
}

function withOuterPath(state: ShellState, { type, fields: [number = "", ...told] }: Mark): ShellState {
  const { outside } = state;
  if (type !== "V" || outside === null || outside.shell.counts.seq !== readNumber(number)) return state;
  const shell = { ...outside.shell, searchPath: readSearchPath(told, outside.shell.loaded?.id) };
  return { ...state, outside: { ...outside, shell } };
}

function stepPrinted(state: ShellState, bytes: Uint8Array): Stepped {
  const command = commandOf(state.phase);
  if (command === null) return [state, []];
  const effects: ShellEffect[] = [{ kind: "collect", command, bytes }];
  // The line editor of zsh goes on to read on the very line of its prompt.
  const isRefuted = runningOf(state.phase)?.unproven?.isComplete === true && bytes.includes(lineFeed);
  return [isRefuted ? { ...state, phase: withRunning(state.phase, { unproven: null }) } : state, effects];
}

function stepPasteMode(state: ShellState, isOn: boolean, at: number): Stepped {
  const { phase } = state;
  const running = runningOf(phase);
  if (running !== null) {
    const { unproven } = running;
    if (!isOn || unproven?.isComplete !== true) {
      return [{ ...state, phase: withRunning(phase, { innerPrompt: isOn ? at - pasteOnBytes : null }) }, []];
    }
    const { exitCode, at: to } = unproven;
    const evidence = { how: "ended", exitCode, cwd: null, to, confidence: "marks" } as const;
    return [{ ...state, hasLostHooks: true, phase: { name: "at-prompt" } }, endOf(phase, evidence)];
  }
  const command = commandOf(phase);
  if (command === null) return [state, []];
  // The editor has accepted the line: where the shell says no more (a syntax error), output begins here.
  const isAll = state.lacks.begin && phase.name === "submitted";
  const preamble = isAll ? "return" : "none";
  const effects: ShellEffect[] = isOn ? [] : [{ kind: "output-began", command, at, preamble }];
  if (isAll && !isOn)
    return [{ ...state, phase: { name: "running", command, innerPrompt: null, unproven: null } }, effects];
  return [{ ...state, phase: withEditor(phase, isOn, at - pasteOnBytes) }, effects];
}

function withEditor(phase: ShellPhase, isReading: boolean, at: number): ShellPhase {
  if (phase.name === "continuation" && phase.before.name === "submitted") {
    return { ...phase, before: nextEditor(phase.before, isReading, at) };
  }
  return phase.name === "submitted" ? nextEditor(phase, isReading, at) : phase;
}

function nextEditor(submitted: Submitted, isReading: boolean, at: number): Submitted {
  if (isReading) return submitted.editor === "reads" ? submitted : { ...submitted, editor: "is-back", backAt: at };
  return submitted.editor === "reads" ? { ...submitted, editor: "has-left" } : submitted;
}

function stepEntered(state: ShellState, line: string): Stepped {
  if (state.phase.name !== "at-prompt") return [state, []];
  if (!state.lacks.begin && traitsOf(state.loaded?.name ?? "").hasHooks)
    return [{ ...state, phase: { name: "entered" } }, []];
  // Without hooks nobody else will say that something runs now; the next prompt ends it.
  const command: Command = { by: "person", text: line };
  const phase = { name: "running", command, innerPrompt: null, unproven: null } as const;
  return [{ ...state, phase }, [{ kind: "entered", command }]];
}

function integrating(state: ShellState): ShellState {
  const { phase, family, cwd, historyNumber, outside } = state;
  const kept: ShellPhase = "command" in phase ? phase : { name: "unknown" };
  return { ...unknownShell, phase: kept, family, cwd, historyNumber, outside };
}

function stepSeenToEnd(state: ShellState, command: Command, evidence: Evidence): Stepped {
  if (commandOf(state.phase) === command) {
    return [{ ...state, phase: { name: "unknown" } }, endOf(state.phase, evidence)];
  }
  // It had begun to run when it was withdrawn.
  return [state, [{ kind: "ended", command, evidence, hasBegun: true }]];
}

function stepSeenAtPrompt(
  state: ShellState,
  { exitCode, cwd }: { exitCode: number | null; cwd: string | null },
): Stepped {
  // zsh has said where the output ended; bash's editor switched bracketed paste on behind it.
  const to = state.loaded?.name === "zsh" ? null : (runningOf(state.phase)?.innerPrompt ?? null);
  const evidence = { how: "ended", exitCode, cwd, to, confidence: "marks" } as const;
  return [{ ...state, hasLostHooks: true, cwd, phase: { name: "at-prompt" } }, endOf(state.phase, evidence)];
}

function stepInnerShellLeft(state: ShellState, how: OuterEnd | null): Stepped {
  if (state.outside === null) return [state, []];
  const { shell } = state.outside;
  const phase = withRunning(shell.phase, { unproven: null });
  const known = how ?? { exitCode: null, cwd: null, to: null };
  const evidence = { ...known, how: "ended", confidence: how === null ? "heuristic" : "marks" } as const;
  return [{ ...shell, phase, hasLostHooks: false, handshake: { name: "none" } }, endOf(state.phase, evidence)];
}
