/**
 * Says where the shell finds programs, and whether a project can choose them. Portable sh that only looks.
 *
 * Arguments: PATH, the project's folder, 1 where the line's programs may start others, then the programs.
 * It prints, each ended by NUL: a folder of PATH that is this project's, where there is one; `drifts` where a folder of PATH that depends on the current one is in front of others;
 * the first program in a folder of this project that hides one of the same name further behind in PATH (what a person has put
 * there of another project, such as the one that a program was started from, is theirs); and for each
 * program `relative` or `absolute`, whose it is (`this` project's, `another` one's, or nobody's), its path and where
 * that really leads.
 *
 * A folder is a project's as in Cotty's own looks (`terminal/system/look-path.ts`): below the project or the folder that
 * the shell is in, in `node_modules`, or in a repository. A hidden clone in the home is a tool (`~/.nvm`), dotfiles around the
 * home are the person's own, and package managers of the machine may be repositories as well.
 */
export const placesScript = `search=$1 project=$2 starts=$3; shift 3
isthere() { [ -f "$1" ] && [ -x "$1" ]; }
isin() { case $1/ in "$2"/*) return 0 ;; esac; return 1; }
here=$(pwd -P) || exit 1
# Nothing is started for it: a PATH has many folders.
lead() {
  led=$1
  if CDPATH= cd -P -- "$1" 2>/dev/null; then led=$PWD; cd -P -- "$here" || exit 1; fi
}
repositoryof() {
  repository=$1
  while [ -n "$repository" ] && [ ! -e "$repository/.git" ]; do
    case $repository in */*) repository=\${repository%/*} ;; *) repository= ;; esac
  done
}
home=\${HOME%/} realhome=
if [ -n "$home" ]; then lead "$home"; realhome=$led; fi
istool() {
  for one in "$home" "$realhome"; do
    if [ -z "$one" ]; then continue; fi
    if isin "$one" "$1"; then return 0; fi
    case $1 in "$one"/.*/*) ;; "$one"/.*) return 0 ;; esac
  done
  for one in /opt/homebrew /usr/local /home/linuxbrew; do if isin "$1" "$one"; then return 0; fi; done
  return 1
}
repositoryof "$here"
top=\${repository:-$here}
realproject=
if [ -n "$project" ]; then lead "$project"; realproject=$led; fi
# Sets whose to what a folder is a part of. The home and what is above it is nobody's project.
inside() {
  whose=
  for one in "$project" "$realproject" "$top"; do
    if [ -z "$one" ] || [ "$one" = / ] || isin "$home" "$one" || isin "$realhome" "$one"; then continue; fi
    if isin "$1" "$one"; then whose=this; return; fi
  done
  repositoryof "$1"
  if [ -n "$repository" ] && ! istool "$repository"; then whose=another; fi
}
# As it is called, and as it really is.
belongs() {
  inside "$1"
  if [ -z "$whose" ]; then inside "$2"; fi
  if [ -z "$whose" ]; then case $1/$2/ in */node_modules/*) whose=another ;; esac; fi
}
# The first program of a folder that PATH would otherwise find behind it, and not in front of it. The python of an
# environment that a person works in concerns only what is written in Python.
hides() {
  for file in "$1"/*; do
    case $file in
      */python | */python[23]* | */pip | */pip[23]*) ispython=1; if [ ! -e "$1/../pyvenv.cfg" ]; then ispython=; fi ;;
      *) ispython= ;;
    esac
    if ! isthere "$file" || ! has "$behind" "\${file##*/}" || has "$before" "\${file##*/}"; then continue; fi
    if [ -z "$ispython" ]; then hidden=$file; return; fi
    python=$file
  done
}
has() {
  left=$1
  while [ -n "$left" ]; do
    if isthere "\${left%%:*}/$2"; then return 0; fi
    left=\${left#*:}
  done
  return 1
}
# Like the shell's own search: the first file that can be run. An empty folder of PATH is the one it is in.
searchfor() {
  kind=absolute found= whose= rest=$search:
  while [ -n "$rest" ]; do
    folder=\${rest%%:*} rest=\${rest#*:}
    case $folder in
      /*) if isthere "$folder/$1"; then found=$folder/$1; return; fi ;;
      *)
        kind=relative
        for one in "$top/./\${folder#./}" "./\${folder#./}"; do
          if isthere "$one/$1"; then found=$one/$1 whose=this; return; fi
        done
        # bash takes a tilde in it for the home, and every other program for the name of a folder.
        case $folder in "~" | "~/"*) if isthere "$HOME\${folder#"~"}/$1"; then found=$HOME\${folder#"~"}/$1; return; fi ;; esac ;;
    esac
  done
}
owned= drifts= hidden= python=
if [ "$starts" = 1 ]; then
  usual=: rest=$search:
  while [ -n "$rest" ]; do
    folder=\${rest%%:*} rest=\${rest#*:}
    case $folder in /*) lead "$folder"; belongs "$folder" "$led"; if [ "$whose" = this ]; then owned=$folder; else usual=$usual$folder:; fi ;; *) owned=./$folder ;; esac
  done
  before= rest=$search:
  while [ -n "$rest" ] && [ -z "$hidden" ]; do
    folder=\${rest%%:*} rest=\${rest#*:}
    case $folder in /*) case $usual in *":$folder:"*) before=$before$folder:; continue ;; esac ;; esac
    behind= left=$rest
    while [ -n "$left" ]; do
      case $usual in *":\${left%%:*}:"*) behind=$behind\${left%%:*}: ;; esac
      left=\${left#*:}
    done
    if [ -z "$behind" ]; then break; fi
    case $folder in
      /*) hides "$folder" ;;
      # A program may go to the top of the repository before it starts another one.
      *) drifts=drifts; hides "./$folder"; if [ -z "$hidden" ]; then hides "$top/$folder"; fi ;;
    esac
  done
fi
if [ -z "$hidden" ] && [ -n "$python" ]; then
  for name in "$@"; do
    case $name in */*) found=$name ;; *) searchfor "$name" ;; esac
    case $(head -c 128 "$found" 2>/dev/null) in "#!"*python*) hidden=$python ;; esac
  done
fi
printf '%s\\000%s\\000%s\\000' "$owned" "$drifts" "$hidden"
for name in "$@"; do
  case $name in
    */*) kind=absolute found= whose=; if isthere "$name"; then found=$name; fi ;;
    *) searchfor "$name" ;;
  esac
  real=$found
  if [ -n "$found" ]; then
    folder=\${found%/*}
    lead "\${folder:-/}"
    real=\${led%/}/\${found##*/}
    if [ -L "$found" ]; then
      real=$(readlink -f -- "$found" 2>/dev/null || realpath "$found" 2>/dev/null || printf '%s' "$found")
    fi
    if [ -z "$whose" ]; then belongs "$folder" "$led"; fi
    if [ -z "$whose" ]; then inside "\${real%/*}"; fi
  fi
  printf '%s\\000%s\\000%s\\000%s\\000' "$kind" "$whose" "$found" "$real"
done`;
