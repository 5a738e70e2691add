import { type Arg, type Flow, hole, isDynamic, plainArg, readable, someFlow } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { isFedUnseen } from "../fetched-files.ts";
import { holdsSecrets, readsFile } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { statementHarm } from "../languages/sql.ts";
import { optionValue, parseArgs } from "../options.ts";
import { looksSecret } from "../paths.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

const backup = "Take a backup first, and name the rows: WHERE …";

/**
 * Clients of databases: their options, where `=!` takes a statement and `=.` a file of statements, and the operand from
 * which on operands are statements.
 */
const clients = new Map(
  `
psql ysqlsh: -c=! --command=! -f=. --file=. -d= -U= -h= -p= -o= -v= -L= -F= -R= -P= --dbname= --username= --host= --port= --set= --output=
mysql mariadb mycli: -e=! --execute=! --init-command=! -u= -h= -P= -D= -S= -p[=] --user= --host= --port= --database=
sqlite3 1 words: -cmd=! -init=. -separator= -newline= -nullvalue=
sqlcmd: -Q=! -q=! -i=. -S= -U= -P= -d= -o=
clickhouse clickhouse-client: -q=! --query=! -h= -u= -d= --host= --user= --password=
cqlsh: -e=! --execute=! -f=. --file=. -u= -p= -k=
duckdb 1: -c=! -s=! -f=.
snowsql: -q=! -f=. -a= -u= -d=
bq 1: --project_id= --dataset_id= --location=
beeline: -e=! -f=. -u= -n= -p=
hive spark-sql: -e=! -f=.
impala-shell: -q=! -f=. -i=
presto trino: --execute=! -f=. --file=. --server= --catalog=
isql: -i=. -U= -P=
usql: -c=! -f=. --file=.
pgcli: -h= -U= -d=
influx words: -execute=! -f=. -database= -host=
sqlplus: -f=.
hbase 1: -f=.
cypher-shell 0: -f=. --file=. -u= -p= -a= -d= --username= --password= --address= --database=
surreal 1: -e= -u= -p= --conn= --endpoint= --user= --pass= --ns= --namespace= --db= --database=
cockroach: -e=! --execute=! -f=. --file=. --host= --database=
`
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, names = "", from, words, options = ""] = /^(.+?)(?: (\d))?( words)?: (.*)$/.exec(line) ?? [];
      const table = optionTable({ options, words: words !== undefined });
      return names.split(" ").map((name) => [name, { table, from: from === undefined ? null : Number(from) }] as const);
    }),
);

function sqlClient(job: Job): Flow {
  const client = clients.get(job.name);
  if (client === undefined) return someFlow;
  const { options, operands } = parseArgs(job.args, client.table);
  const valuesOf = (role: string) =>
    options.flatMap(({ known, value }) => (known?.role === role && value !== null ? [value] : []));
  const given = [...valuesOf("run"), ...(client.from === null ? [] : operands.slice(client.from))];
  const isFed = given.length === 0 && job.stdin.text !== null;
  const statements = isFed ? [plainArg(job.stdin.text ?? "", job.span)] : given;
  // What it opens as a database and does not understand is printed.
  if (client.from === 1) for (const file of operands) if (holdsSecrets(file.text, job)) readsFile(job, file);
  for (const statement of statements) judgeStatement(job, statement);
  if (operands.slice(0, 2).some(({ text }) => /^(?:rm|delete|drop|truncate)$/.test(text)))
    tell(job, "destroys", "database.destroys", `${shown(job)} removes data.`, { safer: backup });
  const isUnread = valuesOf("open").some(({ text }) => text.includes(hole.pipe));
  if (isUnread || (statements.length === 0 && isFedUnseen(job)))
    tell(job, "runs-unread", "run.unread", `Runs statements in ${job.name} that nobody has read.`);
  else if (statements.length === 0)
    tell(job, "starts", "database.open", `Opens ${job.name}, or runs a file of statements in it.`);
  return someFlow;
}

/** What a client runs itself: `\! COMMAND`, `.shell COMMAND`, `\o |COMMAND`, `\copy … to program 'COMMAND'`. */
const shellEscapes = [
  /^\s*(?:\.(?:shell|system|sh)\b|system\b)\s*(.*)$/m,
  /\\\s*!\s*(.*)$/m,
  /\\o\s*\|(.*)$/m,
  /\\copy .* (?:to|from) program '([^']*)'/i,
];
const fileCommand =
  /^\s*\.(load|restore|import|output|once|excel|log|clone|save|backup|dump|read|open|cd)\b(?:\s+(\S+))?/m;

function judgeStatement(job: Job, code: Arg): undefined {
  const known = code.text.replaceAll(/[\ufdd0-\ufdef]/gu, " ");
  const mayHarm =
    /^[\ufdd0\ufdd1]+$/u.test(code.text.trim()) || /\b(?:drop|delete|truncate|update|alter)\b/i.test(known);
  if (isDynamic(code) && mayHarm)
    return tell(job, "destroys", "database.dynamic", `A statement for ${job.name} is only known at run time.`, {
      safer: "Write the statement out.",
      at: code,
    });
  const command = shellEscapes.map((pattern) => pattern.exec(code.text)?.[1]).find((found) => found !== undefined);
  if (command !== undefined) {
    const safer = "Run the program directly.";
    tell(job, "runs-unread", "database.runs-code", `Starts a program from inside ${job.name}.`, { safer, at: code });
    runsShellText(job, command, job.name);
    return;
  }
  const [, verb, file = ""] = fileCommand.exec(code.text) ?? [];
  if (verb !== undefined) {
    const isHarm = verb === "load" || verb === "restore" || file.includes("|") || looksSecret(file);
    return isHarm
      ? tell(job, "runs-unread", "database.runs-code", `Loads or replaces something through ${job.name} (.${verb}).`)
      : tell(job, "writes", "database.file", `Reads or writes a file through ${job.name}.`);
  }
  const target = { kind: "db" as const, value: job.name, dynamic: false };
  const harm = statementHarm(code.text);
  if (harm === null) return ask(job, "write", "database.statement", `Runs a statement in ${job.name}.`, { target });
  const say = `${harm.say} (${readable(harm.statement).slice(0, 80)}).`;
  tell(job, harm.effect, harm.rule, say, harm.effect === "destroys" ? { safer: backup } : {});
}

const mongoDestroys = new Set(
  `dropDatabase drop remove deleteMany deleteOne dropIndexes dropUser shutdownServer removeShard renameCollection
  dropAllUsersFromDatabase updateMany fsyncLock replSetReconfig`.split(/\s+/),
);
const mongoReaches = new Set("require load run runProgram createUser grantRolesToUser grantRolesToRole".split(" "));

/** The shell of MongoDB is JavaScript; what it calls tells what it does. */
function mongo(job: Job): Flow {
  const code = optionValue(job.args, "--eval")?.text ?? job.stdin.text ?? "";
  const calls = [...code.matchAll(/(\w+)\s*\(/g)].map((match) => match[1] ?? "");
  if (/[\ufdd0\ufdd1]/u.test(code))
    danger(job, "opaque", "code.dynamic", "Runs code in the database that is only known at run time.", "Write it out.");
  else if (calls.some((name) => mongoDestroys.has(name)) && !/deleteOne\(\s*\{\s*\w/.test(code))
    tell(job, "destroys", "database.destroys", `Removes data from the database (${readable(code).slice(0, 80)}).`);
  else if (calls.some((name) => mongoReaches.has(name)) || code.includes("child_process"))
    tell(job, "runs-unread", "database.runs-code", "The code reaches outside the database, or changes rights.");
  else tell(job, "writes", "database.statement", `Runs ${job.name}.`);
  return someFlow;
}

export const databaseJudges: Judges = {
  ...Object.fromEntries([...clients.keys()].map((name) => [name, sqlClient])),
  mongosh: mongo,
  mongo,
};
