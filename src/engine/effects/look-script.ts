import { gitOnlyLooks } from "../target/path-arguments.ts";

/**
 * Looks up on the target what a command would touch. Portable sh (GNU, BSD, busybox), and it only looks:
 * - Names come as arguments and are printed between NULs, so nothing in a name is ever run or read as an answer.
 * - Relative names begin with ./, so that none is an option; a pattern is expanded by the shell with splitting off.
 * - A repository can make git run programs (file system monitors, hooks, filters) or fetch: all of that is switched
 *   off, and where the repository has settings that are not known to be harmless, git is not asked at all.
 *
 * Arguments: limit, 1 for whole trees, the project's folder, a pattern of settings that are harmless, then pairs of kind and text (see `preview-effect.ts`).
 */
export const lookScript = `limit=$1 tree=$2 project=$3 harmless=$4; shift 4
IFS=
set -f
say() { printf '%s\\000' "$1"; }
safegit() {
  ${gitOnlyLooks} GIT_LITERAL_PATHSPECS=1 \\
    git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c status.submoduleSummary=false "$@" 2>/dev/null
}
changes() {
  folder=$1; shift
  for scope in --local --worktree; do
    if safegit -C "$folder" config "$scope" --includes -z --name-only --list | tr '\\000' '\\n' | LC_ALL=C grep -Evqx "$harmless|alias[.].*|core[.](fsmonitor|pager)|pager[.].*"; then
      say "uncounted its repository has settings that can run programs"; return
    fi
  done
  safegit -C "$folder" rev-parse --git-dir >/dev/null || { say "uncounted git cannot read its repository"; return; }
  say "uncommitted $(safegit -C "$folder" status --porcelain -z --no-renames --ignore-submodules=all "$@" | tr -dc '\\000' | wc -c)"
}
start=$(pwd -P)
home=$(cd 2>/dev/null && pwd -P)
dest= n=$#
while [ "$n" -gt 0 ]; do
  kind=$1 text=$2; shift 2; n=$((n - 2))
  case $kind in home-*) text=$HOME\${text:+/}$text; kind=\${kind#home-} ;; esac
  case $kind in
    folder) [ -d "$text" ] || say "nofolder $text" ;;
    path) set -- "$@" "$text" ;;
    glob) set +f; set -- "$@" $text; set -f ;;
    dest) dest=$text ;;
    by-path | by-glob)
      if [ "$kind" = by-glob ]; then set +f; fi
      for one in $text; do
        set -f
        while :; do case $one in ?*/) one=\${one%/} ;; *) break ;; esac; done
        if [ -d "$dest" ]; then one=$dest/\${one##*/}; else one=$dest; fi
        if [ -e "$one" ] || [ -L "$one" ]; then set -- "$@" "$one"; fi
      done
      set -f ;;
    tracked) changes "$text" -uno ;;
    untracked) say "uncommitted $(safegit -C "$text" ls-files -o -z --exclude-standard | tr -dc '\\000' | wc -c)" ;;
  esac
done
last= real=
# Sets full to where a name really is; nothing is started for it, since there may be thousands.
locate() {
  name=$1
  while :; do case $name in ?*/) name=\${name%/} ;; *) break ;; esac; done
  case $name in
    / | . | .. | */. | */..) folder=$name base= ;;
    */*) folder=\${name%/*}/ base=\${name##*/} ;;
    *) folder=. base=$name ;;
  esac
  if [ "$folder" != "$last" ]; then
    last=$folder
    if CDPATH= cd -P "$folder" 2>/dev/null; then real=$PWD; cd "$start" || exit; else real=; fi
    say "real $real"
  fi
  if [ -n "$real" ]; then full=\${real%/}\${base:+/}$base; else full=/unknown; fi
}
top=$(safegit rev-parse --show-toplevel)
project=\${project:-$top}
missing=0 outside=0 foreign=0 there=0 shown=0 links=0
for one in "$@"; do
  if [ -L "$one" ]; then
    links=$((links + 1))
    if [ "$links" -le 50 ]; then say "link $one"; say "to $(readlink "$one" 2>/dev/null)"; fi
  elif [ ! -e "$one" ]; then missing=$((missing + 1)); continue; fi
  there=$((there + 1))
  locate "$one"
  if [ -z "$full" ]; then say "note includes the whole file system"; fi
  case \${home:-/none}/ in "$full"/*) say "note includes your home directory" ;; esac
  if [ -n "$project" ]; then case $full/ in "\${project%/}"/*) ;; *) outside=$((outside + 1)) ;; esac; fi
  if [ -n "$top" ]; then case $full/ in "\${top%/}"/*) ;; *) foreign=$((foreign + 1)) ;; esac; fi
  if [ "$shown" -lt 50 ]; then say "shown $one"; shown=$((shown + 1)); fi
done
say "missing $missing"
say "outside $outside"
say "links $links"
if [ "$there" -gt 0 ]; then
  find "$@" -maxdepth 0 >/dev/null 2>&1
  if [ "$?" -ge 126 ]; then say toomany; exit; fi
  if [ "$tree" = 1 ]; then
    list() { find "$@" -print0 2>/dev/null | tr '\\000\\n' '\\n_' | head -n "$((limit + 1))"; }
    entries=$(list "$@" | wc -l)
    say "entries $entries"
    if [ "$entries" -gt "$limit" ]; then exit; fi
    say "folders $(find "$@" -type d -print0 2>/dev/null | tr -dc '\\000' | wc -c)"
    say "set $(list "$@" | cksum)"
    say "kilobytes $(du -sk "$@" 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }')"
  else
    say "entries $there"
    say "folders $(find "$@" -prune -type d -print0 2>/dev/null | tr -dc '\\000' | wc -c)"
    say "set $(printf '%s\\000' "$@" | cksum)"
    say "kilobytes $(find "$@" -prune ! -type d -exec du -k {} + 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }')"
  fi
  say counted
  if [ "$tree" = 1 ]; then
    find "$@" -name .git -prune -print0 2>/dev/null | tr '\\000\\n' '\\n_' | head -n 20 | while read -r one; do
      other=$(safegit -C "\${one%/.git}" rev-parse --show-toplevel)
      if [ -n "$other" ] && [ "$other" != "$top" ]; then changes "$other" -uall; fi
    done
  fi
  if [ -n "$top" ]; then
    # Git refuses all names when one of them is not its own, or leads there by way of another folder.
    n=$#
    if [ "$n" -le 500 ]; then
      for one in "$@"; do
        locate "$one"
        case $full/ in
          "\${top%/}"/*) set -- "$@" "$full" ;;
          *) case $top/ in "$full"/*) if [ "$tree" = 1 ]; then set -- "$@" "$top"; fi ;; esac ;;
        esac
      done
      shift "$n"
    elif [ "$foreign" -gt 0 ]; then say "uncounted there are too many names"; top=; fi
  fi
  if [ -n "$top" ] && [ "$#" -gt 0 ]; then changes . -uall -- "$@"; fi
fi
say end`;
