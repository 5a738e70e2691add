import { makeVisible } from "../base/index.ts";
import { type Finding, shellCarriers } from "../protocol/index.ts";
import { assess, concludeSafely } from "./assess.ts";
import { isShellPrompt, keysCover, languageOf, mayStartProgram } from "./program-keys.ts";
import type { Assessment, PolicyContext } from "./types.ts";

/** Keys that only edit or leave the line: interrupt, end of line editing, clear the screen. Never Enter, never history. */
const harmlessAtPrompt =
  /^(?:[\u0001\u0003\u0005\u0007\u0008\u000b\u000c\u0015\u0017\u007f]|\u001b\[[CDHF]|\u001b\[3~)*$/;
/** Throw the line away as a whole, or draw it anew. */
const touchesNoLine = /^[\u0003\u000c]*$/;
/** What a shell may do with the line at one of them is not known here: the text on each side is a command. */
const editingKeys = /[\u0000-\u0008\u000b-\u001f\u007f]+/g;
const hasText = /[^\u0000-\u001f\u007f]/;

/**
 * Judges bytes that an agent would type. At a prompt only editing keys pass: text belongs into a command that is
 * judged, and keys that fetch or run a line of the history would be a way around that. Inside a program it is asked
 * about, or worse when the program's own language says so.
 */
export function assessKeys(typed: string, context: PolicyContext): Assessment {
  const program = context.foreground;
  if (program === undefined)
    return concludeSafely(typed, context, () => ({ findings: atPrompt(typed, context), commands: [], parse: "ok" }));
  if (isShellPrompt({ program, waiting: context.waiting })) return nestedShell(typed, context);
  return concludeSafely(typed, context, () => ({
    findings: insideProgram(typed, program, context),
    commands: [],
    parse: "ok",
  }));
}

const finding = (typed: string, level: Finding["level"], ruleId: string, say: string, safer?: string): Finding => ({
  risk: "opaque",
  level,
  ruleId,
  span: [0, typed.length],
  argv: [],
  via: [],
  say,
  ...(safer === undefined ? {} : { safer }),
});

const withoutSequences = (typed: string) => typed.replaceAll(/\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z]|.)/g, "");

function atPrompt(typed: string, { isLineEmpty }: PolicyContext): Finding[] {
  if (harmlessAtPrompt.test(typed)) {
    if (isLineEmpty === true || touchesNoLine.test(typed)) return [];
    return [
      finding(
        typed,
        "ask",
        "keys.edits-line",
        "Something may stand on the line of the shell, and these keys change it: the next Enter runs what is there then.",
        "Run a command (run_command): the line makes way for it and is put back. Or clear it: Ctrl+C.",
      ),
    ];
  }
  if (hasText.test(withoutSequences(typed))) {
    return [
      finding(
        typed,
        "deny",
        "keys.text-at-prompt",
        "Types text at a prompt of the shell.",
        "Run it as a command (run_command), so that it can be judged.",
      ),
    ];
  }
  if (typed === "\u0004") return [finding(typed, "ask", "keys.end-of-input", "Ends the shell (Ctrl+D).")];
  return [
    finding(
      typed,
      "danger",
      "keys.history",
      "These keys can run a line that is already there, or one of the history.",
      "Run it as a command (run_command).",
    ),
  ];
}

/** Shells whose grammar is not the one of the terminal's own shell. */
const otherShells: Record<string, PolicyContext["shell"]> = {
  fish: "fish",
  pwsh: "pwsh",
  csh: "unknown",
  tcsh: "unknown",
  nu: "unknown",
  elvish: "unknown",
  xonsh: "unknown",
};

function nestedShell(typed: string, context: PolicyContext): Assessment {
  const { foreground: program = "", ...outer } = context;
  const text = typed.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (text === "" || !hasText.test(text)) {
    return concludeSafely(typed, context, () => ({
      findings: [...atPrompt(typed, context), finding(typed, "ask", "keys.program", `Typed into ${program}.`)],
      commands: [],
      parse: "ok",
    }));
  }
  const inner = assess(text, { ...outer, shell: otherShells[program] ?? outer.shell });
  return concludeSafely(typed, outer, () => ({
    findings: [
      ...inner.findings,
      ...(/[\r\n]$/.test(typed) ? [] : [unfinished(typed, program)]),
      // Which folder that shell is in, and where names lead there, nobody has looked at.
      inner.verdict === "allow" || isAnswer.test(text)
        ? finding(typed, "ask", "keys.program", `Typed into ${program}, a shell inside the terminal, as a command.`)
        : finding(
            typed,
            "danger",
            "keys.nested-shell",
            `Typed into ${program}, a shell inside the terminal, as a command. What it reaches from there is not looked up.`,
            "Leave that shell, then run it as a command (run_command).",
          ),
    ],
    commands: inner.commands,
    parse: inner.parse,
  }));
}

function insideProgram(typed: string, program: string, context: PolicyContext): Finding[] {
  const { foreground: _program, waiting, ...outer } = context;
  // A rule that allows a command allows no keys; one that tightens holds for whatever a shell may make of them.
  const plain = { ...outer, rules: (context.rules ?? []).filter(({ effect }) => effect !== "allow") };
  if (waiting === "password" && hasText.test(withoutSequences(typed))) return [answersPassword(typed, program)];
  const said = finding(
    typed,
    "ask",
    "keys.program",
    `Typed into ${program}, which decides what it means: ${makeVisible(typed).slice(0, 120)}`,
  );
  if (waiting === "working") return [...typedAhead(typed, program, plain), said];
  if (shellCarriers.has(program)) return [...typedElsewhere(typed, program, plain), said];
  const reader = { program, waiting };
  if (keysCover(typed, reader) !== null) return [said];
  if (mayStartProgram(typed, reader)) return [startsProgram(typed, program), said];
  const language = languageOf(program);
  if (language === null) {
    // It may have ended, or be a shell of a kind that nobody knows here: then these are commands.
    const next = waiting === "line-input" ? typedAhead(typed.replace(/^[^\r\n]*[\r\n]*/, ""), program, plain) : [];
    return [...typedElsewhere(withoutSequences(typed).replaceAll(editingKeys, "\n"), program, plain), ...next, said];
  }
  const text = typed
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
    .trim();
  if (text === "") return [said];
  const judged = assess(`${language} ${quoted(text)}`, plain);
  const whole: [number, number] = [0, typed.length];
  return [
    ...judged.findings
      .filter(({ level }) => level === "danger")
      .map((each) => ({ ...each, span: whole, via: [program] })),
    said,
  ];
}

const startsProgram = (typed: string, program: string): Finding =>
  finding(
    typed,
    "danger",
    "keys.shell-escape",
    `These keys may make ${program} start another program, or open and write files.`,
    "Run that program as a command (run_command), or use the tools for files.",
  );

/** What looks like no prompt may be one all the same, of a shell that nobody here can look into. */
function typedElsewhere(typed: string, program: string, context: PolicyContext): Finding[] {
  const text = withoutSequences(typed).replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (!hasText.test(text)) return [];
  const whole: [number, number] = [0, typed.length];
  return assess(text, context)
    .findings.filter(({ level }) => level === "danger" || level === "deny")
    .map((each) => ({ ...each, span: whole, via: [program] }));
}

const unfinished = (typed: string, program: string): Finding =>
  finding(
    typed,
    "danger",
    "keys.unfinished",
    `Leaves text on the line of ${program}, which runs it together with whatever is typed next.`,
    "Type the whole command and Enter at once.",
  );

const answersPassword = (typed: string, program: string): Finding =>
  finding(
    typed,
    "deny",
    "keys.password",
    `Answers the password prompt of ${program}, which only a person may do.`,
    "Wait: the person at the keyboard is asked for it.",
  );

const isAnswer = /^(?:[yn]|\d{1,2})$/i;

/** What a program does not read stays in the terminal's input, and the shell runs it when the program has ended. */
function typedAhead(typed: string, program: string, context: PolicyContext): Finding[] {
  const text = withoutSequences(typed).replaceAll(/\r\n?/g, "\n");
  if (!hasText.test(text)) return [];
  const ahead = `${program} does not read this now, so the shell runs it once ${program} has ended`;
  const instead = "Wait for the program to end, then run it as a command (run_command).";
  if (!text.endsWith("\n")) {
    return [finding(typed, "danger", "keys.typed-ahead", `${ahead}, together with what is typed next.`, instead)];
  }
  const line = text.replace(/\n+$/, "");
  const judged = assess(line, context);
  const whole: [number, number] = [0, typed.length];
  // An answer to a question that nobody saw is no command of anyone's.
  const reaches: Finding = isAnswer.test(line)
    ? finding(typed, "ask", "keys.typed-ahead", `${ahead}.`, instead)
    : finding(typed, "danger", "keys.typed-ahead", `${ahead}, without a look at what it would reach.`, instead);
  return [...judged.findings.map((each) => ({ ...each, span: whole })), reaches];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
