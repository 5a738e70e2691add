import { closed, list, newlines } from "./commands.ts";
import { blanks, type Reader } from "./reader.ts";
import { redirects } from "./redirects.ts";
import { word } from "./words.ts";

/** `for NAME in WORDS; do …; done`, and bash's `for ((…))`. */
export function forLoop(reader: Reader): undefined {
  reader.need(blanks);
  if (reader.looksAt(/\(\(/y)) {
    reader.only("bash");
    reader.need(/\(\([\w+*/%<>=!&|?:,; \t$-]*\)\)/y);
    reader.take(/[ \t]*;?/y);
  } else {
    reader.need(/[A-Za-z_]\w*[ \t]+in(?=[ \t])/y);
    words(reader);
    reader.need(/[ \t]*[;\n]/y);
  }
  newlines(reader);
  reader.need(/do(?=[ \t\n])/y);
  closed(reader, "done");
}

function words(reader: Reader): undefined {
  while (!reader.looksAt(/[ \t]*[;\n]/y)) {
    reader.need(blanks);
    word(reader);
  }
}

/** `case WORD in PATTERN) …;; esac`. */
export function caseOf(reader: Reader): undefined {
  // An old bash ends a substitution at the closing bracket of a pattern.
  if (reader.substitutions > 0) reader.refuse();
  reader.need(blanks);
  word(reader);
  reader.need(/[ \t]+in(?=[ \t\n])/y);
  for (;;) {
    newlines(reader);
    if (reader.take(/esac(?=[ \t\n;&|)]|$)/y) !== null) return redirects(reader);
    reader.take(/\([ \t]*/y);
    do word(reader);
    while (reader.take(/[ \t]*\|[ \t]*/y) !== null);
    reader.need(/[ \t]*\)/y);
    list(reader, () => reader.looksAt(/;;|esac(?=[ \t\n;&|)]|$)/y));
    reader.take(/;;(?!&)/y);
  }
}

/** A pattern behind `=~` that has no quotes and nothing that runs. */
const regularExpression = /(?:[\w.^*+?()|[\]:@%,/{}-]|\\[.\\/|+*?$^()[\]-]|\$(?=[ \t)|]))+/y;

/** `[[ … ]]`, in bash and zsh only. */
export function bracketTest(reader: Reader): undefined {
  reader.only("bash", "zsh");
  for (;;) {
    reader.need(/[ \t\n]+/y);
    if (reader.take(/\]\](?=[ \t\n;&|)]|$)/y) !== null) return;
    if (reader.take(/=~[ \t]+/y) !== null) {
      reader.only("bash");
      if (reader.take(regularExpression) === null) word(reader);
    } else if (reader.take(/(?:&&|\|\||[!()<>]|==?|!=)(?=[ \t\n])/y) === null) word(reader);
  }
}
