import { gitOnlyLooks, inHexFunction } from "./path-arguments.ts";
import { plainFunctions } from "./plain-script.ts";

/**
 * What a repository makes git do, as functions of the condition script. `git config` and `git rev-parse` run nothing that
 * a repository sets up, and for the list of submodules the file system monitor is switched off.
 *
 * Facts: `settings` in hex, called `lent` where git will not start the programs that some of them name; `hook`, `link`, `odd` (something that could be another file for git than for this
 * look), `elsewhere`, `outside` and `many`.
 */
export const repositoryFunctions = `unset CDPATH
IFS=
set -f
export ${gitOnlyLooks}
hasgit=; if command -v git >/dev/null 2>&1; then hasgit=yes; fi
# No monitor of the file system that a repository names is started, here and by what git starts itself.
git() { command git -c core.fsmonitor=false "$@"; }
say() { printf '%s\\000' "$1"; }
left=60
# Set where git will have those settings, and this git obeys them.
lent=
provelent() {
  lent=$1
  if [ -z "$lent" ]; then return; fi
  told=$(GIT_CONFIG_PARAMETERS=$lent; export GIT_CONFIG_PARAMETERS
    for key in core.fsmonitor core.pager; do command git config --get "$key" 2>/dev/null; done)
  if [ "$told" != 'false
cat' ]; then lent=; fi
}
${inHexFunction}
${plainFunctions}
# Every setting; which of them are harmless is decided elsewhere. What is included counts from the file
# that names it, and which one that is, is known only for what git's own file names.
settings() {
  # Without a file of its own a work tree has no settings of its own.
  if ! git config "$1" --includes -z --list >/dev/null 2>&1; then
    if [ "$1" = --worktree ] && ! isthere "$2/config.worktree"; then return; fi
    say "odd $2/config"
  fi
  if [ -n "$lent" ]; then fact=lent; else fact=settings; fi
  say "$fact $(git config "$1" --includes -z --list 2>/dev/null | inhex)"
  named=$(git config "$1" --no-includes --get-all include.path 2>/dev/null)
  if [ "$named" != "$(git config "$1" --includes --get-all include.path 2>/dev/null)" ]; then say "odd $2/config"; fi
  printf '%s\\n' "$named" | while read -r each; do
    case $each in '' | '~'*) continue ;; /*) ;; *) each=$2/$each ;; esac
    plainifthere "$each" || say "odd $each"
  done
}
# Where git's own folder is on the way up, by the name of .git; and the nearest folder that looks like one itself.
holder() {
  here=$(pwd -P; printf x); here=\${here%?x} bare=
  while :; do
    if [ -z "$bare" ] && isgits "$here"; then bare=$here; fi
    if isthere "\${here%/}/.git"; then break; fi
    if [ "$here" = / ]; then here=; break; fi
    here=\${here%/*}; here=\${here:-/}
  done
}
isgits() { isthere "$1/HEAD" && { isthere "$1/commondir" || { isthere "$1/objects" && isthere "$1/refs"; }; }; }
# What a file of git's names as a folder, from the folder that the file is in.
pointed() {
  to=$(sed -n '1s/^gitdir: //;1p' "$1")
  case $to in /*) ;; *) to=\${1%/*}/$to ;; esac
  steady "$to" || say "odd $1"
}
# Sets real to a folder that git was asked for; to nothing where there is none.
asked() {
  real=$(git rev-parse "$1" 2>/dev/null && printf x) || real=
  if [ "\${real:-x}" = x ]; then real=; else real=$(CDPATH= cd -P "\${real%?x}" 2>/dev/null && pwd -P && printf x); real=\${real%?x}; fi
}
# Nothing may be a repository for git that is none for this look, or the other way round.
looksalike() {
  name=\${here%/}/.git
  if [ -n "$here" ]; then
    if [ -d "$name" ]; then steady "$name" || say "odd $name"
    elif plain "$name"; then pointed "$name"
    else say "odd $name"; fi
    if [ -z "$1" ]; then say "odd $name"; fi
  fi
  if [ -n "$bare" ] && [ "$bare" != "$1" ]; then say "odd $bare"; fi
}
# Whether git's own folder belongs to this one: it is below it or around it, or one of a work tree or a submodule that
# knows this folder as well. A file called .git can name any other.
belongs() {
  case $1/ in "\${here%/}"/*) return 0 ;; esac
  if [ -z "$here" ]; then case $(pwd -P)/ in "$1"/*) return 0 ;; esac; fi
  if plain "$1/gitdir" && [ "$(cat "$1/gitdir")" = "\${here%/}/.git" ]; then return 0; fi
  # git itself would look into the list of files of the repository above, and run what that one sets up.
  outer=\${here%/*}
  while [ -n "$outer" ] && ! isthere "$outer/.git"; do outer=\${outer%/*}; done
  outer=\${outer:-/none}/.git
  if plain "$outer"; then
    to=$(sed -n '1s/^gitdir: //;1p' "$outer")
    case $to in /*) outer=$to ;; *) outer=\${outer%/*}/$to ;; esac
  fi
  outer=$(CDPATH= cd -P "$outer" 2>/dev/null && pwd -P)
  case $1/ in "\${outer:-/none}"/modules/*) return 0 ;; esac
  return 1
}
# What git keeps for itself it prints in pieces; a link there would make it another file. The socket is its own monitor's.
ownfiles() {
  dir=$1
  if [ "$1" = "$2" ]; then set -- "$1/"; else set -- "$1/" "$2/"; fi
  link=$(find "$@" \\( -path '*/hooks' -o -type d \\( -path '*/objects/??' -o -path '*/modules' \\) \\) -prune -o ! -type f ! -type d ! -name fsmonitor--daemon.ipc -print 2>/dev/null | head -n 1; printf x); link=\${link%x}
  if [ -n "$link" ]; then say "link $link"; fi
  for each in objects/info/alternates objects/info/http-alternates; do
    # Objects of any other repository of the person.
    if isthere "\${2:-$1}$each"; then say "odd \${2:-$1}$each"; fi
  done
  if isthere "$dir/commondir"; then pointed "$dir/commondir"; fi
  if [ -n "$lent" ]; then
    # Not every version that reads settings there knows this one.
    hook=$(GIT_CONFIG_PARAMETERS=$lent; export GIT_CONFIG_PARAMETERS; git rev-parse --git-path hooks/post-index-change 2>/dev/null)
    if [ "$hook" = /dev/null/post-index-change ]; then return; fi
  fi
  hook=$(git rev-parse --git-path hooks/post-index-change 2>/dev/null; printf x); hook=\${hook%?x}
  if [ -x "$hook" ]; then say "hook $hook"; fi
  case $hook in /*) ;; *) hook=$(pwd -P)/$hook ;; esac
  if ! steady "\${hook%/*}"; then say "odd $hook"; fi
}
# Files that git reads by their names, and may show lines of. Versions before 2.32 follow links there.
shownfiles() {
  for key in core.excludesFile core.attributesFile blame.ignoreRevsFile diff.orderFile fsck.skipList mailmap.file; do
    git config --get-all "$key" 2>/dev/null
  done | while read -r each; do
    case $each in '' | /* | '~'*) continue ;; esac
    plainifthere "$1/$each" || say "odd $1/$each"
  done
  for each in .gitattributes .gitignore .gitmodules .mailmap .lfsconfig; do
    if [ -L "$1/$each" ]; then say "odd $1/$each"; fi
  done
}
# In the repository that git finds from here, and in those of its submodules, where git looks as well.
repository() {
  holder
  asked --git-dir; dir=$real
  looksalike "$dir"
  if [ -z "$dir" ]; then return; fi
  asked --git-common-dir; own=$real
  settings --local "\${own:-$dir}"
  settings --worktree "$dir"
  ownfiles "$dir" "\${own:-$dir}"
  if ! belongs "$dir"; then say "elsewhere $dir"; return; fi
  # A file in it can name any other folder for what all work trees share.
  case $dir in "\${own:-$dir}" | "\${own:-$dir}"/worktrees/*) ;; *) say "elsewhere $own"; return ;; esac
  asked --show-toplevel; top=$real
  if [ -z "$top" ]; then say "elsewhere $dir"; return; fi
  shownfiles "\${top%/}"
  if [ "$here" != "$top" ]; then say "elsewhere $top"; return; fi
  if ! cd -P "$top" 2>/dev/null; then return; fi
  modules=$(git ls-files --stage -z 2>/dev/null | tr '\\n\\000' '\\001\\n' | sed -n -e '/\t\\//s/.*/\\/\\/outside/p' -e '/[\t/][.][.]\\//s/.*/\\/\\/outside/p' -e '/[\t/][.][.]$/s/.*/\\/\\/outside/p' -e '/^120000 .*[\t/][.]git[a-z]*$/s/.*/\\/\\/outside/p' -e 's/^160000 [0-9a-f]* [0-9]\t//p')
  # By these settings, the person's own too, git opens what only the history calls a submodule: any repository in here.
  for key in diff.submodule submodule.recurse status.submoduleSummary; do
    case $(git config --get "$key" 2>/dev/null) in '' | short | false) continue ;; esac
    modules=$modules'
'$(find . -path ./.git -prune -o -name .git -prune -print0 2>/dev/null | tr '\\n\\000' '\\001\\n' | sed 's,/[.]git$,,')
    break
  done
  # The index may name files that no folder of the repository holds, and git reads them.
  case $modules in *//outside*) say outside; return ;; esac
  # A name with a line feed cannot be told from two names here.
  case $modules in *'\u0001'*) say many; return ;; esac
  IFS='
'
  set -- $modules
  IFS=
  for module in "$@"; do
    if ! isthere "$module/.git"; then continue; fi
    left=$((left - 1))
    if [ "$left" -le 0 ]; then say many; return; fi
    # git is one of several there, and may have an environment of its own.
    (lent=; cd -P "./$module" 2>/dev/null && repository) || { say many; return; }
  done
}`;
