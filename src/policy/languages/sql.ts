import type { Effect } from "../effects/effect-rows.ts";

export interface Harm {
  effect: Effect;
  rule: string;
  say: string;
}

/** What a statement begins with, each a few words in a row; `*` is any one word. */
const destroys = phrases(`drop, drop_all, disable_all, truncate, flush, reset, purge, shutdown, kill, vacuum full,
  remove database, remove namespace, remove table, remove user, alter table * drop, alter collection * drop`);
const isHarmless = /^(?:drop index concurrently\b|flush (?:privileges|tables)$)/;
const rights = phrases(`grant, revoke, set password, create user, create role, create login, alter user, alter role,
  alter system, alter login, drop user, drop role`);
const assembles = phrases("execute immediate, prepare * from, do $$, exec(, execute(");

/** Words that mean the same wherever they stand in a statement. */
const drops = phrases("drop database, drop schema, drop table, drop keyspace, drop collection, drop column");
const reaches =
  phrases(`into outfile, into dumpfile, load_file(, lo_export, pg_read_file, pg_ls_dir, xp_cmdshell, sys_exec,
  sys_eval, dbms_scheduler, utl_http, load data infile, load data local infile, load_extension(, writefile(, edit(,
  set * general_log_file, set * slow_query_log_file, set * secure_file_priv, soname, language plpython,
  language plpythonu, language plpython3u, language plperlu, language c`);
const hashes = phrases(
  "pg_authid, pg_shadow, rolpassword, authentication_string, mysql.user, sql_logins, sys.sql_logins, dba_users",
);

/** What a text of statements does that is worse than a change, by the words it is made of. */
export function statementHarm(text: string): (Harm & { statement: string }) | null {
  // MySQL runs what stands in `/*! … */`.
  const comments = [...text.matchAll(/\/\*!\d*([\s\S]*?)\*\//g)].map((match) => match[1] ?? "");
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, " ").replaceAll(/--[^\n]*/g, " ");
  for (const part of [...plain.split(";"), ...comments]) {
    const statement = part.trim().replaceAll(/\s+/g, " ");
    const harm = harmOf(statement.toLowerCase());
    if (harm !== null) return { ...harm, statement };
  }
  return null;
}

function harmOf(statement: string): Harm | null {
  const words = wordsOf(statement);
  const begins = (list: readonly string[][]) => list.some((phrase) => standsAt(words, phrase, 0));
  const holds = (list: readonly string[][]) =>
    list.some((phrase) => words.some((_, at) => standsAt(words, phrase, at)));
  const isRead = /^(?:select|explain)$/.test(words[0] ?? "");
  const isInsert = words[0] === "insert";
  const lost = (say: string): Harm => ({ effect: "destroys", rule: "database.destroys", say });
  if (begins(destroys) && !isHarmless.test(statement)) return lost("Drops, empties or resets part of the database");
  if (holds(drops) && !isRead && !isInsert) return lost("Drops part of the database");
  if (/\bdetach delete\b/.test(statement) && !/\bwhere\b|\{/.test(statement)) return lost("Deletes every node");
  if (/\bdelete from\b/.test(statement) && !isRead && takesAll(statement)) return lost("Deletes every row");
  if (/^(?:with .*)?update [^ ]+ set\b/.test(statement) && takesAll(statement)) return lost("Changes every row");
  if (begins(assembles)) return lost("Runs a statement that is made while it runs");
  if (holds(hashes) && /^(?:select|with|table|copy)$/.test(words[0] ?? ""))
    return { effect: "exposes", rule: "secret.read", say: "Prints password hashes of the database's accounts" };
  if (holds(reaches) || /\bcopy .* (?:to|from) program\b|\battach database .*\.php/.test(statement))
    return {
      effect: "runs-unread",
      rule: "database.runs-code",
      say: "Makes the database read or write files, or run programs",
    };
  if (begins(rights))
    return { effect: "escalates", rule: "database.rights", say: "Changes who may do what in the database" };
  return null;
}

const takesAll = (statement: string): boolean =>
  !/\bwhere\b/.test(statement) || /\bwhere (?:1\b|true\b|'1')/.test(statement);

/** Names without their quotes; an opening bracket stays with the name that it calls. */
const wordsOf = (statement: string): string[] =>
  statement
    .replaceAll(/["'`[\]]/g, "")
    .replaceAll(/\s*\(/g, "( ")
    .split(/[\s,)=]+/)
    .filter((word) => word !== "");

const standsAt = (words: readonly string[], phrase: readonly string[], at: number): boolean =>
  phrase.every((part, index) => {
    const word = words[at + index];
    return word !== undefined && (part === "*" || word === part || word.replace(/^\w+\.|\($/g, "") === part);
  });

function phrases(text: string): string[][] {
  return text.split(/,\s+/).map((phrase) => phrase.trim().split(" "));
}
