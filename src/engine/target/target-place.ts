import type { Terminal } from "../../terminal/index.ts";
import type { TargetPlace } from "../contract/act.ts";

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
  const [home = "", realHome = "", project = "", projectName = ""] = new TextDecoder()
    .decode(result.stdout)
    .split("\0");
  return {
    ...(home.startsWith("/") && { home }),
    ...(realHome.startsWith("/") && realHome !== home && { realHome }),
    ...(project.startsWith("/") && { project }),
    ...(projectName.startsWith("/") && projectName !== project && { projectName }),
  };
}

// `~` stands for the home of an ssh target whose shell has not told its folder yet. Git is not asked where the top of the
// repository is: its settings may name any folder (core.worktree), and whoever made the repository wrote them. Hidden
// folders of a home belong to many programs, so a repository around several of them is no project. The x keeps line
// ends at the end of a name.
const placeScript = `home=$(cd 2>/dev/null && pwd -P && printf x); home=\${home%?x}
printf '%s\\000' "$HOME" "$home"
case $1 in "~" | "") cd ;; "~/"*) cd "$HOME/\${1#"~/"}" ;; *) cd "$1" ;; esac 2>/dev/null || exit 0
isabovehome() { case \${home:-/none}/ in "\${1%/}"/*) return 0 ;; *) return 1 ;; esac; }
here=$(pwd -P && printf x); here=\${here%?x}
name=$(pwd && printf x); name=\${name%?x}
if isabovehome "$here"; then exit 0; fi
top=$here
while [ -n "$top" ] && [ ! -e "$top/.git" ]; do top=\${top%/*}; done
case $here in "\${home:-/none}"/.*) top= ;; esac
if [ -z "$top" ] || isabovehome "$top"; then top=$here; fi
below=\${here#"$top"}
case $name in *"$below") name=\${name%"$below"} ;; *) name= ;; esac
real=$(CDPATH= cd "\${name:-/}" 2>/dev/null && pwd -P && printf x)
[ "\${real%?x}" = "$top" ] || name=
printf '%s\\000' "$top" "$name"`;
