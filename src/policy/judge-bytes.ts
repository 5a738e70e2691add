import { makeVisible } from "../base/index.ts";
import { type Deception, type DeceptionKind, examineBytes, type Span } from "../shell/index.ts";

/** A reason in the raw characters of a text. */
interface ByteFinding {
  level: "ask" | "danger";
  ruleId: string;
  span: Span;
  say: string;
  safer: string;
}

export interface JudgedBytes {
  findings: ByteFinding[];
  /** The text must not be parsed. */
  isTooLarge: boolean;
}

/** Judges the characters and the size of a text. */
export function judgeBytes(text: string): JudgedBytes {
  const gate = examineBytes(text);
  switch (gate.size) {
    case "too-long":
      return tooLarge(text, `is ${gate.length} characters long; at most ${gate.most} can be checked`);
    case "too-many-brackets":
      return tooLarge(text, `opens ${gate.count} brackets; at most ${gate.most} can be checked`);
    case "fits":
      return { findings: gate.deceptions.map(findingFor), isTooLarge: false };
  }
}

const findingFor = (deception: Deception): ByteFinding => ({
  level: levelOf(deception),
  ruleId: `text.${deception.kind}`,
  span: deception.span,
  say: sentences[deception.kind](deception.found),
  safer: "Ask for the command again, in plain characters.",
});

/** An odd space inside quotes is text of some language; outside them it glues or fakes words. */
const levelOf = ({ kind, isQuoted }: Deception): ByteFinding["level"] =>
  kind === "odd-space" && isQuoted ? "ask" : "danger";

const sentences: Record<DeceptionKind, (found: string) => string> = {
  "control-character": (found) =>
    `Contains the control character ${makeVisible(found)}. A terminal acts on it, so what runs is not what is shown.`,
  bidirectional: (found) =>
    `Contains ${makeVisible(found)}, which changes the direction of text on screen, so what runs is not what is read.`,
  invisible: (found) => `Contains the invisible character ${makeVisible(found)}, so what runs is not what is read.`,
  "not-a-character": (found) => `Contains ${makeVisible(found)}, which is no character of any script.`,
  "look-alike-sign": (found) => `Contains ${found}, which looks like a sign of the shell but is another character.`,
  "mixed-scripts": (found) =>
    `"${found}" mixes alphabets inside one word: letters that look alike are different names.`,
  "styled-letters": (found) => `Contains ${found}, a letter form that looks like plain text but is another character.`,
  "odd-space": (found) => `Contains ${makeVisible(found)}, which looks like a space but does not separate words.`,
  "pushed-out-of-sight": () => "Long empty space pushes the rest of the command out of sight.",
};

function tooLarge(text: string, how: string): JudgedBytes {
  const finding: ByteFinding = {
    level: "danger",
    ruleId: "text.too-large",
    span: [0, text.length],
    say: `The command ${how}, so what it does is not known.`,
    safer: "Put long text into a file with a file tool, and keep the command short.",
  };
  return { findings: [finding], isTooLarge: true };
}
