import { UserError } from "../base/index.ts";
import type { Terminal } from "../terminal/index.ts";

/** Above this a file is not for a model to read whole. */
export const maxFileBytes = 512 * 1024;
const sideTimeoutMs = 15_000;

/** Files on a terminal's target, read and written beside the shell: the same for this machine and over SSH. */
export interface TargetFiles {
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>;
  /** In one piece: a reader sees the old content or the new, never half of it. Mode and links are kept. */
  write(path: string, content: string): Promise<void>;
  search(pattern: string, path: string): Promise<string>;
}

export function targetFiles(terminal: Terminal, cwd: string, signal: AbortSignal): TargetFiles {
  const run = async (script: string, args: string[], stdin?: Uint8Array) => {
    const argv = ["sh", "-c", script, "cotty", ...args];
    const options = { signal, timeoutMs: sideTimeoutMs, ...(cwd !== "" && { cwd }), ...(stdin && { stdin }) };
    const result = await terminal.side(argv, options);
    if (result.timedOut) throw failed(`The target did not answer within ${sideTimeoutMs / 1000} s.`);
    return result;
  };

  return {
    async read(path) {
      const { exitCode, stdout, stderr } = await run(readScript, [operand(path), String(maxFileBytes + 1)]);
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
    async write(path, content) {
      const { exitCode, stderr } = await run(writeScript, [operand(path)], new TextEncoder().encode(content));
      if (exitCode !== 0) throw failed(`${path} cannot be written: ${lastLine(stderr)}`);
    },
    async search(pattern, path) {
      const { exitCode, stdout, stderr } = await run(searchScript, [operand(path), pattern]);
      if (exitCode === 1) return "";
      if (exitCode !== 0 && exitCode !== null) throw failed(`The search failed: ${lastLine(stderr)}`);
      return new TextDecoder().decode(stdout);
    },
  };
}

// A leading ~ is the home, as people and models mean it; nothing else in a path is special.
const homeFirst = `case $1 in "~") path=$HOME ;; "~/"*) path=$HOME/\${1#"~/"} ;; *) path=$1 ;; esac
shift; set -- "$path" "$@"
`;

const readScript = `${homeFirst}[ -e "$1" ] || [ -L "$1" ] || exit 44
[ -d "$1" ] && { echo "it is a directory" >&2; exit 1; }
[ -f "$1" ] || { echo "it is not a regular file" >&2; exit 1; }
head -c "$2" < "$1"`;

// A temporary file beside the real one, then a rename: on the same file system, so nobody sees a half-written file.
const writeScript = `${homeFirst}set -e
target=$1
[ -L "$target" ] && target=$(readlink -f "$target")
[ -d "$target" ] && { echo "it is a directory" >&2; exit 1; }
case $target in */*) folder=\${target%/*} ;; *) folder=. ;; esac
mkdir -p "\${folder:-/}"
temporary=$(mktemp "\${folder:-}/.cotty-write.XXXXXX")
trap 'rm -f "$temporary"' EXIT
if [ -e "$target" ]; then cp -p "$target" "$temporary"; else chmod "$(printf '%o' $((0666 & ~$(umask))))" "$temporary"; fi
cat > "$temporary"
mv -f "$temporary" "$target"`;

const searchScript = `${homeFirst}if command -v rg >/dev/null 2>&1; then
  exec rg --line-number --no-heading --color never --max-count 50 --max-columns 300 -e "$2" -- "$1"
fi
exec grep -rInE -m 50 -e "$2" -- "$1"`;

/** A path that begins with a dash would be read as an option. */
function operand(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}

function failed(message: string): UserError {
  return new UserError("file.failed", message, "Check the path, or use run_command.");
}

function lastLine(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes).trim().split("\n");
  return lines.at(-1)?.replace(/^(sh|cotty): (\d+: )?/, "") || "no reason given";
}
