import { makeVisible } from "../base/index.ts";

/** A reason found in the raw characters, before any grammar is asked. */
export interface GateFinding {
  level: "ask" | "danger";
  ruleId: string;
  span: [number, number];
  say: string;
  safer: string;
}

export interface GateResult {
  findings: GateFinding[];
  /** The text may not even be parsed: parsing costs more than a verdict is worth (unbash is quadratic on `{`). */
  tooLarge: boolean;
}

const maxLength = 8 * 1024;
const maxOpeners = 500;
const retype = "Ask for the command again, in plain characters.";

interface Check {
  ruleId: string;
  pattern: RegExp;
  level: "ask" | "danger";
  say: (found: string) => string;
}

const checks: Check[] = [
  {
    ruleId: "text.control-character",
    pattern: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u,
    level: "danger",
    say: (found) =>
      `Contains the control character ${makeVisible(found)}. A terminal acts on it, so what runs is not what is shown.`,
  },
  {
    ruleId: "text.bidirectional",
    pattern: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    level: "danger",
    say: (found) =>
      `Contains ${makeVisible(found)}, which changes the direction of text on screen, so what runs is not what is read.`,
  },
  {
    ruleId: "text.invisible",
    // An emoji may be followed by a joiner or a variation selector; anywhere else these only hide something.
    pattern:
      /\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|[\u00ad\u200b\u200c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0e]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|[#*0-9])(?:\u200d|\ufe0f)|[\u{e0000}-\u{e0fff}]/u,
    level: "danger",
    say: (found) => `Contains the invisible character ${makeVisible(found)}, so what runs is not what is read.`,
  },
  {
    ruleId: "text.not-a-character",
    pattern: /[\ufdd0-\ufdef\ufffe\uffff]|\p{Surrogate}/u,
    level: "danger",
    say: (found) => `Contains ${makeVisible(found)}, which is no character of any script.`,
  },
  {
    ruleId: "text.look-alike-sign",
    pattern:
      /[\u037e\u0589\u05c3\u2024\u2044\u2215\u2216\u2223\u29f8\u29f9\uff1b\uff0f\uff3c\uff5c\uff06\uff04\uff40\uff02\uff07\uff1e\uff1c]/u,
    level: "danger",
    say: (found) => `Contains ${found}, which looks like a sign of the shell but is another character.`,
  },
  {
    ruleId: "text.mixed-scripts",
    pattern:
      /[a-z][\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}][\p{M}]*[a-z]/iu,
    level: "danger",
    say: (found) => `"${found}" mixes alphabets inside one word: letters that look alike are different names.`,
  },
  {
    ruleId: "text.styled-letters",
    pattern:
      /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u210a-\u2113\u2115\u2118-\u211d\u2124\u2128\u212a-\u2134\u2145-\u2149]|[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/u,
    level: "danger",
    say: (found) => `Contains ${found}, a letter form that looks like plain text but is another character.`,
  },
  {
    ruleId: "text.odd-space",
    pattern: /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800]/u,
    level: "ask",
    say: (found) => `Contains ${makeVisible(found)}, which looks like a space but does not separate words.`,
  },
  {
    ruleId: "text.pushed-out-of-sight",
    pattern: /[ \t]{80,}(?=\S)|(?:\n[ \t]*){12,}(?=\S)/,
    level: "danger",
    say: () => "Long empty space pushes the rest of the command out of sight.",
  },
];

/** Looks at characters and size only. Linear in the length of the text. */
export function examineBytes(command: string): GateResult {
  if (command.length > maxLength) {
    return tooLarge(command, `is ${command.length} characters long; at most ${maxLength} can be checked`);
  }
  // Any opener counts: nesting of each kind costs the parser, and no command a person reads has hundreds.
  const openers = command.match(/[{([`]|<</g)?.length ?? 0;
  if (openers > maxOpeners) return tooLarge(command, `opens ${openers} brackets; at most ${maxOpeners} can be checked`);
  const findings = checks.flatMap((check): GateFinding[] => {
    const match = check.pattern.exec(command);
    if (match === null) return [];
    const span: [number, number] = [match.index, match.index + match[0].length];
    return [
      {
        level: levelAt(check, command, match.index),
        ruleId: check.ruleId,
        span,
        say: check.say(match[0]),
        safer: retype,
      },
    ];
  });
  return { findings, tooLarge: false };
}

/** An odd space inside quotes is text of some language; outside them it glues or fakes words. */
function levelAt(check: Check, command: string, index: number): "ask" | "danger" {
  if (check.ruleId !== "text.odd-space") return check.level;
  const before = command.slice(0, index);
  const quotes = (before.match(/(?<!\\)["']/g) ?? []).length;
  return quotes % 2 === 1 ? "ask" : "danger";
}

function tooLarge(command: string, how: string): GateResult {
  const finding: GateFinding = {
    level: "danger",
    ruleId: "text.too-large",
    span: [0, command.length],
    say: `The command ${how}, so what it does is not known.`,
    safer: "Put long text into a file with a file tool, and keep the command short.",
  };
  return { findings: [finding], tooLarge: true };
}
