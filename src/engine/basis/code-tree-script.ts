/** A tree with more files than this is compared less deeply, and a person is told. */
export const maxTreeFiles = 5_000;
const maxTrees = 20;
/** Deeper than sources lie (`src/main/java/org/example/app/web/…`). */
const fullDepth = 20;

const words = (text: string): string[] => text.trim().split(/\s+/);
/** The script expands no patterns where it searches, so they need no quotes: each one would count three times over ssh. */
const named = (names: readonly string[]): string => names.map((name) => `-name ${name}`).join(" -o ");

/** What others have written and programs fetch or keep for themselves: too much to compare, and always changing. */
const prunedNames =
  words(`node_modules bower_components site-packages .venv .tox .nox .mypy_cache .pytest_cache .ruff_cache
  .cache .gradle .terraform .next .nuxt .turbo .parcel-cache .svelte-kit .nyc_output coverage htmlcov target DerivedData
  .direnv .dart_tool .hg .svn .jj tmp log logs`);

/** Data, which comes and goes while a person reads. */
const dataNames =
  words(`*.log *.log.* nohup.out *.tmp *.temp *.swp *.swo *.swx *~ *.pid *.sock *.sqlite *.sqlite3 *.db *.db-*
  *.sqlite-* *-journal *.png *.jpg *.jpeg *.gif *.webp *.ico *.pdf *.mp3 *.mp4 *.mov *.woff *.woff2 *.ttf *.csv *.tsv
  *.parquet *.jsonl *.ndjson .DS_Store .coverage *.tsbuildinfo .eslintcache .*_history .viminfo .lesshst`);

/** What programs write all the time, also in a folder that is copied with its data. */
const liveNames =
  words(`*.log *.log.* nohup.out *.tmp *.temp *.swp *.swo *.swx *~ *.pid *.sock *.sqlite *.sqlite3 *.db *.db-* *.sqlite-*
  *-journal .DS_Store`);

/** Code and settings by their names. Outside of projects only these count, and what may be executed. */
const codeNames =
  words(`*.py *.pyc *.pyx *.js *.cjs *.mjs *.jsx *.ts *.cts *.mts *.tsx *.json *.sh *.bash *.zsh *.fish *.ksh
  *.rb *.pl *.pm *.t *.php *.lua *.r *.R *.tcl *.awk *.sed *.sql *.inc *.env .env* *.conf *.mk *.toml *.yml *.yaml *.cfg *.ini
  *.xml *.gradle *.kts *.cmake *.ninja *.tf *.tfvars *.nix *.go *.rs *.c *.cc *.cpp *.h *.java *.ps1 *.so *.so.* *.dylib *.dll
  *.jar *.class *.whl *.egg *.wasm *.node [Mm]akefile GNUmakefile CMakeLists.txt [Jj]ustfile .justfile Rakefile Gemfile
  Dockerfile* Vagrantfile Procfile`);

/**
 * Compares the trees of files in which a program may find what it runs, though nobody named it: by names, sizes, places
 * and the time of the last change, which no program can set (ctime). Functions of sh for the basis script, which has
 * `hash` and keeps in `hashed` the files that are compared by their content. Those are left out, so that nobody is asked
 * when one is saved without a change.
 *
 * A tree is the project around a folder and, where that is too large, the folder by itself. Outside of projects only code
 * counts, and of a home, `/` and places for temporary files only the uppermost folder: other programs write there all the
 * time.
 *
 * `treat` notes a folder. `trees` prints for each tree its path, its hash, the file in it that changed last, and `partial`
 * where not everything in it was compared.
 */
export const codeTreeFunctions = `
newline='
'
noted= count=0 hashed=
if stat -c %i / >/dev/null 2>&1; then flag=-c format='%d:%i %A %s %z %n'
else flag=-f format='%d:%i %Sp %z %Fc %N'; fi
homefolder=$(cd 2>/dev/null && pwd -P && printf x); homefolder=\${homefolder%?x}
isshared() {
  case $1 in / | /tmp | /var/tmp | /private/tmp | /dev/shm) return 0 ;; esac
  case \${homefolder:-/none}/ in "\${1%/}"/*) return 0 ;; *) return 1 ;; esac
}
# Programs of the system, which an administrator changes.
issystem() {
  case $1/ in
    /bin/* | /sbin/* | /lib*/* | /usr/ | /usr/*bin/* | /usr/lib*/* | /usr/share/* | /usr/include/* | /dev/* | /proc/* | /sys/*)
      [ "$1" != /dev/shm ] ;;
    *) return 1 ;;
  esac
}
ispruned() { case $1/ in ${[...prunedNames, ".git"].map((name) => `*/${name}/*`).join(" | ")}) return 0 ;; *) return 1 ;; esac; }
projectof() {
  top=$1
  while [ -n "$top" ] && [ ! -e "$top/.git" ]; do top=\${top%/*}; done
  if [ -n "$top" ] && isshared "$top"; then top=; fi
}
# What a repository runs without being told: hooks, and programs that its settings name.
hashooks() {
  if [ ! -d "$1/.git" ]; then return 0; fi
  set +f
  for hook in "$1"/.git/hooks/* "$1"/.husky/* "$1"/.githooks/*; do
    set -f
    case $hook in *.sample | */'*') ;; *) return 0 ;; esac
  done
  LC_ALL=C grep -Eiq 'hookspath|filter|fsmonitor|driver|textconv|command|program|helper|editor|pager|include|= *"?!' "$1/.git/config" 2>/dev/null
}
# Each note is a line: how it is searched, how deep, whether that is all of it, and the folder.
iscovered() {
  IFS=$newline
  for known in $noted; do
    case $known in "$2 "*) ;; *) if [ "$2" = data ]; then continue; fi ;; esac
    folder=\${known#* * * }
    case $1/ in "\${folder%/}"/*) ;; *) continue ;; esac
    below=\${1#"\${folder%/}"}
    case $known in
      "data ${fullDepth} "*) IFS=; return 0 ;;
      "data "*) if [ "$2" != data ] || [ -n "\${1#"\${folder%/}"}" ]; then continue; fi ;;
      "project ${fullDepth} "*) case $below in */*/*/*/*/*/*/*/*) continue ;; esac ;;
      *) if [ -n "$below" ]; then continue; fi ;;
    esac
    if ispruned "$below"; then continue; fi
    IFS=; return 0
  done
  IFS=; return 1
}
found() {
  how=$1 deep=$2; shift 2
  if [ "$how" = data ]; then
    find . -xdev -maxdepth "$deep" -path */.git/* ! -path */.git/hooks* ! -path */.git/config* ! -path */.git/info* -prune -o \\( -type f -o -type l \\) ! \\( ${named(liveNames)} \\) "$@" 2>/dev/null
    return
  fi
  if [ "$how" = project ]; then set -- ! \\( ${named(dataNames)} \\) "$@"
  else set -- \\( ${named(codeNames)} -o -perm -100 \\) "$@"; fi
  find . -xdev -maxdepth "$deep" \\( ${named(prunedNames)} -o -path */.git/* ! -path */.git/hooks* ! -path */.git/config* ! -path */.git/info* \\) -prune -o \\( -type f -o -type l \\) "$@" 2>/dev/null
}
note() {
  if iscovered "$3" "$1"; then return; fi
  count=$((count + 1))
  if [ "$count" -gt ${maxTrees} ]; then return; fi
  depth=0 part=all
  if [ "$2" -eq 0 ]; then part=partial; fi
  for each in ${fullDepth} 6 4 3 2 1; do
    if [ "$each" -gt "$2" ]; then continue; fi
    if [ "$(cd -P -- "$3" && found "$1" "$each" -print | head -n ${maxTreeFiles + 1} | wc -l)" -le ${maxTreeFiles} ]; then depth=$each; break; fi
    part=partial
  done
  noted="$noted$1 $depth $part $3$newline"
}
# The second word is \`here\` where a command of the line runs, \`hooks\` where only a repository's own programs count.
treat() {
  at=$(CDPATH= cd -P -- "$1" 2>/dev/null && pwd -P && printf x); at=\${at%?x}
  case $at in "") return ;; *"$newline"*) count=$((${maxTrees} + 1)); return ;; esac
  if issystem "$at"; then return; fi
  projectof "$at"
  if [ "$2" = hooks ]; then
    if [ -z "$top" ] || ! hashooks "$top"; then return; fi
  fi
  if [ -n "$top" ]; then note project ${fullDepth} "$top"; fi
  if isshared "$at"; then note there 1 "$at"
  elif [ -n "$top" ] || [ "$2" = here ]; then note project ${fullDepth} "$at"
  else
    note there 4 "$at"
    # A program in \`bin\` finds the rest of itself beside it.
    case $at in */bin | */sbin | */libexec)
      for beside in lib libexec; do
        if [ -d "\${at%/*}/$beside" ]; then note there 4 "\${at%/*}/$beside"; fi
      done ;;
    esac
  fi
}
# A folder that a program copies, with its data. Where other programs write all the time nothing is compared, and a person is told.
copied() {
  if [ ! -d "$1" ]; then return; fi
  at=$(CDPATH= cd -P -- "$1" 2>/dev/null && pwd -P && printf x); at=\${at%?x}
  case $at in "") return ;; *"$newline"*) count=$((${maxTrees} + 1)); return ;; esac
  if issystem "$at"; then return; fi
  case $at in
    */log | */log/* | */logs | */logs/* | */tmp) note data 0 "$at" ;;
    *) if isshared "$at"; then note data 0 "$at"; else note data ${fullDepth} "$at"; fi ;;
  esac
}
# Whether a file that is named may be a program, and take in others beside it.
iscode() {
  if [ -x "$1" ]; then return 0; fi
  case \${1##*/} in ${codeNames.join(" | ")}) return 0 ;; *.*) return 1 ;; esac
}
tree() {
  is= newest= mark= part=$3
  if [ "$2" -gt 0 ] && cd -P -- "$4" 2>/dev/null; then
    said=$(
      found "$1" "$2" -exec stat "$flag" "$format" {} + -type l -exec stat -L "$flag" "$format" {} + |
        awk -v skip="$hashed" 'BEGIN { n = split(skip, all, " "); for (i = 1; i <= n; i++) known[all[i]] = 1 }
          !($1 in known) && $2 !~ /^d/ { print } END { print "0 - 0 ~" }' |
        LC_ALL=C sort -r -k 4 | {
          IFS= read -r mark
          IFS= read -r newest
          printf '%s\\n%s\\n' "$mark" "$newest"
          { printf '%s\\n' "$newest"; cat; } | hash
        }
    )
    mark=\${said%%"$newline"*} said=\${said#*"$newline"}
    newest=\${said%"$newline"*}
    # The last line in this order says that all of it was read.
    if [ "$mark" = "0 - 0 ~" ]; then is=\${said##*"$newline"}; fi
  fi
  if [ -z "$is" ]; then part=partial; fi
  case $newest in */*) newest=./\${newest#*/} ;; *) newest= ;; esac
  printf '%s\\000%s\\000%s\\000%s\\000' "$4" "\${is:-unknown}" "$newest" "$part"
}
trees() {
  IFS=$newline
  for each in $noted; do
    IFS=' '
    rest=\${each#* * * }
    set -- \${each%" $rest"}
    IFS=
    (tree "$1" "$2" "$3" "$rest")
  done
  IFS=
  if [ "$count" -gt ${maxTrees} ]; then printf '%s\\000%s\\000%s\\000%s\\000' . unknown '' partial; fi
}`;
