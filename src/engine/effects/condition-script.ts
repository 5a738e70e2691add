/**
 * Looks up on the target what conditions of a verdict ask for. Portable sh (GNU, BSD, busybox), and it only looks:
 * `git config` and `git rev-parse` run nothing that a repository sets up, and for the list of submodules the file system
 * monitor is switched off. Names come as arguments and facts are printed between NULs.
 *
 * Arguments: the keys to ask git for, then for each condition its kind, its folder, a count, and that many file names.
 */
export const conditionScript = `keys=$1; shift
IFS=
set -f
export GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 GIT_TERMINAL_PROMPT=0
say() { printf '%s\\000' "$1"; }
start=$(pwd -P; printf x); start=\${start%?x}
home=$(cd 2>/dev/null && pwd -P; printf x); home=\${home%?x}
left=60
# In the repository that git finds from here, and in those of its submodules, where git looks as well.
repository() {
  if ! git rev-parse --git-dir >/dev/null 2>&1; then return; fi
  git config --local --includes -z --get-regexp "$keys" 2>/dev/null
  git config --worktree --includes -z --get-regexp "$keys" 2>/dev/null
  hook=$(git rev-parse --git-path hooks/post-index-change 2>/dev/null)
  if [ -x "$hook" ]; then say "hook $hook"; fi
  top=$(git rev-parse --show-toplevel 2>/dev/null; printf x); top=\${top%?x}
  if [ -z "$top" ] || ! cd "$top" 2>/dev/null; then return; fi
  modules=$(git -c core.fsmonitor=false ls-files --stage -z 2>/dev/null | tr '\\n\\000' '\\001\\n' | sed -n 's/^160000 [^\\t]*\\t//p')
  IFS='
'
  set -- $modules
  IFS=
  for module in "$@"; do
    if [ ! -e "$module/.git" ]; then continue; fi
    left=$((left - 1))
    if [ "$left" -le 0 ]; then say many; return; fi
    (cd "$module" 2>/dev/null && repository) || { say many; return; }
  done
}
while [ "$#" -gt 0 ]; do
  kind=$1 folder=$2 count=$3; shift 3
  case $kind in home-*) folder=$HOME\${folder:+/}$folder; kind=\${kind#home-} ;; esac
  if cd "$start" && cd "$folder" 2>/dev/null; then
    case $kind in
      repository) if command -v git >/dev/null 2>&1; then (repository); say known; fi ;;
      folder)
        here=$(pwd -P; printf x); here=\${here%?x}
        while :; do
          n=0
          for name in "$@"; do
            n=$((n + 1))
            if [ "$n" -gt "$count" ]; then break; fi
            if [ -e "\${here%/}/$name" ] || [ -L "\${here%/}/$name" ]; then say "has \${here%/}/$name"; fi
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
