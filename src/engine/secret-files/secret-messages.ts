import { type Assessment, printedMessages } from "../../policy/index.ts";
import { gitOnlyLooks } from "../target/path-arguments.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { cutsLines } from "./cut-lines.ts";
import { folderOf } from "./git-folder.ts";
import { secretHint } from "./secret-hint.ts";

/** Of the newest commits; and of what is left of their messages this much. */
const mostCommits = 20_000;
const maxBytes = 256 * 1024;
const lookTimeoutMs = 10_000;

/** Whether git itself prints messages in pieces, or other letters for them. */
export const cutsMessages = ({ commands }: Pick<Assessment, "commands">): boolean =>
  commands.some((command) => printedMessages(command)?.isCut === true);

/**
 * Lines that look like a secret with its name, of the messages that git may print in a line which prints pieces of lines:
 * those of commits, tags and notes. Empty where it prints none or whole lines, null where the target could not tell.
 */
export async function messagesIn(
  assessment: Pick<Assessment, "commands" | "comparisons" | "visible">,
  text: string,
  place: LookPlace,
): Promise<string | null> {
  if (!cutsLines(assessment, text) && !cutsMessages(assessment)) return "";
  const printed = assessment.commands.flatMap((command) => {
    const messages = printedMessages(command);
    return messages === null ? [] : command.folders.map((cwd) => ({ folder: messages.folder, cwd }));
  });
  if (printed.length === 0) return "";
  const folders = printed.map(({ folder, cwd }) => folderOf(folder, cwd));
  if (!folders.every((each) => each !== null)) return null;
  const { terminal, signal, cwd } = place;
  const argv = ["sh", "-c", messagesScript, "cotty", secretHint, String(mostCommits), String(maxBytes), cwd];
  const { stdout, exitCode, truncated } = await terminal.side([...argv, ...new Set(folders)], {
    signal,
    timeoutMs: lookTimeoutMs,
  });
  return exitCode !== 0 || truncated ? null : new TextDecoder().decode(stdout);
}

// Nothing is started for a message: no driver, filter or hook, no signature is checked and nothing is fetched. A folder
// that is not there, or is in no repository, has none.
const messagesScript = `hint=$1 most=$2 bytes=$3 start=$4; shift 4
quiet() {
  ${gitOnlyLooks} \\
    git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c log.showSignature=false -c i18n.logOutputEncoding=UTF-8 "$@" 2>/dev/null
}
messages() {
  for folder in "$@"; do
    cd -- "$start" 2>/dev/null || exit 3
    case $folder in '~/'*) folder=$HOME/\${folder#'~/'} ;; esac
    cd -- "$folder" 2>/dev/null || continue
    quiet log --all --reflog --no-color -n "$most" --format='%an <%ae>%n%B%n%N%n%gs'
    quiet log --walk-reflogs --all --no-color -n "$most" --format='%gs'
    quiet for-each-ref --format='%(contents)' refs/tags
  done
}
messages "$@" | LC_ALL=C grep -aiE -A 2 -B 2 -e "$hint" | LC_ALL=C cut -b 1-4096 | head -c "$bytes" | tr -d '\\000'
exit 0`;
