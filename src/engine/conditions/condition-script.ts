import { repositoryFunctions } from "../target/repository-script.ts";
import { composeFunctions } from "./compose-script.ts";
import { versionFunctions } from "./versions-script.ts";

/**
 * Looks up on the target what conditions of a verdict ask for. Portable sh (GNU, BSD, busybox), and it only looks. Names
 * come as arguments and facts are printed between NULs.
 *
 * A shell takes the \`..\` behind a link back to where the link is, a program to where it points, so a folder counts as
 * known only where both are the same.
 *
 * Arguments: patterns of the lines of an .npmrc that are harmless, of keys of a package.json that are not, of lines that
 * only choose a version, and of what names another program to rustup, go and dotnet; the folder as the shell calls it;
 * what is lent to git for the line, or nothing; then for each condition its kind, its folder, a count, and that many file
 * names.
 */
export const conditionScript = `npmrc=$1 versions=$2 chosen=$3 rust=$4 go=$5 dotnet=$6 called=$7 wanted=$8; shift 8
${repositoryFunctions}
provelent "$wanted"
start=$(pwd -P; printf x); start=\${start%?x}
home=$(cd 2>/dev/null && pwd -P; printf x); home=\${home%?x}
${composeFunctions}
${versionFunctions}
# Whether a file of the folder makes the program do nothing else: then it must be one that every process reads alike.
harmless() {
  case $kind in
    compose) closed "$1" ;;
    versions) holds "$1" "$chosen" && installed "$1" ;;
    landing)
      case $2 in
        rust-toolchain*) lacks "$1" "$rust" ;;
        go.*) lacks "$1" "$go" ;;
        global.json) lacks "$1" "$dotnet" ;;
        *) holds "$1" "$chosen" && installed "$1" ;;
      esac ;;
    *)
      case $2 in
        .npmrc) holds "$1" "$npmrc" ;;
        package.json) lacks "$1" "$versions" ;;
        *) return 1 ;;
      esac ;;
  esac
}
steers() {
  if isthere "$1"; then ! harmless "$1" "$2"; return; fi
  # Nothing is there, for whoever looks. Only a folder on the way may be a link.
  case $2 in */*) [ -L "\${1%"/\${2#*/}"}" ] && ! steady "$1" ;; *) return 1 ;; esac
}
# Whether what is in a folder steers the shell where it is already: below that folder, without such a file in between.
inuse() {
  top=$1; shift
  case \${start%/}/ in "\${top%/}"/*) ;; *) return 1 ;; esac
  at=$start
  while [ "$at" != "$top" ]; do
    n=0
    for name in "$@"; do
      n=$((n + 1))
      if [ "$n" -gt "$count" ]; then break; fi
      case $name in *'*'*) set +f ;; esac
      for file in "\${at%/}"/$name; do set -f; if isthere "$file"; then return 1; fi; done
      set -f
    done
    at=\${at%/*}; at=\${at:-/}
  done
}
# Says which of these files are in the folder or above it, and make a program do something else.
obeyed() {
  here=$(pwd -P; printf x); here=\${here%?x}
  while :; do
    if [ "$kind" = landing ] && inuse "$here" "$@"; then return; fi
    n=0
    for name in "$@"; do
      n=$((n + 1))
      if [ "$n" -gt "$count" ]; then break; fi
      # In the home it is the settings of the user, not of a project.
      if [ "$here" = "$home" ]; then case $name in .npmrc | *mise*) continue ;; esac; fi
      case $name in *'*'*) set +f ;; esac
      for file in "\${here%/}"/$name; do set -f; steers "$file" "$name" && say "has $file"; done
      set -f
    done
    if [ "$here" = / ] || [ "$here" = "$home" ]; then return; fi
    here=\${here%/*}; here=\${here:-/}
  done
}
gitfolder() { git rev-parse --absolute-git-dir --show-toplevel 2>/dev/null; }
# Every line fits, or none has it in it. What grep cannot read does neither.
holds() { plain "$1" || return 1; LC_ALL=C grep -Evq -e "$2" "$1" 2>/dev/null; [ "$?" -eq 1 ]; }
lacks() { plainbehind "$1" || return 1; LC_ALL=C grep -Eq -e "$2" "$1" 2>/dev/null; [ "$?" -eq 1 ]; }
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
# Says where a name leads, unless that may be something else for whoever looks.
told() {
  case $1 in /*) around=$1 ;; *) around=$(pwd -P)/$1; set -- "./$1" ;; esac
  led=$(leads "$1"; printf x); led=\${led%?x}
  if [ ! -d "$around" ]; then around=\${around%/*}; fi
  if [ -n "$led" ] && steady "$around"; then say "led $led"; else say "has $1"; fi
}
while [ "$#" -gt 0 ]; do
  kind=$1 folder=$2 count=$3; shift 3
  case $kind in home-*) folder=$HOME\${folder:+/}$folder; kind=\${kind#home-} ;; esac
  case $folder in /*) named=$folder ;; *) named=$start/$folder ;; esac
  logical=$(cd "$called" 2>/dev/null && cd "$folder" 2>/dev/null && pwd -P; printf x)
  physical=$(cd -P "$start" 2>/dev/null && cd -P "$folder" 2>/dev/null && pwd -P; printf x)
  if [ "$kind" = landing ] && [ "$logical" = x ] && [ "$physical" = x ]; then
    # The shell stays where it is.
    say known
  elif [ "$logical" = "$physical" ] && steady "$named" && cd -P "$start" && cd -P "$folder" 2>/dev/null; then
    case $kind in
      repository) if [ -n "$hasgit" ]; then (repository); say known; fi ;;
      landing)
        # In the repository that the shell is in, its prompt has asked git already.
        if [ -n "$hasgit" ] && [ "$(gitfolder)" != "$(cd -P "$start" && gitfolder)" ]; then (lent=; repository); fi
        obeyed "$@"
        say known ;;
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
          odd=$(git -c core.quotePath=true ls-files 2>/dev/null | LC_ALL=C grep -E '^[-/"]|(^|/)[.][.](/|$)|[[:space:]]' | head -n 1)
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
          around=$(pwd -P)/$name
          case $name in /*) around=$name ;; esac
          if [ ! -d "$around" ]; then around=\${around%/*}; fi
          if ! within "$led" || ! steady "$around"; then say "has $name"; fi
        done
        say known ;;
      place)
        bases=$1 n=0
        for name in . "$@"; do
          n=$((n + 1))
          if [ "$n" -eq 2 ]; then continue; fi
          if [ "$n" -gt "$((count + 1))" ]; then break; fi
          if [ "$n" -gt 1 ] && [ "$n" -le "$((bases + 2))" ]; then
            led=$(cd -P "$name" 2>/dev/null && pwd -P; printf x); led=\${led%x}
            say "led \${led%?}"
            continue
          fi
          case $name in
            list:*)
              set +f
              for each in "\${name#list:}"/* "\${name#list:}"/.*; do set -f; if [ -L "$each" ]; then told "$each"; fi; done
              set -f ;;
            *) told "\${name#name:}" ;;
          esac
        done
        say known ;;
      folder | compose | versions)
        obeyed "$@"
        say known ;;
    esac
  fi
  say end
  shift "$count"
done`;
