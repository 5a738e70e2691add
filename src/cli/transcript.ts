import { formatDuration, makeVisible } from "../base/index.ts";
import { type Event, isKnownEvent, patternMark, type UnknownEvent } from "../protocol/index.ts";
import { isChat, nameOf } from "../session/index.ts";
import type { Painter } from "./painter.ts";
import { oneLine, printable } from "./printable.ts";

/** A session as lines of text, event by event. Roles differ by word and by colour (P12). */
export interface Transcript {
  render(event: Event | UnknownEvent): string;
  /** Closes a line that is still open. */
  end(): string;
}

interface TranscriptOptions {
  hasLiveOutput?: boolean;
  /** Makes the command lines in a sentence of ours work where it is shown. */
  named?(text: string): string;
}

export function createTranscript(paint: Painter, options: TranscriptOptions = {}): Transcript {
  const lines = createOpenLine(paint);
  const mayChange = new Set<string>();
  /** Commands that were reported as running, with what was shown of their output. */
  const stillRunning = new Map<string, { command: string; output: string }>();
  const commands = new Map<string, string>();
  let hasChanged = false;

  /** What later lines depend on. */
  function note(event: Event) {
    switch (event.type) {
      case "turn.started":
        if (isChat(event.agent)) return lines.expectChat(event.turn);
        hasChanged = false;
        mayChange.clear();
        return;
      case "step.started":
        hasChanged ||= mayChange.has(event.stepId);
        return;
      case "step.finished":
        if (event.outcome !== "running") return;
        stillRunning.set(event.stepId, { command: commands.get(event.stepId) ?? "", output: event.output });
        return;
      case "step.edited":
        return void commands.set(event.stepId, event.command);
      case "step.proposed":
        commands.set(event.stepId, event.command);
        if (event.verdict !== "allow") mayChange.add(event.stepId);
        return;
      default:
        return;
    }
  }

  function renderKnown(event: Event): string {
    note(event);
    if (event.type === "text.streamed") return lines.stream(event);
    if (event.type === "command.ended") return lines.line(endedText(event, stillRunning.get(event.stepId), paint));
    const { hasLiveOutput = false, named = String } = options;
    const text = lineOf(event, paint, { hasChanged, hasLiveOutput, named });
    return text === null ? "" : lines.line(text);
  }

  return {
    render: (event) => (isKnownEvent(event) ? renderKnown(event) : ""),
    end: lines.close,
  };
}

/** The line that text is streamed into, until something else has to begin a line of its own. */
function createOpenLine(paint: Painter) {
  let isOpen = false;
  const chats = new Set<string | undefined>();
  /** Whose words stand on the open line: plain chat may answer while the agent talks. */
  let speaking: string | undefined;
  /** The end of a text that may be the beginning of a tag. */
  let held = "";

  function line(text: string): string {
    const rest = held;
    held = "";
    const before = `${printable(rest)}${isOpen || rest !== "" ? "\n" : ""}`;
    isOpen = false;
    return `${before}${text}\n`;
  }

  function close(): string {
    return isOpen || held !== "" ? line("").slice(0, -1) : "";
  }

  /** Plain chat marks what a person could run; here it stands in backticks, as in any other text. */
  function suggestions(text: string): string {
    const all = held + text;
    held = /<\/?(?:c(?:m(?:d)?)?)?$/.exec(all)?.[0] ?? "";
    return all.slice(0, all.length - held.length).replaceAll(/<\/?cmd>/g, "`");
  }

  return {
    line,
    close,
    expectChat: (turn: string | undefined) => void chats.add(turn),
    stream({ text, turn }: Event<"text.streamed">): string {
      const before = turn === speaking ? "" : close();
      speaking = turn;
      const shown = printable(chats.has(turn) ? suggestions(text) : text);
      if (shown === "") return before;
      const opened = isOpen ? "" : paint("agent", chats.has(turn) ? "chat   " : "agent  ");
      isOpen = !shown.endsWith("\n");
      return before + opened + shown;
    },
  };
}

/** What an event says, on a line of its own; null where it says nothing. */
function lineOf(
  event: Event,
  paint: Painter,
  { hasChanged, hasLiveOutput, named }: Required<TranscriptOptions> & { hasChanged: boolean },
): string | null {
  switch (event.type) {
    case "session.opened":
      return paint(
        "dim",
        `session ${event.session} · ${event.target} · ${printable(event.cwd)} · ${event.settings.model} · ${event.settings.mode}`,
      );
    case "prompt.received":
      return `${paint("person", `${nameOf(event.by).toLowerCase()}${event.kind === "chat" ? " (chat)" : ""}  `)}${printable(event.text)}`;
    case "chat.imported":
      return importedText(event, paint);
    case "call.answered":
      return paint("dim", `  ${oneLine(`${event.call.name}: ${event.text}`, 200)}`);
    case "subgoal.added":
      return paint("dim", `· ${subgoalText(event)} ${flat(event.objective)}`);
    case "subgoal.updated":
      return paint("dim", `· ${subgoalText(event)}${event.log ? ` ${flat(event.log)}` : ""}`);
    case "step.proposed":
      return `${paint("agent", sign(event.kind))} ${commandText(event.command, paint)}${reason(event.reasoning, paint)}${marks(event.patterns, paint)}${diffText(event.diff, paint)}`;
    case "step.edited":
      return `${paint("person", "edited")} ${commandText(event.command, paint)}${marks(event.patterns, paint)}\n  ${paint("dim", `by ${nameOf(event.by).toLowerCase()}, before: ${oneLine(makeVisible(event.previous), 200)}`)}`;
    case "step.approved":
      return event.by === "policy"
        ? null
        : paint("dim", `  approved by ${nameOf(event.by).toLowerCase()} (${event.from})`);
    case "step.rejected":
      // Nobody to ask: the end of the turn says it, with what to do.
      if (event.by === "engine") return null;
      return paint(
        "red",
        `  rejected by ${nameOf(event.by).toLowerCase()}${event.reason ? `: ${printable(event.reason)}` : ""}`,
      );
    case "step.waiting":
      return event.waiting === "keyboard"
        ? paint("yellow", `  waits for the keyboard: ${printable(event.text ?? "")} Nothing was sent yet.`)
        : null;
    case "step.finished":
      return finishedText(event, paint, hasLiveOutput);
    case "question.asked":
      return `${paint("yellow", "?")} ${printable(event.question)}${choicesText(event.choices)}`;
    case "question.answered":
      return `${paint("person", "answer ")}${printable(event.text)}`;
    case "steer.received":
      return `${paint("person", "added  ")}${printable(event.text)}`;
    case "retry.waiting":
      return paint("dim", `${printable(event.reason)} Trying again in ${formatDuration(event.delayMs)}.`);
    case "context.shortened":
      return paint("dim", printable(event.summary));
    case "turn.paused":
      return `${paint("yellow", "[paused]")}${event.reason ? ` ${printable(event.reason)}` : ""}`;
    case "turn.resumed":
      return paint("green", "[resumed]");
    case "turn.finished":
      return endText(event, paint, { hasChanged, named });
    case "error.reported":
      return paint("red", `[error] ${printable(event.message)} ${named(printable(event.nextStep))}`);
    case "link.lost":
      return paint("red", `[link lost] ${printable(event.reason)}`);
    case "link.restored":
      return `[link restored] ${printable(event.target)}`;
    default:
      return null;
  }
}

/** What a browser kept, and nobody vouches for: behind a bar, so that nothing in it can pass for a line of ours. */
function importedText({ role, text, continues, by }: Event<"chat.imported">, paint: Painter): string {
  const what = continues === true ? "more" : role === "user" ? "question" : "answer";
  const lines = printable(text)
    .split("\n")
    .map((shown) => `  ${paint("dim", "│")} ${shown}`);
  return [paint("dim", `imported by ${nameOf(by).toLowerCase()} · ${what}`), ...lines].join("\n");
}

/** In one line: nothing in it can pass for a line of ours. */
function flat(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

function subgoalText({ subgoalId, status }: { subgoalId: string; status?: string | undefined }): string {
  return `${flat(subgoalId)}${status === undefined ? "" : ` [${status}]`}`;
}

function sign(kind: Event<"step.proposed">["kind"]): string {
  return kind === "keys" ? "⌨" : kind === "check" ? "✓?" : ">";
}

/** Further lines of a command stand behind a bar: nothing in it can pass for a line of ours. */
export function commandText(command: string, paint: Painter): string {
  return makeVisible(command)
    .split("\n")
    .map((text, index) => `${index === 0 ? "" : `  ${paint("agent", "│")} `}${paint("bold", text)}`)
    .join("\n");
}

function reason(reasoning: string, paint: Painter): string {
  return reasoning === "" ? "" : `\n  ${paint("dim", `“${flat(reasoning)}”`)}`;
}

/** Default patterns that a command matches, each in a line below it. */
export function marks(patterns: readonly string[] | undefined, paint: Painter): string {
  return (patterns ?? []).map((pattern) => `\n  ${paint("yellow", flat(patternMark(pattern)))}`).join("");
}

/** More than this scrolls the beginning away; the rest is in the browser, and in the log. */
const shownDiffLines = 120;

/** What a change would do to a file: whoever is asked about it decides by this. */
function diffText(diff: string | undefined, paint: Painter): string {
  if (diff === undefined) return "";
  const all = printable(diff).replace(/\n$/, "").split("\n");
  // Names of files stand in front of the first hunk; behind it `+++` is a line that begins with `++`.
  const lines = all.slice(all.findIndex((text) => !/^(?:Index: |===|---|\+\+\+)/.test(text)));
  const shown = lines.slice(0, shownDiffLines).map((text) => `  ${paint("agent", "│")} ${paintDiff(text, paint)}`);
  const rest = lines.length - shown.length;
  return [
    "",
    ...shown,
    ...(rest > 0 ? [`  ${paint("yellow", `│ … ${rest} more lines are not shown here`)}`] : []),
  ].join("\n");
}

function paintDiff(text: string, paint: Painter): string {
  return text.startsWith("+") ? paint("green", text) : text.startsWith("-") ? paint("red", text) : paint("dim", text);
}

function choicesText(choices: readonly string[] | undefined): string {
  return (choices ?? []).map((choice, index) => `\n  ${index + 1}. ${flat(choice)}`).join("");
}

function finishedText(event: Event<"step.finished">, paint: Painter, wasShown: boolean): string {
  // Commands are shown while they print; what other steps found has not been seen yet.
  const output = wasShown && event.range !== undefined ? "" : printable(event.output).replace(/\n$/, "");
  const body =
    output === ""
      ? ""
      : `${output
          .split("\n")
          .map((text) => `  ${text}`)
          .join("\n")}\n`;
  return body + paint(event.outcome === "exited" && event.exitCode === 0 ? "dim" : "yellow", `  ${stateOf(event)}`);
}

/** LT1: what a command that outlived its time-out came to, with what it printed since. */
function endedText(
  event: Event<"command.ended">,
  known: { command: string; output: string } | undefined,
  paint: Painter,
): string {
  const { command, output: shown } = known ?? { command: "", output: "" };
  const rest = event.output.startsWith(shown) ? event.output.slice(shown.length) : event.output;
  const text = printable(rest).replace(/\n$/, "");
  const body = text === "" ? [] : text.split("\n").map((line) => `  ${line}`);
  const colour = event.exitCode === 0 ? "dim" : "yellow";
  const which = oneLine(makeVisible(command), 80);
  return [`${paint("agent", "ended")}  ${which}`, ...body, paint(colour, `  ${stateOf(event)}`)].join("\n");
}

export function stateOf(event: Pick<Event<"step.finished">, "outcome" | "exitCode" | "durationMs" | "output">): string {
  const after = formatDuration(event.durationMs);
  switch (event.outcome) {
    case "exited":
      return event.exitCode === null
        ? `No exit code · ${after}`
        : `exit ${event.exitCode} · ${after}${event.output === "" && event.exitCode === 0 ? " · no output" : ""}`;
    case "running":
      return `Still running after ${after}. Nothing was killed.`;
    case "context-changed":
      return event.output === "" ? "The folder changed, so nothing ran." : "It is asked about again.";
    case "terminal-closed":
      return `The shell ended${event.exitCode === null ? "" : ` with exit ${event.exitCode}`} · ${after}`;
    default:
      return `${event.outcome} · ${after}`;
  }
}

function endText(
  event: Event<"turn.finished">,
  paint: Painter,
  { hasChanged, named }: { hasChanged: boolean; named(text: string): string },
): string {
  const { outcome, summary, error } = event;
  // What was said stands above.
  if (outcome === "text" || outcome === "unanswered") return "";
  const colour = outcome === "complete" ? "green" : outcome === "stopped" || outcome === "failed" ? "red" : "yellow";
  const said = error ? `${error.message}\n${named(error.nextStep)}` : summary.replace(/^\[stopped\] /, "");
  const label = outcome === "failed" ? "error" : outcome;
  return `${paint(colour, `[${label}]`)} ${printable(said)}${evidence(event, paint, hasChanged)}`;
}

/** What the claim of being done rests on. Where nothing could have changed, there is nothing to check. */
function evidence({ verification }: Event<"turn.finished">, paint: Painter, hasChanged: boolean): string {
  if (verification === undefined) return "";
  const { status, checks } = verification;
  if (checks.length === 0) return hasChanged ? `\n${paint("yellow", "unverified:")} the agent named no check.` : "";
  const passed = checks.filter((check) => check.passed).length;
  const label = `${status.replace("-", " ")}: ${passed} of ${checks.length} checks passed`;
  const lines = checks.map(
    (check) => `  ${check.passed ? paint("green", "✓") : paint("red", "✗")} ${printable(check.command)}`,
  );
  return ["", paint(status === "verified" ? "green" : "yellow", label), ...lines].join("\n");
}
