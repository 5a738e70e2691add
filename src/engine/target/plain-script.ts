/**
 * For scripts on the target that believe what a file says: whether the program that runs afterwards reads the same bytes.
 * `/proc/self`, `/dev/fd`, `/dev/stdin` and what links to them are something else for each process, so a place is looked
 * up by two of them that differ in their folder and in what they read. Portable sh; names begin with a slash.
 */
export const plainFunctions = `
isthere() { [ -e "$1" ] || [ -L "$1" ]; }
# A place that is the same one for every process, also where nothing is there yet.
steady() {
  way=\${1:-/}
  while [ ! -e "$way" ]; do
    if [ -L "$way" ]; then return 1; fi
    way=\${way%/*} way=\${way:-/}
  done
  if [ ! -d "$way" ]; then
    if [ -L "$way" ]; then return 1; fi
    way=\${way%/*} way=\${way:-/}
  fi
  oneway=$({ cd / && CDPATH= cd -P "$way" 2>/dev/null && pwd -P; printf x; } </)
  otherway=$({ cd /dev && CDPATH= cd -P "$way" 2>/dev/null && pwd -P; printf x; } </dev/null)
  case $oneway in x | /proc/* | /dev/fd/* | "/dev/fd
x") return 1 ;; esac
  [ "$oneway" = "$otherway" ]
}
# A file that every process reads alike: no link, device, pipe or socket.
plain() { [ -f "$1" ] && [ ! -L "$1" ] && [ -r "$1" ] && steady "\${1%/*}"; }
# The same behind links that lead there from everywhere.
plainbehind() {
  behind=$1 hops=0
  while [ -L "$behind" ] && [ "$hops" -lt 20 ]; do
    steady "\${behind%/*}" || return 1
    to=$(readlink "$behind" && printf x) || return 1
    case $to in /*) behind=\${to%?x} ;; *) behind=\${behind%/*}/\${to%?x} ;; esac
    hops=$((hops + 1))
  done
  plain "$behind"
}
# A name that has such a file, or nothing.
plainifthere() { if isthere "$1"; then plain "$1"; else steady "$1"; fi; }`;
