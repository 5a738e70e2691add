import type { PathWord } from "../shell/index.ts";
import { gitCall } from "./printed-history.ts";
import type { AssessedCommand } from "./types.ts";

/** What git prints of the messages of commits and tags, and of notes. */
interface PrintedMessages {
  /** The folder that it works in, from where the line is; null where only the run decides. */
  folder: PathWord | null;
  /** It cuts them itself, or prints other letters for them. */
  isCut: boolean;
}

const always = /^(?:log|whatchanged|show|reflog|shortlog|stash|notes|show-branch|cat-file|cherry|format-patch)$/;
/** They name and number, unless an option says otherwise. */
const withOption: Readonly<Record<string, RegExp>> = {
  "rev-list": /^--(?:format|pretty|oneline|header)/,
  "for-each-ref": /^--format/,
  branch: /^(?:-[a-z]*v|--verbose|--format)/,
  tag: /^(?:-[a-z]*n|--format)/,
};
/** Fields of a format that hold nothing of a message. */
const plainFormat =
  /^(?:[^%]|%(?:[-+ ]?(?:[nHhTtPpdDSm]|[ac][nNeElLdDrtiIsSh])|C(?:red|green|blue|reset|\([^()]*\))))*$/;
const cutFormat = /%[-+ ]?f|%w\(|trunc|sanitize|%\*?\((?:subject|body|contents|trailers):/;

/** Null for what prints no message. */
export function printedMessages(command: AssessedCommand): PrintedMessages | null {
  const call = gitCall(command);
  if (call === null) return null;
  const { folder, name, rest } = call;
  if (!always.test(name) && !rest.some((word) => withOption[name]?.test(word))) return null;
  // A file of a commit: `show HEAD:a.ts`.
  const operands = rest.filter((word) => !word.startsWith("-"));
  const isFile = (word: string) => /^[\w./~^@-]+:[\w./-]+$/.test(word);
  if (name === "show" && operands.length > 0 && operands.every(isFile)) return null;
  const formats = rest.flatMap((word, at) => {
    const [, value = rest[at + 1] ?? ""] = /^--(?:format|pretty)(?:=(.*))?$/s.exec(word) ?? [];
    return /^--(?:format|pretty)/.test(word) ? [value.replace(/^t?format:/, "")] : [];
  });
  // `--pretty` and a name (`oneline`, `short`) print messages as well.
  if (formats.some((format) => format.includes("%")) && formats.every((format) => plainFormat.test(format)))
    return null;
  const isEncoded = rest.some((word) => /^--(?:encoding|column)/.test(word));
  return { folder, isCut: isEncoded || formats.some((format) => cutFormat.test(format)) };
}
