/**
 * Looks through the files that a line comes by, and tells of each three things that end with a NUL: how it was looked at,
 * its path and what is in it. `shown`: its beginning. `found`: its lines that look like a secret. `unseen`: a named file of
 * which the end was not shown, or nothing. `more`: a folder in which not everything was searched.
 *
 * What cannot be opened here cannot be printed there either. The names of what is kept for secrets are one per line; a name
 * with a line end in it is none of those. Of the other files that are named each is given by itself. Packages of others are
 * published, and what git keeps is packed: it is read through git.
 */
export const lookScript = `expression=$1 hint=$2 git=$3 most=$4 bytes=$5 left=$6 roots=$7; shift 7
tell() { printf '%s\\000%s\\000' "$1" "$2"; }
show() {
  tell shown "$1"
  head -c "$bytes" < "$1" 2>/dev/null | tr -d '\\000'
  printf '\\000'
}
lineend='
'
# As long as there is room for it.
more() {
  if [ ! -f "$1" ] || [ ! -r "$1" ]; then return 0; fi
  size=$(wc -c < "$1")
  shown=$size
  if [ "$size" -ge "$bytes" ]; then shown=$((bytes - 1)); fi
  if [ "$count" -ge "$most" ] || [ "$shown" -gt "$left" ]; then shown=-1; fi
  if [ "$shown" -lt "$size" ]; then tell unseen "$1"; printf '\\000'; fi
  if [ "$shown" -lt 0 ]; then return 0; fi
  left=$((left - shown)) count=$((count + 1))
  show "$1"
}
search() {
  many=$(find "$@" \\( -name node_modules -o -path "$git" \\) -prune -o -type f -size -32769 -print 2>/dev/null | head -n 20001)
  large=$(find "$@" \\( -name node_modules -o -path "$git" \\) -prune -o -type f \\( -size +32768 -o -name "*$lineend*" \\) -print 2>/dev/null | head -n 1)
  hits=$(printf '%s\\n' "$many" | tr '\\n' '\\000' | LC_ALL=C xargs -0 grep -aliE -e "$hint" -- 2>/dev/null | head -n "$((most + 1))")
  room=$bytes isAll=yes
  if [ -n "$large" ] || [ "$(printf '%s\\n' "$many" | wc -l)" -gt 20000 ]; then isAll=; fi
  for file in $hits; do
    lines=$(LC_ALL=C grep -ahiE -A 2 -B 2 -e "$hint" -- "$file" 2>/dev/null | head -c "$room" | tr -d '\\000')
    room=$((room - \${#lines} - 1))
    if [ "$room" -le 1 ]; then isAll=; break; fi
    tell found "$file"
    printf '%s\\000' "$lines"
  done
  if [ -z "$isAll" ]; then tell more /; printf '\\000'; fi
}
look() {
  found=$(find "$@" -type f -print 2>/dev/null | LC_ALL=C grep -aiE -e "$expression" | head -n "$((most + 1))")
  set -f
  IFS=$lineend
  if [ -n "$hint" ]; then search "$@"; fi
  set -- $found
  if [ "$#" -gt "$most" ]; then exit 3; fi
  for file in "$@"; do show "$file"; done
}
at=0 count=0
for each in "$@"; do
  at=$((at + 1))
  if [ "$at" -le "$roots" ]; then set -- "$@" "$each"; continue; fi
  more "$each"
done
shift "$at"
if [ "$#" -gt 0 ]; then look "$@"; fi
exit 0`;
