import type { Mark } from "../shells/mark-scanner.ts";
import { traitsOf } from "../shells/shells.ts";
import { readCwd, readNumber, readOwnNames, readPrepared, readSearchPath, readText } from "./mark-fields.ts";
import { type Evidence, endOf, type ShellEffect, type Stepped } from "./shell-effect.ts";
import {
  type Command,
  commandOf,
  editorSince,
  openLine,
  runningOf,
  type ShellPhase,
  type ShellState,
  withRunning,
} from "./shell-state.ts";

/** Null: not a mark of this moment (a replay, a nested shell, a readonly prompt); it means nothing. */
export function stepMark(state: ShellState, { type, fields }: Mark, at: number): Stepped | null {
  const [first = "", ...rest] = fields;
  if (type === "S") return onLoaded(state, first, rest);
  if (type === "P") return [{ ...state, versions: fields }, []];
  if (type === "F") return onNamesTold(state, first, rest);
  const number = readNumber(first);
  if (number === null) return null;
  switch (type) {
    case "D":
      return onDone(state, number, rest);
    case "K":
      return onDoneLate(state, number, rest);
    case "E":
      return onRefused(state, number, rest);
    case "I":
      return onRefused(state, number, ["", ...rest], "incomplete");
    case "U":
      return onUndelivered(state, number, rest);
    case "A":
      return onPromptBegan(state, number, rest, at);
    case "B":
      return onPromptEnded(state, number, rest[0]);
    case "C":
      return onBegun(state, number, rest, at);
    case "2":
      return onContinuation(state, number, rest[0]);
    case "R":
      return onPrepared(state, number, rest);
    default:
      return number === state.counts.seq ? onTold(state, type, rest, at) : null;
  }
}

function onLoaded(state: ShellState, name: string, [id = "", pid = "", ...cwd]: string[]): Stepped | null {
  if (state.loaded !== null) return null;
  const known = cwd.length > 0 ? { cwd: readCwd(cwd.join(";")) } : {};
  return [{ ...state, ...known, loaded: { name, id, pid: readNumber(pid) } }, []];
}

function onDone(
  state: ShellState,
  number: number,
  [exit = "", ...place]: string[],
  to: number | null = null,
): Stepped | null {
  const { counts, phase } = state;
  // Only the next number ends a command: a replay of our own marks carries old ones, and no other comes from the shell.
  if (number <= counts.doneSeq || number > counts.seq + 1) return null;
  const cwd = readCwd(place.join(";"));
  const evidence = { how: "ended", exitCode: readNumber(exit), cwd, to, confidence: "marks" } as const;
  return [
    { ...state, cwd, counts: { ...counts, seq: number, doneSeq: number }, phase: { name: "prompt-due" } },
    endOf(phase, evidence),
  ];
}

/** No hook said it, but the prompt or a key behind it: the line editor reads already. */
function onDoneLate(state: ShellState, number: number, [exit = "", id, ...place]: string[]): Stepped | null {
  return id === state.loaded?.id ? onDone(state, number, [exit, ...place], editorSince(state.phase)) : null;
}

/** fish refuses a line as a whole, without leaving its prompt: it has an error, or is not complete. */
function onRefused(
  state: ShellState,
  number: number,
  rest: string[],
  how: "ended" | "incomplete" = "ended",
): Stepped | null {
  const done = onDone(state, number, rest);
  if (done === null) return null;
  return [{ ...done[0], phase: { name: "at-prompt" } }, unbegun(done[1], how)];
}

/** A command of ours did not come whole, and the shell goes on without it. */
function onUndelivered(state: ShellState, number: number, place: string[]): Stepped | null {
  const done = state.phase.name === "submitted" ? onDone(state, number, ["", ...place]) : null;
  return done === null ? null : [done[0], unbegun(done[1], "undelivered")];
}

function unbegun(effects: readonly ShellEffect[], how: Evidence["how"]): ShellEffect[] {
  return effects.map((effect) =>
    effect.kind === "ended" ? { ...effect, evidence: { ...effect.evidence, how }, hasBegun: false } : effect,
  );
}

function onPromptBegan(
  state: ShellState,
  number: number,
  [prompt = "", exit = "", id = "", history = ""]: string[],
  at: number,
): Stepped | null {
  const { loaded, phase } = state;
  const exitCode = readNumber(exit);
  if (loaded === null || id !== loaded.id || exitCode === null || number > state.counts.seq + 1) return null;
  // A prompt that was painted again from before (fish does that): ours, but news to nobody.
  if (number < state.counts.seq) return [state, [{ kind: "prompt", moment: "began" }]];
  // The hook has counted a command, and its word did not arrive: something of the user's stands in for what says it.
  const counts = number > state.counts.seq ? { ...state.counts, seq: number, doneSeq: number } : state.counts;
  const count = readNumber(prompt);
  const running = runningOf(phase);
  // A redrawn prompt repeats its number. Without one, a prompt inside a command may be one that it printed itself: the
  // line editor must read as well.
  const isNew = count === null ? running !== null && running.innerPrompt !== null : count > counts.prompt;
  const isOrdinary = !traitsOf(loaded.name).hasHooks;
  const next = {
    ...state,
    historyNumber: readNumber(history),
    searchPath: isOrdinary ? null : state.searchPath,
    counts: { ...counts, prompt: Math.max(counts.prompt, count ?? 0) },
  };
  const effects: ShellEffect[] = [{ kind: "prompt", moment: "began" }];
  if (isNew) effects.push({ kind: "prompt", moment: "is-new" });
  // zsh's line editor reads after the prompt, fish's before it.
  const unproven = loaded.name === "zsh" && !isNew ? { exitCode, at, isComplete: false } : null;
  if (isNew && isOrdinary && phase.name === "submitted") {
    // It gave our own line up before it had said that anything runs: it could start nothing.
    const evidence = { how: "undelivered", exitCode: null, cwd: null, to: null, confidence: "marks" } as const;
    return [{ ...next, phase: { name: "prompt-due" } }, [...effects, ...endOf(phase, evidence)]];
  }
  if (!isNew || running === null) return [{ ...next, phase: withRunning(phase, { unproven }) }, effects];
  // A new prompt while a command runs means that its end went unannounced. The editor has begun to read before it.
  const to = running.innerPrompt ?? at;
  const how = isOrdinary ? "abandoned" : "ended";
  effects.push(...endOf(phase, { how, exitCode, cwd: null, to, confidence: "marks" }));
  return [{ ...next, hasLostHooks: !isOrdinary, phase: { name: "prompt-due" } }, effects];
}

function onPromptEnded(state: ShellState, number: number, id: string | undefined): Stepped | null {
  if (id !== state.loaded?.id) return null;
  const effects: ShellEffect[] = [{ kind: "prompt", moment: "ended" }];
  if (number !== state.counts.seq) return [state, effects];
  if (commandOf(state.phase) === null) return [{ ...state, phase: { name: "at-prompt" } }, effects];
  const unproven = runningOf(state.phase)?.unproven ?? null;
  if (unproven === null) return [state, effects];
  return [{ ...state, phase: withRunning(state.phase, { unproven: { ...unproven, isComplete: true } }) }, effects];
}

function onBegun(state: ShellState, number: number, [id, ...text]: string[], at: number): Stepped | null {
  const { phase, loaded } = state;
  if (number !== state.counts.seq || id !== loaded?.id) return null;
  // bash says it for every command of a pasted text, and once that all have ended: only the first begins the output.
  if (runningOf(phase) !== null) return [state, []];
  const known = commandOf(phase);
  const command: Command = known ?? { by: "person", text: readText(text.join(";")) };
  const running = { name: "running", command, innerPrompt: null, unproven: null } as const;
  const began = { kind: "output-began", command, at, preamble: loaded?.name === "fish" ? "title" : "none" } as const;
  const next: ShellPhase = phase.name === "continuation" ? { ...phase, before: running } : running;
  return [{ ...state, phase: next }, known === null ? [{ kind: "entered", command }, began] : [began]];
}

function onContinuation(state: ShellState, number: number, id: string | undefined): Stepped | null {
  if (number !== state.counts.seq || id !== state.loaded?.id) return null;
  const { phase, lacks } = state;
  // It was only thought to run.
  const isWrong = phase.name === "running" && lacks.begin;
  const before: ShellPhase = isWrong
    ? { name: "submitted", command: phase.command, editor: "is-back", backAt: phase.innerPrompt }
    : phase;
  return [{ ...state, phase: openLine(before) }, []];
}

const isFolderWord = (word: string): boolean => !/^(?:trap|preexec)$/.test(word);

/** What the words are that the shell was asked about, in the same breath as its answer to the challenge. */
function onNamesTold(state: ShellState, digits: string, [told = ""]: string[]): Stepped | null {
  const { handshake } = state;
  if (handshake.name !== "asked" || digits !== handshake.digits) return null;
  const { words } = handshake;
  const said = readOwnNames(told, words);
  // A hook that no word of the line brought up is one of every command.
  const others = state.ownNames.filter(
    ({ word, is }) => !words.includes(word) && (is !== "hook" || isFolderWord(word)),
  );
  // Aliases stand for nothing in a line whose words mean what they usually do.
  const mine = (said ?? []).flatMap(({ word, is }) => (is === "alias" ? [] : [{ word, is }]));
  return [{ ...state, ownNames: [...others, ...mine], handshake: { ...handshake, said } }, []];
}

function onPrepared(state: ShellState, number: number, [digits, ...answer]: string[]): Stepped | null {
  const { handshake, counts } = state;
  if (handshake.name !== "asked" || digits !== handshake.digits) return null;
  const prepared = { ...readPrepared(answer), ownNames: handshake.said };
  // Nobody but the shell was given these digits: its count and its folder hold, whatever marks have said before.
  return [
    {
      ...state,
      counts: { ...counts, seq: number, doneSeq: number < counts.seq ? number : counts.doneSeq },
      cwd: prepared.isBusy ? state.cwd : prepared.cwd,
      handshake: { name: "answered", prepared },
    },
    [],
  ];
}

/** What a shell says of itself, in the same breath as its count. */
function onTold(state: ShellState, type: string, rest: string[], at: number): Stepped | null {
  const command = commandOf(state.phase);
  switch (type) {
    case "W": {
      const [exit = "", place = "", ...cwd] = rest;
      const answer = { isPrompt: place === "prompt", exitCode: readNumber(exit), cwd: readCwd(cwd.join(";")) };
      return [{ ...state, answer, ...(place === "more" && { phase: openLine(state.phase) }) }, []];
    }
    case "N":
      return [{ ...state, lacks: { hooks: rest[0] === "key", begin: rest[1] === "silent" } }, []];
    case "H":
      return [{ ...state, history: Buffer.from(rest.join(""), "base64").toString("utf8") }, []];
    case "V":
      return [{ ...state, searchPath: readSearchPath(rest, state.loaded?.id) }, []];
    case "X":
      return [state, command === null ? [] : [{ kind: "output-ended", command, at }]];
    default:
      return null;
  }
}
