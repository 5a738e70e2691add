import { quoteWord } from "../../base/index.ts";
import { machineFolders, systemFolders } from "../system/look-path.ts";

/**
 * For the sh of another machine: sets the PATH for a look in a folder there, by the rule of `lookPath` and `systemFirst`.
 * Nothing is started for it, and a PATH that leads into a project decides nothing. Folders have no slash at the end here,
 * so the topmost one is empty. Patterns have both parentheses for the sh of macOS, which counts them.
 */
export function setLookPath(cwd: string | undefined): string {
  return `PATH=$(cwd=${quoteWord(cwd ?? "")}${script}); export PATH; `;
}

const script = `
unset CDPATH
within() { case $1/ in ("$2"/*) return 0 ;; esac; return 1; }
around() { at=$1; until [ -e "$at/.git" ]; do [ -n "$at" ] || return 1; at=\${at%/*}; done; }
holds_home() { within "$home" "$1" || within "$real_home" "$1"; }
is_tool() {
  holds_home "$1" && return 0
  for folder in ${machineFolders.join(" ")}; do within "$1" "$folder" && return 0; done
  case \${1%/*} in ("$home" | "$real_home") case \${1##*/} in (.*) return 0 ;; esac ;; esac
  return 1
}
project_of() { if around "$1"; then project=$at; else project=$1; fi; if holds_home "$project"; then project=none; fi; }
is_of_project() {
  case $1/ in (*/node_modules/*) return 0 ;; esac
  if around "$1" && ! is_tool "$at"; then return 0; fi
  within "$1" "$named" || within "$1" "$real"
}
home=\${HOME-} home=\${home%/} real_home=$home named=none real=none
cd -P -- "$home/" 2>/dev/null && real_home=\${PWD%/}
case $cwd in (/*)
  project_of "\${cwd%/}"
  named=$project
  cd -P -- "$cwd" 2>/dev/null && project_of "\${PWD%/}" && real=$project ;;
esac
rest=\${PATH-}: found=${systemFolders.join(":")}
while [ -n "$rest" ]; do
  entry=\${rest%%:*} rest=\${rest#*:}
  case $entry in (/*) ;; (*) continue ;; esac
  is_of_project "\${entry%/}" && continue
  cd -P -- "$entry" 2>/dev/null || continue
  is_of_project "\${PWD%/}" || found=$found:$entry
done
PATH=$found
printf %s "$found"
`;
