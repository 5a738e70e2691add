import { gitOnlyLooks, inHexFunction } from "../target/path-arguments.ts";

/** What programs keep for themselves in a home: what was opened, typed and said, copies, and packages of others. */
const records =
  `( ${`*history* *History* *hist *.log *.jsonl logs [Ss]essions [Ww]orkspaceStorage globalStorage Backups *[Cc]ache* .npm .git
  node_modules registry [Ee]xtensions elpa straight plugged bundle pack undo* swap* backup* auto-save-list view *[Rr]ecent* places
  bookmarks projects tmp todos .viminfo .lesshst shada *.sqlite* *.db *.vscdb *.bak *.lock [Tt]rash`
    .split(/\s+/)
    .map((name) => `-name ${name}`)
    .join(" -o ")} )`.replaceAll(" ", "\n");

/**
 * Looks on the target for whatever takes up written files by itself. Portable sh, and it only looks: `git rev-parse` and
 * `git config` start nothing that a repository sets up. It prints records between NULs: `name`, a name and where it
 * leads; `loose`, a link that leads to nothing yet and its text; `text`, a source and what is written in it; `maybe`, the
 * same of a file of which nobody knows whether anything takes up what it names; `file`, one
 * that may act and name others; `settings`, git's settings in hex; `home`, where it really is; `from`, the folder that
 * names in the texts behind it count from; `programs`, a folder of the PATH; `unknown`, where it cannot tell.
 *
 * Links are compared with the files and with the folders around them by what they are, which starts no program for a
 * link. The home and what is around it is left out: a link to all of a disk says nothing of one file.
 *
 * Arguments: how many links are followed, how long a text may be, patterns of names that act and are not hidden by line,
 * the project or nothing, the files and the folders around them by line, the folders of the shell's PATH by line, the
 * start-up files of a home and folders of such files by line, names of the files without their endings by line, the
 * folders the files are in. The x keeps line ends at the end of a name.
 */
export const actingScript = `max=$1 maxtext=$2 acting=$3 project=$4 paths=$5 programs=$6 startup=$7 startfolders=$8 stems=$9; shift 9
lineend='
'
say() { printf '%s\\000' "$@"; }
${inHexFunction}
[ / -ef / ] 2>/dev/null || { say unknown; exit 0; }
physical() { real=$(CDPATH= cd -P "$1" 2>/dev/null && pwd -P && printf x); real=\${real%?x}; }
hasgit=; if command -v git >/dev/null 2>&1; then hasgit=yes; fi
# A repository counts whoever owns it and wherever it is: git would only refuse to say what is in it.
git() { ${gitOnlyLooks} command git -c safe.bareRepository=all -c safe.directory='*' "$@" 2>/dev/null; }
physical "$HOME"; home=$real
say home "$home"

IFS=$lineend
set -f
wanted=
for path in $paths; do
  case $home/ in "\${path%/}"/*) continue ;; esac
  wanted=$wanted$path$lineend
done
set +f
IFS=
export wanted max
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
    else
      loose=$((loose + 1))
      [ "$loose" -le "$max" ] || { printf "unknown\\000"; exit 0; }
      to=$(readlink -f "$link" 2>/dev/null && printf x) || to=$(readlink "$link" 2>/dev/null && printf x) || continue
      to=\${to%?x}
      # Out of a folder that is there and may itself be a link: where that leads is not told by its text.
      case $to in *[!/.]/../*)
        case $to in /*) into=\${to%%/../*} ;; *) into=\${link%/*}/\${to%%/../*} ;; esac
        if [ -e "$into" ]; then printf "unknown\\000"; exit 0; fi ;;
      esac
      printf "loose\\000%s\\000%s\\000" "$link" "$to"
    fi
  done' sh {} + 2>/dev/null; }
text() {
  if [ -f "$2" ] && [ -r "$2" ]; then
    if [ "$(wc -c < "$2")" -gt "$maxtext" ]; then say unknown; return; fi
    say "\${3:-text}" "$1"; tr -d '\\000' < "$2"; say ""
  fi
}
# A start-up file, and those that it takes in itself, a few deep.
started() {
  text "$1" "$2"
  if [ "$3" -gt 0 ] && [ -f "$2" ] && [ -r "$2" ]; then
    for taken in $(LC_ALL=C sed -n -e 's/^[[:space:]]*\\.[[:space:]][[:space:]]*//p' -e 's/^[^#]*[[:space:];&|]\\.[[:space:]][[:space:]]*//p' \\
      -e 's/^[^#]*source[[:space:]][[:space:]]*//p' "$2" 2>/dev/null | tr -d "\\"'" | sed -e 's/[;&|)[:space:]].*//' | head -n 40); do
      case $taken in
        '~/'*) taken=$home/\${taken#??} ;;
        '$HOME/'*) taken=$home/\${taken#??????} ;;
        '\${HOME}/'*) taken=$home/\${taken#????????} ;;
        /*) ;;
        *) continue ;;
      esac
      if [ "$taken" != "$2" ]; then (started "~/\${taken#"$home"/}" "$taken" "$(($3 - 1))"); fi
    done
  fi
}
file() { if [ -f "$1" ]; then say file "$1"; fi; }
# What a file of git's names as its folder, which may not be there yet.
points() {
  to=$(head -c 4096 "$1" 2>/dev/null | sed -n '1s/^gitdir: *//;1p')
  if [ -n "$to" ]; then say loose "\${1%/*}/.git" "$to"; fi
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
  say from "$real"
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
  git config --includes -z --list >/dev/null || say unknown
  say settings "$(git config --includes -z --list | inhex)"
}
# Every file of the project that may act by its name, and what git's own files point to.
naming() {
  cd "$1" 2>/dev/null && find . -prune -iname x >/dev/null 2>&1 || { say unknown; return; }
  top=$1
  set -- -path '*/.*'
  IFS=$lineend
  set -f
  for each in $acting; do
    case $each in */\\*) set -- "$@" -o -path "*/$each" ;; *) set -- "$@" -o -iname "$each" ;; esac
  done
  set +f
  IFS=
  export top
  find . -maxdepth 12 \\( -name node_modules -o -name worktrees -o -path '*/.git/*' -o -name .venv -o -name venv -o -name .cache \\
    -o -name .next -o -name .nuxt -o -name .yarn -o -name .pnpm-store -o -name .tox -o -name .mypy_cache -o -name .terraform \\
    -o -name .gradle -o -name .direnv \\) -prune -o \\( -type f -o -type l \\) \\( "$@" \\) -exec sh -c '
    for one do printf "file\\000%s\\000" "$top\${one#.}"; done' sh {} + 2>/dev/null
  find . -maxdepth 12 -name node_modules -prune -o \\( -name .git -o -name commondir \\) -type f -exec sh -c '
    for one do printf "%s\n" "$top\${one#.}"; done' sh {} + 2>/dev/null | while read -r one; do points "$one"; done
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
    # It is one as soon as the rest is there, and all of the rest may be written file by file.
    elif [ -e "$folder/HEAD" ] || [ -L "$folder/HEAD" ]; then say name "$folder/.git" "$folder"; fi
    for each in CLAUDE.md CLAUDE.local.md AGENTS.md GEMINI.md QWEN.md .claude/CLAUDE.md .claude/settings.json \\
      .claude/settings.local.json .mcp.json opencode.json opencode.jsonc .cursor/mcp.json .gemini/settings.json \\
      .vscode/tasks.json .envrc mise.toml .mise.toml .pre-commit-config.yaml lefthook.yml; do file "$folder/$each"; done
    # A virtual environment by any name, and the folders of a plugin for agents.
    if [ -e "$folder/pyvenv.cfg" ] || [ -d "$folder/conda-meta" ]; then say name "$folder/.venv" "$folder"; fi
    if [ -e "$folder/.claude-plugin" ] || [ -e "$folder/gemini-extension.json" ]; then
      for part in agents commands skills hooks; do say name "$folder/.claude/$part" "$folder/$part"; done
    fi
    folder=\${folder%/*}
  done
done
called= top=
case $project in
  "" | /) ;;
  *)
    physical "$project"
    called=\${real##*/} top=$real
    if [ -n "$real" ]; then
      case $home/ in "$real"/*) ;; *)
        sweep "$real" -maxdepth 5 \\( -name node_modules -o -name .git \\) -prune -o
        (naming "$real") ;;
      esac
      for each in .gitlab-ci.yml .gitlab-ci.yaml azure-pipelines.yml azure-pipelines.yaml; do text include "$real/$each"; done
    fi ;;
esac
if [ -n "$home" ] && [ "$home" != / ] && cd "$home" 2>/dev/null; then
  sweep "$home" -maxdepth 1
  set -- "$home"/.[!.]*
  sweep "$@" -maxdepth 3 \\( -name .cache -o -name .npm -o -name .git -o -name node_modules -o -name registry \\) -prune -o
  # Plugins are linked deeper where editors, shells and desktops look for them. Stores of packages hold thousands of links.
  sweep "$home/.vim" "$home/.emacs.d" "$home/.config" "$home/.local/share" "$home/.local/lib" "$home/.claude" "$home/.zsh" \\
    -mindepth 2 -maxdepth 6 \\( -name .cache -o -name .git -o -name node_modules -o -name containers -o -name Trash -o -name Steam \\
    -o -name flatpak -o -name pnpm -o -name uv -o -name mise -o -name rtx -o -name pipx -o -name virtualenvs -o -name lutris \\) -prune -o
  for each in .claude/CLAUDE.md .claude/settings.json .codex/AGENTS.md .codex/config.toml .gemini/GEMINI.md .gemini/settings.json \\
    .qwen/settings.json .aider.conf.yml .config/crush/crush.json .config/goose/config.yaml .cursor/mcp.json .config/opencode/opencode.json .config/opencode/AGENTS.md .config/mise/config.toml; do file "$home/$each"; done
  # Only the servers of this one: the rest of it is a record, and long.
  if [ -f .claude.json ]; then
    servers=$(LC_ALL=C awk '{
      if (!on && index($0, "\\"mcpServers\\"")) { on = 1; depth = 0; open = 0 }
      if (on) { print; depth += gsub(/[{]/, "{") - gsub(/[}]/, "}"); if (index($0, "{")) open = 1; if (open && depth <= 0) on = 0 }
    }' .claude.json 2>/dev/null | head -c "$((maxtext + 1))"; printf x)
    if [ "\${#servers}" -gt "$maxtext" ]; then say unknown; fi
    say from "\${top:-$home}"
    say text "~/.claude.json" "\${servers%x}"
  fi
  say from "$home"
  records='${records}'
  IFS=$lineend
  set -f
  set -- $startup
  for each do started "~/$each" "$home/$each" 3; done
  # Of whole folders only those that speak of the project, of a folder around it, or of a link in the home to one of them.
  if [ -n "$called" ]; then
    spoken=/$called
    speak() { spoken="$spoken$lineend~/$1\${lineend}HOME/$1\${lineend}HOME}/$1$lineend%h/$1$lineend$home/$1"; }
    above=\${top%/*}
    while case $above in "$home"/?*) ;; *) false ;; esac; do speak "\${above#"$home"/}"; above=\${above%/*}; done
    for each in $(find . -maxdepth 1 -type l 2>/dev/null); do
      for path in $wanted; do if [ "$each" -ef "$path" ]; then speak "\${each#./}"; fi; done
    done
    for each in $(find -H $startfolders -maxdepth 4 $records -prune -o -type f -size -512 -exec grep -lF -e "$spoken" {} + 2>/dev/null | head -n 200); do
      started "~/$each" "$home/$each" 1
    done
    # Any other setting of the home that speaks of the project and of the file.
    set --
    set +f
    for each in .[!.]*; do if [ "$each" != .config ]; then set -- "$@" "$each"; fi; done
    set -f
    found=$( (find -H "$@" -maxdepth 2 $records -prune -o -type f -size -128 -exec grep -lF -e "/$called" {} +
      find -H .config -maxdepth 3 $records -prune -o -type f -size -128 -exec grep -lF -e "/$called" {} +) 2>/dev/null)
    n=0
    for each in $found; do
      if ! LC_ALL=C grep -qiF -e "$stems" "$each"; then continue; fi
      n=$((n + 1))
      if [ "$n" -gt 200 ]; then say unknown; break; fi
      text "~/$each" "$home/$each" maybe
    done
  fi
  set +f
  IFS=
  jobs=$(crontab -l 2>/dev/null | head -c "$maxtext"; printf x)
  say text "your crontab" "\${jobs%x}"
  if [ -n "$called" ]; then
    IFS=$lineend
    set -f
    for each in $(find -H /etc/crontab /etc/cron.d /etc/systemd/system /etc/systemd/user /etc/rc.local -maxdepth 2 -type f -size -512 \\
      -exec grep -lF -e "/$called" {} + 2>/dev/null | head -n 200); do text "the system's $each" "$each"; done
    set +f
    IFS=
  fi
fi
sweep "$home/bin" /usr/local/bin -maxdepth 1
IFS=$lineend
set -f
set -- $programs
set +f
IFS=
swept=
for folder in "$@"; do
  case $folder in '~' | '~'/*) folder=$HOME\${folder#'~'} ;; esac
  physical "$folder"
  say programs "$folder" programs "\${real:-$folder}"
  case $swept in *"$lineend$real$lineend"*) continue ;; esac
  swept=$swept$lineend$real$lineend
  if [ -n "$real" ]; then sweep "$real" -maxdepth 1; fi
done
sweep /etc -maxdepth 3 -path /etc/ssl -prune -o
exit 0`;
