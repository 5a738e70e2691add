/** A program that goes where files of its own say, over ssh. */
export interface SettingsProgram {
  names: RegExp;
  /** Below the folder it runs in or is told of, and below every folder above it. */
  above?: readonly string[];
  /** The same for files of which each line is an address, as `user@host:path`. */
  lines?: readonly string[];
  /** Below what a variable of the environment names: the variable, then a pattern. */
  under?: readonly (readonly [variable: string, pattern: string])[];
  /** Variables that hold a list of such files, with colons in between. */
  listed?: readonly string[];
  /** Its settings name servers, and no logins over ssh: each counts as a word of the line does. */
  namesServers?: true;
  /** Words that make it read other settings than those named here. */
  elsewhere?: RegExp;
  /** Variables that are addresses themselves. */
  values?: readonly string[];
  /** Variables that make it read other files than those named here. */
  moves?: RegExp;
  /** Whether these words reach no other machine, whatever the settings say. */
  stays?(words: readonly (string | null)[]): boolean;
}

const containerFiles = ["etc/containers", "usr/share/containers"].flatMap((folder) =>
  ["containers.conf", "containers.conf.d/*"].map((file) => ["ROOT", `${folder}/${file}`] as const),
);

/** What Mercurial and Subversion do here alone. `hg update` and `svn update` may get parts from elsewhere. */
const hgHere = new Set(
  (
    "add addremove annotate backout blame bookmark bookmarks branch branches cat ci commit config copy cp diff export " +
    "files forget graft grep heads help histedit locate log manifest merge mv parents paths phase rebase recover remove " +
    "rename resolve revert rm rollback root shelve st status tag tags tip unshelve verify version"
  ).split(" "),
);
const svnHere = new Set(
  "add changelist cl cleanup di diff help info resolve resolved revert st stat status upgrade".split(" "),
);
/** A revision, or news, of the other side. */
const asksSvnServer = /^-\w*[ucr]|^--(?:show-up|rev|ch|old|new)/;

/** All that a file names counts, whichever of it a command would use: which one that is, only the program knows. */
export const settingsPrograms: readonly SettingsProgram[] = [
  {
    names: /^(?:docker|docker-compose|docker-buildx|nerdctl)$/,
    above: [".env"],
    under: ["config.json", "contexts/meta/*/meta.json", "buildx/instances/*"].flatMap((file) => [
      ["HOME", `.docker/${file}`] as const,
      ["DOCKER_CONFIG", file] as const,
    ]),
    values: ["DOCKER_HOST"],
    moves: /\b(?:HOME|DOCKER_CONFIG|BUILDX_CONFIG)=/,
  },
  {
    names: /^(?:podman|podman-remote|podman-compose)$/,
    above: [".env"],
    under: [
      ...["containers.conf", "containers.conf.d/*", "podman-connections.json"].flatMap((file) => [
        ["HOME", `.config/containers/${file}`] as const,
        ["XDG_CONFIG_HOME", `containers/${file}`] as const,
      ]),
      ...containerFiles,
    ],
    values: ["CONTAINER_HOST", "DOCKER_HOST"],
    moves: /\b(?:HOME|XDG_CONFIG_HOME|CONTAINERS_CONF\w*|PODMAN_CONNECTIONS_CONF)=/,
  },
  {
    names: /^(?:kubectl|k|oc|kubecolor|helm|helm3)$/,
    namesServers: true,
    under: [
      ["HOME", ".kube/config"],
      ["HOME", ".config/helm/repositories.yaml"],
      ["XDG_CONFIG_HOME", "helm/repositories.yaml"],
    ],
    listed: ["KUBECONFIG"],
    values: ["HELM_KUBEAPISERVER"],
    moves: /\b(?:HOME|KUBECONFIG|XDG_CONFIG_HOME|HELM_\w+)=/,
    elsewhere: /^--(?:kubeconfig|repository-config|registry-config)/,
  },
  {
    names: /^(?:apt|apt-get|aptitude)$/,
    under: [
      ["ROOT", "etc/apt/sources.list"],
      ["ROOT", "etc/apt/sources.list.d/*"],
    ],
    moves: /\bAPT_CONFIG=/,
    elsewhere: /^(?:-[a-zA-Z]*[co]|--(?:config-file|option))/,
  },
  {
    names: /^(?:hg|chg)$/,
    above: [".hg/hgrc", ".hg/hgrc-not-shared", ".hgsub"],
    under: [
      ["HOME", ".hgrc"],
      ["HOME", ".config/hg/hgrc"],
      ["XDG_CONFIG_HOME", "hg/hgrc"],
      ["ROOT", "etc/mercurial/hgrc"],
      ["ROOT", "etc/mercurial/hgrc.d/*.rc"],
    ],
    moves: /\b(?:HOME|XDG_CONFIG_HOME|HGRCPATH)=/,
    stays: ([word]) => typeof word === "string" && hgHere.has(word),
  },
  {
    names: /^svn$/,
    above: [".svn/wc.db", ".svn/entries"],
    stays: (words) =>
      typeof words[0] === "string" &&
      svnHere.has(words[0]) &&
      words.every((word) => word !== null && !asksSvnServer.test(word)),
  },
  {
    names: /^(?:bzr|brz)$/,
    above: [".bzr/branch/branch.conf", ".bzr/branch/location", ".bzr/branch/bound"],
    under: ["locations.conf", "bazaar.conf", "breezy.conf"].flatMap((file) =>
      [".bazaar", ".config/bazaar", ".config/breezy"].map((folder) => ["HOME", `${folder}/${file}`] as const),
    ),
    moves: /\b(?:HOME|BZR_HOME|BRZ_HOME|XDG_CONFIG_HOME)=/,
  },
  { names: /^darcs$/, lines: ["_darcs/prefs/defaultrepo", "_darcs/prefs/repos"] },
  { names: /^cvs$/, lines: ["CVS/Root"], values: ["CVSROOT"] },
];

/**
 * Prints the addresses over ssh in settings. Operands come in fours: what to look at, where, which file, how to read it.
 * A file that is there but cannot be read, or may be another one for the program, or names further files, ends the look.
 */
export const settingsScript = (plainFunctions: string): string => `unset CDPATH
IFS=
LC_ALL=C; export LC_ALL
ROOT=
maxbytes=64000000
${plainFunctions}
scheme='([A-Za-z0-9.-]*[+])?(ssh|sftp|scp)[a-z+-]*|svn[+][A-Za-z0-9_-]+'
server='https?://[][A-Za-z0-9._~%@:-]+'
address="($scheme)://[][A-Za-z0-9._~%+=:@-]+|:ext[^:]*:[][A-Za-z0-9._@-]+:"
printed() { tr '\\n' '\\000'; }
# Not every grep takes a database for text. In JSON a slash may have a backslash in front; comments do not count.
settings() {
  isthere "$1" || return 0
  plainbehind "$1" && [ "$(wc -c <"$1")" -le "$maxbytes" ] || return 1
  expression=$address
  if [ "$2" = server ]; then expression=$server; fi
  if [ "$2" = line ]; then head -n 50 "$1" | printed; return 0; fi
  case $1 in *hgrc* | *.rc) if grep -q '^%include' "$1"; then return 1; fi ;; esac
  found=$({ case $1 in *.db) cat "$1" ;; *) sed '/^[[:space:]]*[#;]/d' "$1" ;; esac; } | tr -d '\\134' | tr -c '\\040-\\176' '\\n' | grep -oE "$expression")
  if [ "$?" -gt 1 ]; then return 1; fi
  if [ -n "$found" ]; then printf '%s\\n' "$found" | sort -u | printed; fi
  return 0
}
upwards() {
  up=$(pwd -P; printf x); up=\${up%?x}
  while :; do
    settings "\${up%/}/$1" "$2" || return 1
    if [ "\${up:-/}" = / ]; then return 0; fi
    up=\${up%/*}; up=\${up:-/}
  done
}
# What a line names may be a folder, a file in one, or no name of a file at all.
perhaps() {
  inside=$1
  if [ -f "$inside" ]; then inside=$(dirname "$inside"; printf x); inside=\${inside%?x}; fi
  if [ ! -d "$inside" ]; then return 0; fi
  cd -- "$inside" 2>/dev/null || return 1
  upwards "$2" "$3"
}
below() {
  eval "base=\\\${$1-unset}"
  if [ "$base" = unset ]; then return 0; fi
  cd -- "$base/" 2>/dev/null || return 0
  base=$(pwd -P; printf x); base=\${base%?x}
  for file in $2; do settings "\${base%/}/$file" "$3" || return 1; done
}
listed() {
  eval "rest=\\\${$1-}"
  while [ -n "$rest" ]; do
    file=\${rest%%:*}
    case $rest in *:*) rest=\${rest#*:} ;; *) rest= ;; esac
    if [ -n "$file" ]; then settings "$file" "$2" || return 1; fi
  done
}
value() { eval "text=\\\${$1-}"; if [ -n "$text" ]; then printf '%s\\000' "$text"; fi; }
while [ "$#" -gt 3 ]; do
  case $1 in
    in) (cd -- "$2" && upwards "$3" "$4") || exit 1 ;;
    home-in) (cd -- "$HOME/$2" && upwards "$3" "$4") || exit 1 ;;
    perhaps) (perhaps "$2" "$3" "$4") || exit 1 ;;
    home-perhaps) (perhaps "$HOME/$2" "$3" "$4") || exit 1 ;;
    under) (below "$2" "$3" "$4") || exit 1 ;;
    listed) (listed "$2" "$4") || exit 1 ;;
    value) value "$2" ;;
  esac
  shift 4
done
exit 0`;
