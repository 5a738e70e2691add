import { randomBytes } from "node:crypto";
import { type AssessedCommand, type Assessment, printsGitContents } from "../../policy/index.ts";
import { gitOnlyLooks } from "../target/path-arguments.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { folderOf } from "./git-folder.ts";
import { secretHint } from "./secret-hint.ts";

/** A longer line is a script, and its loops are walked with all their values. */
const mostCalls = 16;
const maxPrinted = 16 * 1024 * 1024;
const maxBytes = 256 * 1024;
const lookTimeoutMs = 10_000;
const here = { from: "here", path: "." } as const;

/**
 * Lines that look like a secret with its name, of what git prints of files in a line that is allowed: git prints it here
 * once before. Empty where it prints none of that, null where that could not be told, or is too much.
 */
export async function gitContents(
  { commands, matched }: Pick<Assessment, "commands" | "matched">,
  place: LookPlace,
): Promise<string | null> {
  const printing = commands.filter(printsGitContents);
  if (printing.length === 0) return "";
  // What a rule of a person allows is not proved to only read.
  const calls = matched.length > 0 ? [null] : printing.map(callOf);
  if (!calls.every((call) => call !== null) || calls.length > mostCalls) return null;
  const once = [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
  const found = await Promise.all(once.map((call) => printedBy(call, place)));
  return found.every((text) => text !== null) ? found.join("\n") : null;
}

interface Call {
  folder: string;
  words: string[];
}

/** Null where only the run decides what it is. */
function callOf({ argv, folders, open = [], via }: AssessedCommand): Call | null {
  const [cwd, ...others] = folders;
  const folder = others.length === 0 && cwd !== null ? folderOf(here, cwd) : null;
  const words = argv.slice(1);
  // The home and the folder are written as in the line, which git would take for letters.
  const readsMore = words.some((word) => /^--(?:stdin|batch)|(?:^|[=:])~\/|\$PWD/.test(word ?? ""));
  if (folder === null || readsMore || open.length > 0 || via.length > 0 || !words.every((word) => word !== null))
    return null;
  return { folder, words };
}

async function printedBy({ folder, words }: Call, { terminal, signal, cwd }: LookPlace): Promise<string | null> {
  const mark = `cotty-${randomBytes(12).toString("hex")}`;
  const limits = [String(maxPrinted), String(maxBytes)];
  const argv = ["sh", "-c", contentsScript, "cotty", secretHint, mark, ...limits, cwd, folder, ...words];
  const { stdout, exitCode, truncated } = await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs });
  const text = Buffer.from(stdout).toString("utf8");
  const end = new RegExp(`\\n?${mark}\\n$`);
  return exitCode === 0 && !truncated && end.test(text) ? text.replace(end, "") : null;
}

// The line runs by itself right after, so git does nothing here that it would not do then: the settings of the repository
// were looked at before. Where it fails here, it fails there. Without the mark at the end
// not everything was seen.
const contentsScript = `hint=$1 mark=$2 most=$3 bytes=$4 start=$5 folder=$6; shift 6
cd -- "$start" 2>/dev/null || exit 3
case $folder in '~/'*) folder=$HOME/\${folder#'~/'} ;; esac
cd -- "$folder" 2>/dev/null || exit 3
{
  ${gitOnlyLooks} \\
    git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.pager=cat -c color.ui=never "$@" < /dev/null 2>/dev/null
  printf '\\n%s\\n' "$mark"
} | head -c "$most" | tr -d '\\000' | LC_ALL=C grep -aiE -A 2 -B 2 -e "$hint" -e "^$mark$" | head -c "$bytes"
exit 0`;
