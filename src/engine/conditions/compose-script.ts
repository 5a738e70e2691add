/** Variables that choose a version, a place or a name. Of any other one compose may print the value, in a list or in a complaint. */
const shownVariables =
  "([A-Za-z0-9_]+_)?(TAG|VERSION|PORT|HOST|HOSTNAME|DOMAIN|REGISTRY|IMAGE|PLATFORM|ARCH|UID|GID|USER|HOME|PWD|TZ|ENV|ENVIRONMENT|NAME|LEVEL)";

/**
 * Whether a file of a compose project names no other file, sets up no other engine and shows no variable, as a function of
 * the condition script. Escapes, tags of YAML and 16-bit letters could spell such a name in another way.
 */
export const composeFunctions = `
closed() {
  if ! plain "$1" || [ "$(($(tr -dc '\\000' <"$1" | wc -c)))" -gt 0 ]; then return 1; fi
  lacks "$1" 'include|extends|env_file|label_file|COMPOSE_|DOCKER_|[Pp][Rr][Oo][Xx][Yy][[:space:]]*=|(^|[^A-Za-z0-9_])(PATH|HOME)[[:space:]]*=|\\\\|![^ =]' || return 1
  # A line that is no variable is shown in the complaint about it.
  case $1 in
    */.env) holds "$1" '^[[:space:]]*(#.*|(export[[:space:]]+)?[A-Za-z_][A-Za-z0-9_.-]*[[:space:]]*=.*)?$' || return 1 ;;
    *) lacks "$1" "(^|[^A-Za-z0-9_./-])file[\\"']?[[:space:]]*(:|$)" || return 1 ;;
  esac
  others=$(LC_ALL=C sed -E -e 's/[$][$]//g' -e 's/[$][{]${shownVariables}(:?-[^$}]*)?[}]//g' -e 's/[$]${shownVariables}([^A-Za-z0-9_]|$)/ /g' "$1" && printf x) || return 1
  case $others in *'$'*) return 1 ;; esac
}`;
