/**
 * Looks on the target for whatever takes up written files by itself. Portable sh, and it only looks: `git rev-parse` and
 * `git config` start nothing that a repository sets up. It prints records between NULs: `name`, a name and where it
 * leads; `loose`, a link that leads to nothing yet and its text; `text`, a source and what is written in it; `settings`,
 * git's settings as git prints them, up to `end`; `unknown`, where it cannot tell.
 *
 * Links are compared with the files and with the folders around them by what they are, which starts no program for a
 * link. The home and what is around it is left out: a link to all of a disk says nothing of one file.
 *
 * Arguments: how many links are followed, the project or nothing, the files and the folders around them by line, then
 * the folders they are in. The x keeps line ends at the end of a name.
 */
export const actingScript = `max=$1 project=$2 paths=$3; shift 3
lineend='
'
say() { printf '%s\\000' "$@"; }
[ / -ef / ] 2>/dev/null || { say unknown; exit 0; }
physical() { real=$(CDPATH= cd -P "$1" 2>/dev/null && pwd -P && printf x); real=\${real%?x}; }
hasgit=; if command -v git >/dev/null 2>&1; then hasgit=yes; fi
# A repository counts whoever owns it and wherever it is: git would only refuse to say what is in it.
git() { command git -c safe.bareRepository=all -c safe.directory='*' "$@" 2>/dev/null; }
physical "$HOME"; home=$real

IFS=$lineend
set -f
wanted= isnew=
for path in $paths; do
  case $home/ in "\${path%/}"/*) continue ;; esac
  wanted=$wanted$path$lineend
  [ -e "$path" ] || isnew=yes
done
set +f
IFS=
export wanted isnew max
sweep() { find -H "$@" \\( -type l -o -type f -links +1 \\) -exec sh -c '
  [ "$#" -le "$((max * 10))" ] || { printf "unknown\\000"; exit 0; }
  IFS="
"
  set -f
  loose=0
  for link do
    if [ -e "$link" ]; then
      for path in $wanted; do
        if [ "$link" != "$path" ] && [ "$link" -ef "$path" ]; then printf "name\\000%s\\000%s\\000" "$link" "$path"; fi
      done
    elif [ -n "$isnew" ]; then
      loose=$((loose + 1))
      [ "$loose" -le "$max" ] || { printf "unknown\\000"; exit 0; }
      to=$(readlink -f "$link" 2>/dev/null && printf x) || to=$(readlink "$link" 2>/dev/null && printf x) || continue
      printf "loose\\000%s\\000%s\\000" "$link" "\${to%?x}"
    fi
  done' sh {} + 2>/dev/null; }
text() {
  if [ -f "$2" ] && [ -r "$2" ]; then say text "$1"; head -c 65536 "$2" | tr -d '\\000'; say ""; fi
}

repository() {
  cd "$1" 2>/dev/null || { say unknown; return; }
  own=$(git rev-parse --absolute-git-dir && printf x) || { say unknown; return; }
  own=\${own%?x}
  top=$(git rev-parse --show-toplevel && printf x); top=\${top%?x}
  cd "\${top:-$own}" 2>/dev/null || { say unknown; return; }
  name=\${top:-$own}/.git
  physical "$own"; own=$real
  say name "$name" "$own"
  common=$(git rev-parse --git-common-dir && printf x); physical "\${common%?x}"; common=$real
  if [ -n "$common" ] && [ "$common" != "$own" ]; then say name "$name" "$common"; fi
  # A relative folder of hooks counts from the top of the repository.
  hooks=$(git rev-parse --git-path hooks && printf x); hooks=\${hooks%?x}
  physical .
  case $hooks in /*) ;; *) hooks=\${real%/}/$hooks ;; esac
  physical "$hooks"; hooks=\${real:-$hooks}
  say name "$name/hooks" "$hooks"
  template=$(git config --type=path --get init.templateDir && printf x)
  physical "\${template%?x}"; if [ -n "$template" ] && [ -n "$real" ]; then say name "$name" "$real"; fi
  sweep "$own" "\${common:-$own}" "$hooks" \\( -name objects -o -name refs -o -name logs -o -name lfs \\) -prune -o
  # husky keeps its own hooks one folder below those of the project.
  set -- "$hooks"/*
  case $hooks in */_) set -- "$@" "\${hooks%/_}"/* ;; esac
  for hook do
    case $hook in *.sample | *.md) ;; *) text "git's hook \${hook##*/}" "$hook" ;; esac
  done
  say settings
  git config --includes -z --list || say unknown
  say end
}
seen=
for folder in "$@"; do
  while [ -n "$folder" ] && [ ! -d "$folder" ]; do folder=\${folder%/*}; done
  case $folder in "" | /) continue ;; esac
  sweep "$folder" -maxdepth 1
  while [ -n "$folder" ]; do
    case $seen in *"$lineend$folder$lineend"*) break ;; esac
    seen=$seen$lineend$folder$lineend
    # git itself takes a folder for one of its own by these three.
    if [ -f "$folder/.git" ] || [ -e "$folder/.git/HEAD" ] || [ -L "$folder/.git/HEAD" ] ||
      { [ -e "$folder/HEAD" ] && [ -d "$folder/objects" ] && [ -d "$folder/refs" ]; }; then
      if [ -n "$hasgit" ]; then (repository "$folder"); else say unknown; fi
    fi
    # A virtual environment by any name, and the folders of a plugin for agents.
    if [ -e "$folder/pyvenv.cfg" ] || [ -d "$folder/conda-meta" ]; then say name "$folder/.venv" "$folder"; fi
    if [ -e "$folder/.claude-plugin" ] || [ -e "$folder/gemini-extension.json" ]; then
      for part in agents commands skills hooks; do say name "$folder/.claude/$part" "$folder/$part"; done
    fi
    folder=\${folder%/*}
  done
done
case $project in
  "" | /) ;;
  *)
    physical "$project"
    if [ -n "$real" ]; then
      case $home/ in "$real"/*) ;; *) sweep "$real" -maxdepth 5 \\( -name node_modules -o -name .git \\) -prune -o ;; esac
      for file in CLAUDE.md CLAUDE.local.md .claude/CLAUDE.md AGENTS.md GEMINI.md QWEN.md; do text import "$real/$file"; done
      for file in .gitlab-ci.yml .gitlab-ci.yaml; do text include "$real/$file"; done
    fi ;;
esac
if [ -n "$home" ] && [ "$home" != / ] && cd "$home" 2>/dev/null; then
  sweep "$home" -maxdepth 1
  set -- "$home"/.[!.]*
  sweep "$@" -maxdepth 3 \\( -name .cache -o -name .npm -o -name .git -o -name node_modules -o -name registry \\) -prune -o
  text import "$home/.claude/CLAUDE.md"
  for file in .bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .vimrc .tmux.conf .config/fish/config.fish; do
    text "~/$file" "$home/$file"
  done
fi
sweep "$home/bin" /usr/local/bin -maxdepth 1
sweep /etc -maxdepth 3 -path /etc/ssl -prune -o
exit 0`;
