import type { Terminal } from "../terminal/index.ts";

/** Folders on a target that decide how bad it is to lose something there. What could not be told is left out. */
export interface TargetPlace {
  home?: string;
  /** The home with every link followed. */
  realHome?: string;
  /** The repository the session works in, or else its own folder. */
  project?: string;
  /**
   * What a mode that accepts edits may cover: the project as it really is. Left out where that is the whole machine or
   * a home, which is nobody's project.
   */
  editable?: string;
}

const askTimeoutMs = 15_000;
const places = new WeakMap<Terminal, Map<string, TargetPlace>>();

/** Asked of the target itself, once for each terminal: over ssh the home is another one. */
export async function targetPlace(
  terminal: Terminal,
  folder: string,
  options: { signal: AbortSignal },
): Promise<TargetPlace> {
  const known = places.get(terminal) ?? new Map<string, TargetPlace>();
  places.set(terminal, known);
  const before = known.get(folder);
  if (before) return before;
  const asked = await ask(terminal, folder, options.signal);
  if (asked === null) return {};
  known.set(folder, asked);
  return asked;
}

async function ask(terminal: Terminal, folder: string, signal: AbortSignal): Promise<TargetPlace | null> {
  const argv = ["sh", "-c", placeScript, "cotty", folder];
  // An appliance without a POSIX shell, or a link that is gone: policy judges more strictly without it.
  const result = await terminal.side(argv, { signal, timeoutMs: askTimeoutMs }).catch(() => null);
  signal.throwIfAborted();
  if (result?.exitCode !== 0) return null;
  const [home = "", realHome = "", project = "", editable = ""] = new TextDecoder().decode(result.stdout).split("\0");
  return {
    ...(home.startsWith("/") && { home }),
    ...(realHome.startsWith("/") && realHome !== home && { realHome }),
    ...(project.startsWith("/") && { project }),
    ...(editable.startsWith("/") && { editable }),
  };
}

// `~` stands for the home of an ssh target whose shell has not told its folder yet. A repository's own settings may name
// any folder as its top: for edits it counts where the repository is, and above the session's folder.
const placeScript = `home=$(cd 2>/dev/null && pwd -P)
printf '%s\\000' "$HOME" "$home"
case $1 in "~" | "") cd ;; "~/"*) cd "$HOME/\${1#"~/"}" ;; *) cd "$1" ;; esac 2>/dev/null || exit 0
top=$(git rev-parse --show-toplevel 2>/dev/null)
printf '%s\\000' "\${top:-$(pwd)}"
here=$(pwd -P)
case $here/ in "\${top:-/none}"/*) [ -e "$top/.git" ] || top= ;; *) top= ;; esac
covered=\${top:-$here}
case \${home:-/none}/ in "\${covered%/}"/*) covered= ;; esac
printf '%s\\000' "$covered"`;
