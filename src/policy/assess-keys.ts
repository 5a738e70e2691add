import { inQuotes, makeVisible } from "../base/index.ts";
import { type Finding, shellCarriers } from "../protocol/index.ts";
import { assess, concludeSafely } from "./assess.ts";
import { isShellPrompt, type KeyReader, keysCover, languageOf, mayStartProgram } from "./program-keys.ts";
import { otherShells } from "./programs/keyboard.ts";
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
  if (program === undefined) return concluded(typed, context, () => atPrompt(typed, context));
  if (isShellPrompt({ program, waiting: context.waiting })) return nestedShell(typed, program, context);
  return concluded(typed, context, () => insideProgram(typed, program, context));
}

const concluded = (typed: string, context: PolicyContext, find: () => Finding[]): Assessment =>
  concludeSafely(typed, context, () => ({ findings: find(), judgements: [], commands: [], parse: "ok" }));

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
const asLines = (typed: string) => typed.replaceAll(/\r\n?/g, "\n");
const asCommand = "Run it as a command (run_command).";

function atPrompt(typed: string, { isLineEmpty }: PolicyContext): Finding[] {
  if (harmlessAtPrompt.test(typed)) {
    if (isLineEmpty === true || touchesNoLine.test(typed)) return [];
    const say =
      "Something may stand on the line of the shell, and these keys change it: the next Enter runs what is there then.";
    const instead = "Run a command (run_command): the line makes way for it and is put back. Or clear it: Ctrl+C.";
    return [finding(typed, "ask", "keys.edits-line", say, instead)];
  }
  if (hasText.test(withoutSequences(typed))) {
    const instead = "Run it as a command (run_command), so that it can be judged.";
    return [finding(typed, "deny", "keys.text-at-prompt", "Types text at a prompt of the shell.", instead)];
  }
  if (typed === "\u0004") return [finding(typed, "ask", "keys.end-of-input", "Ends the shell (Ctrl+D).")];
  const say = "These keys can run a line that is already there, or one of the history.";
  return [finding(typed, "danger", "keys.history", say, asCommand)];
}

function nestedShell(typed: string, program: string, context: PolicyContext): Assessment {
  const { foreground: _program, ...outer } = context;
  const text = asLines(typed).replace(/\n+$/, "");
  if (!hasText.test(text)) {
    const said = finding(typed, "ask", "keys.program", `Typed into ${program}.`);
    return concluded(typed, context, () => [...atPrompt(typed, context), said]);
  }
  const { verdict, findings, commands, parse } = assess(text, {
    ...outer,
    shell: otherShells.get(program) ?? outer.shell,
  });
  const say = `Typed into ${program}, a shell inside the terminal, as a command.`;
  // Which folder that shell is in, and where names lead there, nobody has looked at.
  const isKnown = verdict === "allow" || isAnswer.test(text);
  const said = isKnown
    ? finding(typed, "ask", "keys.program", say)
    : finding(
        typed,
        "danger",
        "keys.nested-shell",
        `${say} What it reaches from there is not looked up.`,
        "Leave that shell, then run it as a command (run_command).",
      );
  const unfinished = finding(
    typed,
    "danger",
    "keys.unfinished",
    `Leaves text on the line of ${program}, which runs it together with whatever is typed next.`,
    "Type the whole command and Enter at once.",
  );
  const open = /[\r\n]$/.test(typed) ? [] : [unfinished];
  return concludeSafely(typed, outer, () => ({
    findings: [...findings, ...open, said],
    judgements: [],
    commands,
    parse,
  }));
}

function insideProgram(typed: string, program: string, context: PolicyContext): Finding[] {
  const { foreground: _program, waiting, ...outer } = context;
  // A rule that allows a command allows no keys; one that tightens holds for whatever a shell may make of them.
  const plain = { ...outer, rules: (context.rules ?? []).filter(({ effect }) => effect !== "allow") };
  if (waiting === "password" && hasText.test(withoutSequences(typed)))
    return [
      finding(
        typed,
        "deny",
        "keys.password",
        `Answers the password prompt of ${program}, which only a person may do.`,
        "Wait: the person at the keyboard is asked for it.",
      ),
    ];
  const say = `Typed into ${program}, which decides what it means: ${makeVisible(typed).slice(0, 120)}`;
  const said = finding(typed, "ask", "keys.program", say);
  return [...harmInside(typed, { program, waiting }, plain), said];
}

function harmInside(typed: string, reader: KeyReader, context: PolicyContext): Finding[] {
  const { program, waiting } = reader;
  if (waiting === "working") return typedAhead(typed, program, context);
  if (shellCarriers.has(program)) return harmOf(typed, withoutSequences(typed), program, context);
  if (keysCover(typed, reader) !== null) return [];
  if (mayStartProgram(typed, reader))
    return [
      finding(
        typed,
        "danger",
        "keys.shell-escape",
        `These keys may make ${program} start another program, or open and write files.`,
        "Run that program as a command (run_command), or use the tools for files.",
      ),
    ];
  const language = languageOf(program);
  if (language !== null) {
    const text = asLines(typed)
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
      .trim();
    return text === "" ? [] : harmOf(typed, `${language} ${inQuotes(text)}`, program, context).filter(isDanger);
  }
  // It may have ended, or be a shell of a kind that nobody knows here: then these are commands.
  const next = waiting === "line-input" ? typed.replace(/^[^\r\n]*[\r\n]*/, "") : "";
  return [
    ...harmOf(typed, withoutSequences(typed).replaceAll(editingKeys, "\n"), program, context),
    ...typedAhead(next, program, context),
  ];
}

/** A rule that denies a program is about starting it, and this one runs already. */
const isDanger = ({ level }: Finding): boolean => level === "danger";

/** What the text would be as a command: of a language, or of a shell that nobody here can look into. */
function harmOf(typed: string, command: string, program: string, context: PolicyContext): Finding[] {
  const text = asLines(command).replace(/\n+$/, "");
  if (!hasText.test(text)) return [];
  const span: [number, number] = [0, typed.length];
  return assess(text, context)
    .findings.filter(({ level }) => level === "danger" || level === "deny")
    .map((each) => ({ ...each, span, via: [program] }));
}

const isAnswer = /^(?:[yn]|\d{1,2})$/i;

/** What a program does not read stays in the terminal's input, and the shell runs it when the program has ended. */
function typedAhead(typed: string, program: string, context: PolicyContext): Finding[] {
  const text = asLines(withoutSequences(typed));
  if (!hasText.test(text)) return [];
  const ahead = `${program} does not read this now, so the shell runs it once ${program} has ended`;
  const says = (level: Finding["level"], say: string) =>
    finding(
      typed,
      level,
      "keys.typed-ahead",
      say,
      "Wait for the program to end, then run it as a command (run_command).",
    );
  if (!text.endsWith("\n")) return [says("danger", `${ahead}, together with what is typed next.`)];
  const line = text.replace(/\n+$/, "");
  const span: [number, number] = [0, typed.length];
  // An answer to a question that nobody saw is no command of anyone's.
  const reaches = isAnswer.test(line)
    ? says("ask", `${ahead}.`)
    : says("danger", `${ahead}, without a look at what it would reach.`);
  return [...assess(line, context).findings.map((each) => ({ ...each, span })), reaches];
}
