/**
 * Options of a person that change what a line means. A command of the agent was judged by what the shell makes of it
 * usually, so it runs with the usual value of each, and the person has their own again behind it. Those that are left as
 * they are, and why, are in the test, which knows every option of the shells.
 */

const names = (groups: string[]): string[] => groups.flatMap((group) => group.split(" "));

export const bashUsuallyOff = names([
  // Which commands of a line run: a trap may skip some.
  "extdebug",
  // Where a `cd`, or a name that is a folder, leads.
  "autocd cdable_vars cdspell",
  // Which names a pattern finds, and what is left of one that finds none.
  "dotglob failglob globstar nocaseglob nullglob",
  // What a value is: by a comparison, an echo, a local, a subscript, a translation, a pipe into `read`.
  "assoc_expand_once lastpipe localvar_inherit localvar_unset nocasematch noexpand_translation xpg_echo",
]);
export const bashUsuallyOn = names([
  // Which names a pattern finds: capitals in [a-z], and the folder above by `.*`.
  "globasciiranges globskipdots",
  // Where words end, a comment begins, and a sourced file is looked for.
  "extquote interactive_comments patsub_replacement sourcepath",
]);
export const bashSetUsuallyOff = names([
  // What later programs are given (`X=1` alone, and `X=1` behind the name), patterns, `cd a/..` through a link.
  "allexport keyword noglob physical",
  // Among much else, what `X=1 :` leaves behind.
  "posix",
]);
export const bashSetUsuallyOn = names(["braceexpand"]);

/** As zsh says them itself where they are not as usual, so each is only ever unset. */
export const zshUnusual = names([
  // Where a `cd`, a name that is a folder, and the stack of folders lead.
  "autocd autopushd cdablevars chasedots chaselinks posixcd pushdignoredups pushdminus pushdtohome",
  // Which program runs: a stopped one, a corrected name, `a/b` in a folder of the PATH, one for a lone redirection.
  "autoresume correct correctall cshnullcmd pathdirs shnullcmd",
  // Which names a pattern finds, how they are written, and what is left of one that finds none.
  "braceccl cshnullglob extendedglob globassign globdots globstarshort globsubst kshglob markdirs",
  "nobareglobqual nocaseglob noglob nullglob numericglobsort shglob",
  // Where words and quotes end, and what they hold.
  "cshjunkiequotes ignorebraces ignoreclosebraces magicequalsubst noequals posixstrings rcexpandparam rcquotes",
  "shfileexpansion shwordsplit sunkeyboardhack",
  // What a value is.
  "bashrematch bsdecho cbases cprecedences forcefloat histsubstpattern ksharrays kshtypeset kshzerosubscript",
  "nocasematch nofunctionargzero octalzeroes posixidentifiers rematchpcre",
  // What other grammar is read, what goes on behind an error, what goes to several files, what later programs are given.
  "allexport continueonerror cshjunkieloops nomultios posixaliases posixbuiltins shoptionletters shortrepeat",
]);

/** dash and busybox have the first two. */
export const shUsuallyOff = names(["allexport noglob", "keyword markdirs physical"]);
export const mkshUsuallyOn = "braceexpand";
