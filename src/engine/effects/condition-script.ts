import { gitOnlyLooks } from "./path-arguments.ts";

/**
 * Looks up on the target what conditions of a verdict ask for. Portable sh (GNU, BSD, busybox), and it only looks:
 * `git config` and `git rev-parse` run nothing that a repository sets up, and for the list of submodules the file system
 * monitor is switched off. Names come as arguments and facts are printed between NULs.
 *
 * A shell takes the \`..\` behind a link back to where the link is, a program to where it points, so a folder counts as
 * known only where both are the same.
 *
 * Arguments: patterns of the lines of an .npmrc that are harmless, of keys of a package.json that are not, and of lines
 * that only choose a version, the folder
 * as the shell calls it, then for each condition its kind, its folder, a count, and that many file names.
 */
export const conditionScript = `npmrc=$1 versions=$2 chosen=$3 called=$4; shift 4
unset CDPATH
IFS=
set -f
export ${gitOnlyLooks}
say() { printf '%s\\000' "$1"; }
start=$(pwd -P; printf x); start=\${start%?x}
home=$(cd 2>/dev/null && pwd -P; printf x); home=\${home%?x}
left=60
# A file of compose that names no other file and sets up no other engine. Escapes, tags of YAML and 16-bit letters could
# spell such a name in another way.
closed() {
  if [ ! -f "$1" ] || [ ! -r "$1" ] || [ "$(($(tr -dc '\\000' <"$1" | wc -c)))" -gt 0 ]; then return 1; fi
  LC_ALL=C grep -Eq 'include|extends|COMPOSE_|DOCKER_|[Pp][Rr][Oo][Xx][Yy][[:space:]]*=|(^|[^A-Za-z0-9_])(PATH|HOME)[[:space:]]*=|\\\\|![^ =]' "$1"
  [ "$?" -eq 1 ]
}
# Every setting, as git prints it; which of them are harmless is decided elsewhere.
settings() {
  git config "$1" --includes -z --list 2>/dev/null
}
# The folder that holds git's own one. Files elsewhere are not what anyone sees in this folder.
holder() {
  here=$(pwd -P; printf x); here=\${here%?x}
  while :; do
    if [ -e "\${here%/}/.git" ]; then break; fi
    if [ "$here" = / ]; then here=; break; fi
    here=\${here%/*}; here=\${here:-/}
  done
}
# Whether git's own folder belongs to this one: it is below it or around it, or one of a work tree or a submodule that
# knows this folder as well. A file called .git can name any other.
belongs() {
  case $1/ in "\${here%/}"/*) return 0 ;; esac
  if [ -z "$here" ]; then case $(pwd -P)/ in "$1"/*) return 0 ;; esac; fi
  if [ -f "$1/gitdir" ] && [ ! -L "$1/gitdir" ] && [ "$(cat "$1/gitdir")" = "\${here%/}/.git" ]; then return 0; fi
  around=$(git rev-parse --show-superproject-working-tree 2>/dev/null; printf x); around=\${around%?x}
  if [ -z "$around" ]; then return 1; fi
  outer=$(cd -P "$around" 2>/dev/null && git rev-parse --absolute-git-dir 2>/dev/null; printf x); outer=\${outer%?x}
  case $1/ in "\${outer:-/none}"/modules/*) return 0 ;; esac
  return 1
}
# In the repository that git finds from here, and in those of its submodules, where git looks as well.
repository() {
  if ! git rev-parse --git-dir >/dev/null 2>&1; then return; fi
  settings --local
  settings --worktree
  # What git keeps for itself it prints in pieces; a link there would make it another file.
  own=$(git rev-parse --git-common-dir 2>/dev/null; printf x); own=\${own%?x}
  link=$(find "$(git rev-parse --git-dir)/" "$own/" \\( -path '*/objects/??' -o -path '*/hooks' -o -path '*/modules' \\) -prune -o -type l -print 2>/dev/null | head -n 1; printf x); link=\${link%x}
  if [ -n "$link" ]; then say "link $link"; fi
  hook=$(git rev-parse --git-path hooks/post-index-change 2>/dev/null)
  if [ -x "$hook" ]; then say "hook $hook"; fi
  holder
  dir=$(git rev-parse --absolute-git-dir 2>/dev/null; printf x); dir=\${dir%?x}
  if ! belongs "$dir"; then say "elsewhere $dir"; return; fi
  top=$(git rev-parse --show-toplevel 2>/dev/null; printf x); top=\${top%?x}
  if [ -z "$top" ]; then return; fi
  for key in core.excludesFile core.attributesFile blame.ignoreRevsFile diff.orderFile fsck.skipList mailmap.file; do
    named=$(git config --local --get "$key" 2>/dev/null) || continue
    case $named in /* | '~'*) continue ;; esac
    led=$(readlink -f "$top/$named" 2>/dev/null) || continue
    case $led in "\${top%/}"/*) ;; *) say "link $top/$named" ;; esac
  done
  if [ "$here" != "$top" ]; then say "elsewhere $top"; return; fi
  if ! cd -P "$top" 2>/dev/null; then return; fi
  modules=$(git -c core.fsmonitor=false ls-files --stage -z 2>/dev/null | tr '\\n\\000' '\\001\\n' | sed -n -e '/\t\\//s/.*/\\/\\/outside/p' -e '/[\t/][.][.]\\//s/.*/\\/\\/outside/p' -e '/[\t/][.][.]$/s/.*/\\/\\/outside/p' -e 's/^160000 [0-9a-f]* [0-9]\t//p')
  # The index may name files that no folder of the repository holds, and git reads them.
  case $modules in *//outside*) say outside; return ;; esac
  # A name with a line feed cannot be told from two names here.
  case $modules in *'\u0001'*) say many; return ;; esac
  IFS='
'
  set -- $modules
  IFS=
  for module in "$@"; do
    if [ ! -e "$module/.git" ]; then continue; fi
    left=$((left - 1))
    if [ "$left" -le 0 ]; then say many; return; fi
    (cd -P "./$module" 2>/dev/null && repository) || { say many; return; }
  done
}
# Whether a folder is the project's own: below it, and of no other repository, project or package in between.
within() {
  at=$1
  case $at/ in "\${project%/}"/*) ;; *) return 1 ;; esac
  while [ "$at" != "$project" ]; do
    case $at in */node_modules) return 1 ;; esac
    for mark in .git .hg .svn .jj .cotty/policy.toml; do
      if [ -e "$at/$mark" ] || [ -L "$at/$mark" ]; then return 1; fi
    done
    at=\${at%/*}; at=\${at:-/}
  done
}
# The folder that a name leads to or is in; of a name that is not there yet, the next one around it.
leads() {
  name=$1
  while [ ! -e "$name" ] && [ ! -L "$name" ]; do
    case $name in */*) name=\${name%/*}; name=\${name:-/} ;; *) name=. ;; esac
  done
  if [ -d "$name" ]; then cd -P "$name" 2>/dev/null && pwd -P; return; fi
  led=$(readlink -f "$name" 2>/dev/null; printf x); led=\${led%?x}
  case $led in /*) printf '%s\\n' "\${led%/*}" ;; *) return 1 ;; esac
}
while [ "$#" -gt 0 ]; do
  kind=$1 folder=$2 count=$3; shift 3
  case $kind in home-*) folder=$HOME\${folder:+/}$folder; kind=\${kind#home-} ;; esac
  logical=$(cd "$called" 2>/dev/null && cd "$folder" 2>/dev/null && pwd -P; printf x)
  physical=$(cd -P "$start" 2>/dev/null && cd -P "$folder" 2>/dev/null && pwd -P; printf x)
  if [ "$logical" = "$physical" ] && cd -P "$start" && cd -P "$folder" 2>/dev/null; then
    case $kind in
      repository) if command -v git >/dev/null 2>&1; then (repository); say known; fi ;;
      top)
        if [ -n "$(git rev-parse --show-prefix 2>/dev/null)" ]; then say "has below"; fi
        say known ;;
      dashes)
        odd=$(find . ! -name . -prune -name '-*' -print 2>/dev/null | head -n 1; printf x); odd=\${odd%x}
        if [ -n "$odd" ]; then say "has $odd"; fi
        say known ;;
      names)
        odd=$(find . \\( -name "*[[:space:]\\"'\\\\\\\\]*" -o -name '-*' \\) -print 2>/dev/null | head -n 1; printf x); odd=\${odd%x}
        if [ -n "$odd" ]; then say "has $odd"; fi
        # The index may call a file what no folder can: git does not check it when it only reads.
        if git rev-parse --git-dir >/dev/null 2>&1; then
          odd=$(git -c core.fsmonitor=false -c core.quotePath=true ls-files 2>/dev/null | LC_ALL=C grep -E '^[-/"]|(^|/)[.][.](/|$)|[[:space:]]' | head -n 1)
          if [ -n "$odd" ]; then say "has $odd"; fi
        fi
        say known ;;
      project)
        project=$1 n=0
        for name in . "$@"; do
          n=$((n + 1))
          if [ "$n" -eq 2 ]; then continue; fi
          if [ "$n" -gt "$((count + 1))" ]; then break; fi
          case $name in /*) ;; *) name=./$name ;; esac
          led=$(leads "$name"; printf x); led=\${led%?x}
          if ! within "$led"; then say "has $name"; fi
        done
        say known ;;
      folder | compose | versions)
        here=$(pwd -P; printf x); here=\${here%?x}
        while :; do
          n=0
          for name in "$@"; do
            n=$((n + 1))
            if [ "$n" -gt "$count" ]; then break; fi
            # In the home it is the settings of the user, not of a project.
            if [ "$here" = "$home" ] && [ "$name" = .npmrc ]; then continue; fi
            file=\${here%/}/$name
            if [ ! -e "$file" ] && [ ! -L "$file" ]; then continue; fi
            if [ "$name" = .npmrc ]; then grep -Evq -e "$npmrc" "$file" 2>/dev/null; if [ "$?" -eq 1 ]; then continue; fi; fi
            if [ "$name" = package.json ]; then grep -Eq -e "$versions" "$file" 2>/dev/null; if [ "$?" -eq 1 ]; then continue; fi; fi
            # As a link it would be another file, whose words such a program prints.
            if [ "$kind" = versions ] && [ -f "$file" ] && [ ! -L "$file" ]; then LC_ALL=C grep -Evq -e "$chosen" "$file" 2>/dev/null; if [ "$?" -eq 1 ]; then continue; fi; fi
            if [ "$kind" = compose ] && closed "$file"; then continue; fi
            say "has $file"
          done
          if [ "$here" = / ] || [ "$here" = "$home" ]; then break; fi
          here=\${here%/*}; here=\${here:-/}
        done
        say known ;;
    esac
  fi
  say end
  shift "$count"
done`;
