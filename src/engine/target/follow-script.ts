/** Follows names on the target, one in each of its arguments, in sh. What it says is read in `real-paths.ts`. */
// A name whose folder does not exist yet is followed as far as it does. The x keeps line ends at the end of a name.
export const followScript = `maxlinks=$1 maxnames=$2 cwd=$3; shift 3
IFS=
set -f
at=0 as= n=$#
add() {
  if [ -n "$as" ] && [ -d "$1" ]; then added=\${1%/}/$as; else added=$1; fi
}
lineend='
'
# What /proc/self says of a process is no other place for another one. Its open files and its folder are.
selfless() { sed -E 's,^/proc/[0-9]+(/task/[0-9]+)?(/|$),/proc/self/,'; }
# Two processes that differ in their folder and in what they read must come to the same places, or nobody knows them.
agree() {
  if [ "$1" != "$2" ] && [ "$(printf '%s\\n' "$1" | selfless)" != "$(printf '%s\\n' "$2" | selfless)" ]; then exit 3; fi
  case $1 in */proc/[0-9]*/fd/* | */proc/[0-9]*/map_files/*) exit 3 ;; esac
}
# Where the links below folders lead, one by line, all at once where readlink takes many names. A line end in a name would
# make two of it.
many=$(readlink -f / / 2>/dev/null)
leads() {
  if [ "$many" = "/$lineend/" ]; then find "$@" -type l -exec readlink -f {} + 2>/dev/null
  else find "$@" -type l -exec readlink -f {} \\; 2>/dev/null; fi | head -n "$((maxnames + 1))"
}
linksbelow() {
  found=$(cd / && leads "$@" </)
  if [ -z "$found" ]; then return 0; fi
  if [ "$(printf '%s\\n' "$found" | wc -l)" -gt "$maxnames" ]; then exit 3; fi
  if [ -n "$(find "$@" -type l -name "*$lineend*" -print 2>/dev/null | head -n 1)" ]; then exit 3; fi
  agree "$found" "$(cd /dev && leads "$@" </dev/null)"
}
# A folder that a link leads to is a tree as well.
treelinks() {
  if [ ! -d "$1" ]; then return 0; fi
  physical "$1"
  name=$1 count=0 round=0 seen=$lineend
  set -- "\${folder%/}/"
  while [ "$#" -gt 0 ]; do
    round=$((round + 1))
    if [ "$round" -gt 8 ]; then exit 3; fi
    linksbelow "$@"
    set --
    IFS=$lineend
    for real in $found; do
      count=$((count + 1))
      printf '%s\\000%s\\000%s\\000' "\${at}el" "$name" "$real"
      case $seen in *"$lineend$real$lineend"*) continue ;; esac
      if [ -d "$real" ]; then seen=$seen$real$lineend; set -- "$@" "\${real%/}/"; fi
    done
    IFS=
    if [ "$count" -gt "$maxnames" ]; then exit 3; fi
  done
}
# Links beside and a little below a folder, and beside the folders above it; of a working copy of svn all of them.
nearlinks() {
  physical "$1"
  near=$folder deep=3
  while [ -n "$near" ]; do
    linksbelow "\${near%/}/" -maxdepth "$deep" \\( -name node_modules -o -path /proc -o -path /dev -o -path /sys \\) -prune -o
    printf '%s\\n' "$found"
    if [ -d "\${near%/}/.svn" ]; then linksbelow "\${near%/}/.svn/"; printf '%s\\n' "$found"; fi
    if [ "$near" = / ]; then break; fi
    near=\${near%/*} near=\${near:-/} deep=1
  done
}
# Links that are lists of what a search leaves out, below a folder and beside those above it.
ignorelinks() {
  if [ ! -d "$1" ]; then return 0; fi
  physical "$1"
  near=$folder deep=99
  while [ -n "$near" ]; do
    linksbelow "\${near%/}/" -maxdepth "$deep" -name '.*ignore'
    printf '%s\\n' "$found"
    if [ "$near" = / ]; then break; fi
    near=\${near%/*} near=\${near:-/} deep=1
  done
}
# Sets folder to where a folder really is, to nothing where it is not there.
physical() {
  folder=$(CDPATH= cd -P "\${1:-/}" 2>/dev/null && pwd -P && printf x); folder=\${folder%?x}
  # Without a link on the way it is itself.
  case $folder in "" | "$1" | "\${1%/}") return 0 ;; esac
  case $1 in /*) ;; *) return 0 ;; esac
  agree "$(cd / && CDPATH= cd -P "$1" </ 2>/dev/null && pwd -P)" "$(cd /dev && CDPATH= cd -P "$1" </dev/null 2>/dev/null && pwd -P)"
}
# Sets real to as much of the path as is there, links followed, and rest to what is missing.
existing() {
  rest=
  while :; do
    real=$(cd / && readlink -f "$path" </ 2>/dev/null && printf x)
    other=$(cd /dev && readlink -f "$path" </dev/null 2>/dev/null && printf x)
    case $path in /dev/std* | /dev/fd/[0-9]) real=$other ;; *) agree "$real" "$other" ;; esac
    case $real in *x) real=\${real%?x}; return ;; esac
    case $path in /) real=/; return ;; esac
    rest=/\${path##*/}$rest path=\${path%/*}
    path=\${path:-/}
  done
}
withoutdots() {
  rest=$rest/
  while :; do
    case $rest in
      */./*) rest=\${rest%%/./*}/\${rest#*/./} ;;
      *//*) rest=\${rest%%//*}/\${rest#*//} ;;
      *) break ;;
    esac
  done
  rest=\${rest%/}
}
# Whoever makes the missing folders comes back out of them with "..", and from there names may exist again, and be links.
backout() {
  rest=$rest/
  head=\${rest%%/../*} tail=\${rest#*/../}
  if [ -n "$head" ]; then path=\${real%/}\${head%/*}/$tail; else path=\${real%/*}/$tail; fi
  while :; do case $path in ?*/) path=\${path%/} ;; *) break ;; esac; done
}
while [ "$n" -gt 0 ]; do
  kind=$1 text=$2; shift 2; n=$((n - 2))
  case $kind in home-*) text=$HOME\${text:+/}$text; kind=\${kind#home-} ;; esac
  case $kind in
    at) at=$text as= any= ;;
    as) as=$text ;;
    path) add "$text"; set -- "$@" "$at:$added" ;;
    # What is found in every case is found by the pattern itself as well, which stays as it is where nothing is.
    glob | loose-glob | hidden-glob)
      if [ "$kind$any" = globyes ]; then continue; fi
      set +f
      for one in $text; do
        set -f
        if [ "$kind" != glob ] && [ ! -e "$one" ] && [ ! -L "$one" ]; then continue; fi
        if [ "$kind" = loose-glob ]; then any=yes; fi
        add "$one"
        set -- "$@" "$at:$added"
      done
      set -f ;;
    near-path)
      found=$(nearlinks "$text") || exit 3
      IFS=$lineend
      for real in $found; do printf '%s\\000%s\\000%s\\000' "\${at}el" "$text" "$real"; done
      IFS= ;;
    ignore-path)
      found=$(ignorelinks "$text") || exit 3
      IFS=$lineend
      for real in $found; do printf '%s\\000%s\\000%s\\000' "\${at}el" "$text" "$real"; done
      IFS= ;;
    ignore-glob | ignore-loose-glob | ignore-hidden-glob)
      set +f
      for one in $text; do
        set -f
        found=$(ignorelinks "$one") || exit 3
        IFS=$lineend
        for real in $found; do printf '%s\\000%s\\000%s\\000' "\${at}el" "$one" "$real"; done
        IFS=
      done
      set -f ;;
    tree-path) treelinks "$text" ;;
    tree-loose-glob | tree-hidden-glob) set +f; for one in $text; do set -f; treelinks "$one"; done; set -f ;;
  esac
done
if [ "$#" -gt "$maxnames" ]; then exit 3; fi
here=$(pwd -P; printf x); here=\${here%?x}
links=0 last= folder=
for each in "$@"; do
  at=\${each%%:*} one=\${each#*:} linked= from=
  case $one in /*) ;; *) if [ -n "$cwd" ] && [ "$here" != "$cwd" ]; then from=f; fi ;; esac
  case $one in /*) full=$one ;; ./*) full=$here/\${one#./} ;; *) full=$here/$one ;; esac
  name=$full
  while :; do case $name in */./*) name=\${name%%/./*}/\${name#*/./} ;; *) break ;; esac; done
  while :; do case $name in ?*/) name=\${name%/} ;; *) break ;; esac; done
  case $name in
    / | */. | */..) parent=$name base= ;;
    *) parent=\${name%/*} base=\${name##*/} ;;
  esac
  if [ "$parent" != "$last" ] || [ -z "$last" ]; then
    last=$parent
    physical "$parent"
  fi
  if [ -n "$folder" ] && [ ! -L "$name" ]; then
    real=\${folder%/}\${base:+/}$base
  else
    links=$((links + 1))
    if [ "$links" -gt "$maxlinks" ]; then exit 3; fi
    path=$name
    while :; do
      existing
      withoutdots
      case $rest/ in */../*) ;; *) break ;; esac
      links=$((links + 1))
      if [ "$links" -gt "$maxlinks" ]; then exit 3; fi
      backout
    done
    real=\${real%/}$rest
  fi
  real=\${real:-/}
  if [ -e "$name" ]; then
    # From the folder itself and those above it no link is on the way: it is named as it really is.
    case $one in *[!./]* | *...*) isplain= ;; *) isplain=yes ;; esac
    if [ "$real" != "$name" ] && [ -z "$isplain" ]; then linked=el; else linked=e; fi
    linked=$linked$from
    if [ -d "$name" ]; then linked=\${linked}d; fi
  fi
  printf '%s\\000%s\\000%s\\000' "$at$linked" "$one" "$real"
done`;
