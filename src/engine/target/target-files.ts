import { UserError } from "../../base/index.ts";
import { isKeptForSecrets } from "../../policy/index.ts";
import type { Terminal } from "../../terminal/index.ts";

/** Above this a file is not for a model to read whole. */
export const maxFileBytes = 512 * 1024;
const sideTimeoutMs = 15_000;

/**
 * Files on a terminal's target, read and written beside the shell: the same for this machine and over SSH. A `real` path
 * is what was decided about (see `realPaths`): where a link stands in its way by now, nothing is read or written.
 */
export interface TargetFiles {
  /** Null when there is no such file. */
  read(file: TargetFile): Promise<string | null>;
  /** In one piece: a reader sees the old content or the new, never half of it. The mode is kept. */
  write(file: TargetFile, content: string): Promise<void>;
  search(pattern: string, file: TargetFile): Promise<string>;
}

export interface TargetFile {
  /** As it was asked for, for messages. */
  path: string;
  real: string;
}

/** A link or another folder is in the way by now, so the path no longer leads to what was decided about. */
export class PathMoved extends UserError {
  constructor() {
    super("file.moved", "This path leads to another file now, so nothing was done.", "Look at it again.");
  }
}

export function targetFiles(terminal: Terminal, cwd: string, signal: AbortSignal): TargetFiles {
  const run = async (script: string, args: string[], stdin?: Uint8Array) => {
    const argv = ["sh", "-c", script, "cotty", ...args];
    const options = { signal, timeoutMs: sideTimeoutMs, ...(cwd !== "" && { cwd }), ...(stdin && { stdin }) };
    const result = await terminal.side(argv, options);
    if (result.timedOut) throw failed(`The target did not answer within ${sideTimeoutMs / 1000} s.`);
    if (result.exitCode === movedCode) throw new PathMoved();
    return result;
  };

  return {
    async read({ path, real }) {
      const { exitCode, stdout, stderr } = await run(readScript, [...placeOf(real), String(maxFileBytes + 1)]);
      if (exitCode === 44) return null;
      if (exitCode !== 0) throw failed(`${path} cannot be read: ${lastLine(stderr)}`);
      if (stdout.length > maxFileBytes) {
        throw failed(
          `${path} is larger than ${maxFileBytes / 1024} KB. Read a part of it with run_command (head, sed -n).`,
        );
      }
      if (stdout.includes(0)) throw failed(`${path} is a binary file.`);
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(stdout);
      } catch {
        throw failed(`${path} is not UTF-8 text.`);
      }
    },
    async write({ path, real }, content) {
      const { exitCode, stderr } = await run(writeScript, placeOf(real), new TextEncoder().encode(content));
      if (exitCode !== 0) throw failed(`${path} cannot be written: ${lastLine(stderr)}`);
    },
    async search(pattern, file) {
      const { exitCode, stdout, stderr } = await run(searchScript, [file.real, ...placeOf(file.real), pattern]);
      if (exitCode === 1) return "";
      if (exitCode === 44) throw failed(`The search failed: there is no such file or folder as ${file.path}.`);
      if (exitCode !== 0 && exitCode !== null) throw failed(`The search failed: ${lastLine(stderr)}`);
      return withoutSecretFiles(new TextDecoder().decode(stdout), file);
    },
  };
}

const movedCode = 45;

// Goes down to the folder one name at a time and makes what is missing, if it may. After each name the kernel says where
// that is: a link that was put there meanwhile would lead elsewhere. From then on the folder is held by the process, and
// the file is named relative to it, so that nobody can exchange it any more. The x keeps line ends at the end of a name.
const enterScript = `enter() {
  rest=\${1#/} at=
  cd / || exit 1
  while [ -n "$rest" ]; do
    part=\${rest%%/*}
    case $rest in */*) rest=\${rest#*/} ;; *) rest= ;; esac
    at=$at/$part
    if [ ! -d "./$part" ]; then
      if [ -L "./$part" ]; then exit ${movedCode}; fi
      "$2" "./$part" || exit 1
    fi
    CDPATH= cd -P "./$part" || exit 1
    here=$(pwd -P; printf x)
    [ "\${here%?x}" = "$at" ] || exit ${movedCode}
  done
}
`;

const readScript = `${enterScript}missing() { exit 44; }
enter "$1" missing
[ -L "./$2" ] && exit ${movedCode}
[ -e "./$2" ] || exit 44
[ -d "./$2" ] && { echo "it is a directory" >&2; exit 1; }
[ -f "./$2" ] || { echo "it is not a regular file" >&2; exit 1; }
head -c "$3" < "./$2"`;

// A temporary file beside the real one, then a rename: on the same file system, so nobody sees a half-written file. Where
// mv can be told to (-T, on BSD -h), it replaces a link that has just come and does not go into the folder behind it.
const writeScript = `${enterScript}enter "$1" mkdir
set -e
[ -L "./$2" ] && exit ${movedCode}
[ -d "./$2" ] && { echo "it is a directory" >&2; exit 1; }
temporary=$(mktemp ./.cotty-write.XXXXXX)
trap 'rm -f "$temporary"' EXIT
move=-f
for option in -fT -fh; do
  if mv "$option" "$temporary" "$temporary.new" 2>/dev/null; then temporary=$temporary.new move=$option; break; fi
done
if [ -e "./$2" ]; then cp -p "./$2" "$temporary"; else chmod "$(printf '%o' $((0666 & ~$(umask))))" "$temporary"; fi
cat > "$temporary"
mv "$move" "$temporary" "./$2"`;

// It says first whether it searched a folder or a file, and names what it finds from there. Names with a line end in them
// are left out below a folder: each line of the answer is then one place, and its name is whole.
const searchScript = `${enterScript}missing() { exit 44; }
if [ -d "$1" ] && [ ! -L "$1" ]; then
  enter "$1" missing
  start=.
  skipped='*
*'
  printf 'folder\\n'
else
  enter "$2" missing
  start=./$3
  [ -L "$start" ] && exit ${movedCode}
  [ -e "$start" ] || exit 44
  [ -f "$start" ] || { echo "it is not a regular file" >&2; exit 2; }
  skipped=//
  printf 'file\\n'
fi
if command -v rg >/dev/null 2>&1; then
  exec rg --no-config --glob "!$skipped" --line-number --no-heading --color never --with-filename --null --max-count 50 --max-columns 300 -e "$4" -- "$start"
fi
exec grep -rHIZnE --exclude="$skipped" --exclude-dir="$skipped" -m 50 -e "$4" -- "$start"`;

/**
 * A file that is kept for secrets is searched only where it is named, which is asked about: whether a pattern matches
 * tells what is in it, also where that is hidden. What counts is the path that was decided about. A line is shown only
 * behind its whole name: a program's remark ("binary file matches") tells of a match too.
 */
function withoutSecretFiles(said: string, { path, real }: TargetFile): string {
  const [what, ...lines] = said.split("\n");
  const isNamed = isKeptForSecrets(real);
  const below = (folder: string, name: string) =>
    what === "file" ? folder : `${folder.replace(/\/+$/, "")}${name.replace(/^\./, "")}`;
  return lines
    .map((line) => {
      const nameEnd = line.indexOf("\0");
      const name = line.slice(0, Math.max(0, nameEnd));
      const isShown = name !== "" && (isNamed || !isKeptForSecrets(below(real, name)));
      return isShown ? `${below(path, name)}:${line.slice(nameEnd + 1)}\n` : "";
    })
    .join("");
}

/** A real path as its folder and its name. */
function placeOf(real: string): [string, string] {
  const at = real.lastIndexOf("/");
  return [real.slice(0, at), real.slice(at + 1)];
}

function failed(message: string): UserError {
  return new UserError("file.failed", message, "Check the path, or use run_command.");
}

function lastLine(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes).trim().split("\n");
  return lines.at(-1)?.replace(/^(sh|cotty): (\d+: )?/, "") || "no reason given";
}

/** Where a path really leads, without which nothing is read or written. */
export function followed(real: string | undefined): string {
  if (real !== undefined) return real;
  throw new UserError("file.unknown", "The target did not say where this path leads.", "Try run_command instead.");
}
