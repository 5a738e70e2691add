import { hole } from "./arg.ts";

/** Names that every shell fills with a number. `$RANDOM`, `$UID` and `$!` can be empty. */
const numbers = new Set("$ ? #".split(" "));
/** Names that a shell fills by itself, unless someone has emptied them. */
export const filledNames = `- OLDPWD USER LOGNAME HOSTNAME HOSTTYPE OSTYPE
  MACHTYPE BASH BASH_VERSION BASH_VERSINFO PATH SHELL TERM LANG COLUMNS LINES
  ZSH_VERSION PIPESTATUS`.split(/\s+/);
const alwaysFilled = new Set(filledNames);

/** Names that the shell may fill again at any time, so an assigned value is not certain. */
const filledByShell =
  /^(?:_|REPLY|MAPFILE|OPTARG|OPTIND|COPROC|PWD|OLDPWD|DIRSTACK|PIPESTATUS|FUNCNAME|GROUPS|S?RANDOM|SECONDS|LINENO|HISTCMD|EPOCH\w+|BASH\w*|COMP_\w+|READLINE_\w+|status|pipestatus|argv|ARGC|funcstack|match|mbegin|mend|M(?:ATCH|BEGIN|END)|reply|psvar|words|compstate|signals|errnos|epochtime|langinfo|modules|patchars)$/;

/** Names to which a shell assigns by evaluating the text as arithmetic: there `a[$(id)]` runs `id`. */
const evaluatedByBash = /^(?:S?RANDOM|SECONDS|HISTCMD|OPTIND|LINENO|EPOCH\w+|BASHPID|BASH_SUBSHELL|E?UID|PPID)$/;
const evaluatedByZsh =
  /^(?:COLUMNS|LINES|ERRNO|FUNCNEST|HISTSIZE|KEYTIMEOUT|LISTMAX|LOGCHECK|MAILCHECK|SAVEHIST|SHLVL|TMOUT|TRY_BLOCK_\w+|TTYIDLE|E?GID|ZSH_SUBSHELL|BAUD|REPORT(?:MEMORY|TIME)|DIRSTACKSIZE|ARGC|status)$/;

/** Whether a shell evaluates what it assigns to the name. `sh` may be any of them. */
export const evaluatesValue = (name: string, shell: string): boolean =>
  evaluatedByBash.test(name) || ((shell === "zsh" || shell === "sh") && evaluatedByZsh.test(name));

/** Names that are read-only in some shell: assigning to one is an error, and the shell drops the rest of the line. */
export const isReadOnly = (name: string): boolean =>
  /^(?:E?[UG]ID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO|ARGC|status|pipestatus|ZSH_\w+|LINENO|TTY\w*|HISTCMD|FUNCNAME|GROUPS)$/.test(
    name,
  );

/** Whether a value is a number, even an unknown one: evaluating a number runs nothing. */
export const isNumber = (value: string | null | undefined): boolean =>
  typeof value === "string" && /^-?[\d\ufdd7]+$/u.test(value);

/** What is known about a variable that has one of two values. */
export const eitherValue = (one: string | null | undefined, other: string | null | undefined): string | null =>
  one === other ? (one ?? null) : isNumber(one) && isNumber(other) ? hole.number : null;

/** What `$name` expands to: its value, a place, or a hole. */
export function variableValue(name: string, known: ReadonlyMap<string, string | null>): string {
  const assigned = filledByShell.test(name) && known.has(name) ? null : known.get(name);
  if (assigned === null) return hole.variable;
  if (assigned !== undefined) return assigned;
  if (name === "HOME") return hole.home;
  if (name === "PWD") return hole.cwd;
  if (numbers.has(name)) return hole.number;
  return alwaysFilled.has(name) ? hole.filled : hole.variable;
}
