/** Programs that are given keys, and what they do with them. */

export const shellPrograms = /^-?(?:ba|z|da|k|mk|a|fi|c|tc|rba|ya)?sh$/;

/** Shells whose grammar is not the one of the terminal's own shell. */
export const otherShells = new Map<string, "fish" | "pwsh" | "unknown">([
  ["fish", "fish"],
  ["pwsh", "pwsh"],
  ...["csh", "tcsh", "nu", "elvish", "xonsh"].map((name) => [name, "unknown"] as const),
]);

export const pagers = /^(?:less|more|most|man|pager)$/;
export const editorsLikeVi = /^(?:n?vi|vim?|nvim|view|vimdiff|rvim)(?:\.\w+)?$/;

/** Programs with a language of their own that nobody here reads, and the lines of it that are known to start nothing. */
export const commandTakers = new Map<string, RegExp | null>([
  ...each(
    "gdb lldb gdb-multiarch",
    /^(?:bt|backtrace|where|info|list|l|next|n|step|s|continue|c|finish|up|down|frame|f|break|b|help|quit|q)(?: [\w ./:*+-]*)?$/,
  ),
  ...each("ed red ex", /^(?:[\d,.$;]*[pnl=]?|q)$/),
  ...each("ftp tnftp sftp lftp", /^(?:ls|dir|pwd|lpwd|cd|help|bye|quit|exit|status)(?: [\w./-]+)?$/),
  ...each(
    `R julia tclsh wish iex erl beam.smp octave octave-cli jshell java ghci ghc scala gnuplot maxima deno bun crystal sbcl
    clisp racket guile dc swift gp sage pwsh nu elvish xonsh kotlinc groovysh`,
    null,
  ),
]);

function each(names: string, harmless: RegExp | null): [string, RegExp | null][] {
  return names.split(/\s+/).map((name) => [name, harmless]);
}

const psqlLooks = /^\\(?:d\w*\+?|l\+?|x|q|a|t|timing|conninfo|h|\?)(?: [\w .*]*)?;?$/;
const sqliteLooks =
  /^\.(?:tables|schema|headers|mode|databases|indexes|help|quit|exit|width|timer|show)(?: [\w %-]*)?$/;
const mysqlWords =
  /^(?:select|show|describe|desc|explain|insert|update|delete|create|alter|drop|truncate|replace|set|use|begin|start|commit|rollback|with|grant|revoke|analyze|optimize|call|lock|unlock|help|status|quit|exit|from|where|and|or|order|group|limit|join|left|inner|on|values|having|union|\(|\)|;|$)(?!\w)/i;

/**
 * A program with a language that is judged: how its text is handed to the judge of it, and which of its lines start no
 * program. A client has commands beside its language, and some of them do.
 */
interface Client {
  names: RegExp;
  language: string;
  isHarmless: (line: string) => boolean;
}

const isPlainLine = (line: string): boolean => !/^[.!%:\\]/.test(line) || /^\.(?:exit|help|break|clear)$/.test(line);

const client = (names: RegExp, language: string, isHarmless = isPlainLine): Client => ({ names, language, isHarmless });

export const clients: readonly Client[] = [
  // ipython: `!program`, `x = !program`, `%magic`.
  client(/^(?:i|b|pt|pti)?python[\d.]*$|^pypy[\d.]*$/i, "python3 -c", (line) => !/!(?!=)|(?:^|=)\s*%/.test(line)),
  client(/^node(?:js)?$/, "node -e"),
  client(/^(?:irb|ruby|pry)[\d.]*$/, "ruby -e"),
  client(/^php[\d.]*$/, "php -r"),
  client(/^lua(?:jit)?[\d.]*$/, "lua -e"),
  client(/^perl[\d.]*$/, "perl -e"),
  client(/^psql$/, "psql -c", (line) => psqlLooks.test(line) || !line.includes("\\")),
  client(/^(?:mysql|mariadb)$/, "mysql -e", (line) => mysqlWords.test(line) && !/\\(?![Ggcqs](?!\w))/.test(line)),
  client(/^sqlite3$/, "sqlite3 x", (line) => !line.startsWith(".") || sqliteLooks.test(line)),
  client(/^mongosh?$/, "mongosh --eval"),
  client(/^redis-cli$/, "redis-cli"),
  client(/^cqlsh$/, "cqlsh -e"),
];
