/**
 * Names whose judges prove reading themselves, because a row cannot: built-ins of shells, programs that run others (the
 * other one is judged in its turn), and languages whose text is read by its grammar. Each refuses every option and word
 * that it does not know.
 */
export const provedByCode: ReadonlySet<string> = new Set(
  `[ : test true false return break continue shift wait jobs dirs times pwd cd pushd popd echo printf read mapfile readarray
  getopts alias local set shopt hash enable compgen ulimit umask trap source . eval
  nice ionice timeout gtimeout stdbuf time unbuffer command builtin nocorrect noglob caffeinate watch env xargs gxargs chronic
  softlimit linux32 linux64 setarch busybox sh bash dash zsh ksh ksh93 mksh ash rbash yash
  awk gawk mawk nawk original-awk sed gsed jq gojq jaq yq find gfind fd fdfind tee`.split(/\s+/),
);
