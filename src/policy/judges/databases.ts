import { type Arg, type Flow, hole, isDynamic, readable, someFlow } from "../../shell/index.ts";
import { holdsSecrets, readsFile } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { operandsOf, optionValue } from "../options.ts";
import { looksSecret } from "../paths.ts";
import { runsShellText } from "../runners/shell-text.ts";
import type { Judges } from "./judge.ts";

const safer = "Take a backup first, and name the rows: WHERE …";

/** Judges a text of SQL statements by what they would do. Comments and case do not hide anything. */
export function judgeSql(job: Job, text: string, program: string): undefined {
  const plain = text
    .replaceAll(/\/\*!?\d*([\s\S]*?)\*\//g, " ")
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ");
  const target = { kind: "db" as const, value: program, dynamic: false };
  const inComments = [...text.matchAll(/\/\*!\d*([\s\S]*?)\*\//g)].map((match) => match[1] ?? "");
  const statements = [...plain.split(";"), ...inComments].map((statement) => statement.trim());
  for (const statement of statements) {
    const bad = destroys(statement);
    if (bad !== null)
      return danger(job, "destructive", "database.destroys", `${bad} (${readable(statement).slice(0, 80)})`, safer, {
        target,
      });
    if (
      /\b(?:pg_authid|pg_shadow|rolpassword|authentication_string|mysql\.user|sys\.sql_logins|dba_users)\b/i.test(
        statement,
      ) &&
      /^\s*(?:select|with|table|copy)\b/i.test(statement)
    )
      return danger(
        job,
        "exfil",
        "secret.read",
        `Prints password hashes of the database's accounts (${readable(statement).slice(0, 80)}).`,
        "Ask for the names only.",
        { target },
      );
    if (
      /\b(?:into (?:outfile|dumpfile)|load_file\s*\(|lo_export|pg_read_file|pg_ls_dir|copy .* (?:to|from) program|xp_cmdshell|sys_exec|sys_eval|dbms_scheduler|utl_http|load data (?:local )?infile|attach database .*\.php|load_extension\s*\(|set (?:global|persist) (?:general_log_file|slow_query_log_file|secure_file_priv)|writefile\s*\(|edit\s*\(|create (?:or replace )?(?:function|extension) .*(?:language '?(?:plpython|plperlu|c)|soname))/i.test(
        statement,
      )
    ) {
      return danger(
        job,
        "opaque",
        "database.runs-code",
        `Makes the database read or write files, or run programs (${readable(statement).slice(0, 80)}).`,
        "Use plain statements.",
        { target },
      );
    }
    if (
      /^(?:grant|revoke|create (?:user|role|login)|alter (?:user|role|system|login)|set password|drop (?:user|role))\b/i.test(
        statement,
      )
    ) {
      return danger(
        job,
        "escalate",
        "database.rights",
        `Changes who may do what in the database (${readable(statement).slice(0, 80)}).`,
        "Let a person change rights.",
        { target },
      );
    }
  }
  ask(job, "write", "database.statement", `Runs a statement in ${program}.`, { target });
}

function destroys(statement: string): string | null {
  if (
    /^(?:explain |with .*?\)\s*)?drop\s+(?!.*\bindex concurrently\b)(?:database|schema|table|view|materialized|index|sequence|user|role|tablespace|keyspace|owned|column|function|trigger|collection|bucket|measurement|series|type|extension|temporary|if)/i.test(
      statement,
    )
  )
    return "Drops part of the database";
  if (
    /\bdrop\s+(?:database|schema|table|keyspace|collection|column)\b/i.test(statement) &&
    !/^\s*(?:select|insert)\b/i.test(statement)
  )
    return "Drops part of the database";
  if (/^(?:truncate|drop_all|disable_all)\b|^drop\s+['"]/i.test(statement)) return "Empties or drops a table";
  if (/^remove\s+(?:database|namespace|table|user)\b/i.test(statement)) return "Drops part of the database";
  if (/\bdetach\s+delete\b/i.test(statement) && !/\bwhere\b|\{/i.test(statement)) return "Deletes every node";
  if (
    /\bdelete\s+from\b/i.test(statement) &&
    (!/\bwhere\b/i.test(statement) || /\bwhere\s+(?:1\s*=\s*1|true|'1'\s*=\s*'1'|1)\b/i.test(statement)) &&
    !/^\s*(?:select|explain)\b/i.test(statement)
  )
    return "Deletes every row";
  if (
    /^(?:with .*)?update\s+[\w."`[\]]+\s+set\b/i.test(statement) &&
    (!/\bwhere\b/i.test(statement) || /\bwhere\s+(?:1\s*=\s*1|true|1)\b/i.test(statement))
  )
    return "Changes every row";
  if (
    /^(?:flush|reset|purge|shutdown|vacuum full|alter table .* drop|kill)\b/i.test(statement) &&
    !/^flush (?:privileges|tables)$/i.test(statement)
  )
    return "Resets or removes part of the database";
  if (/^execute immediate|^prepare .* from|^do \$\$|^exec(?:ute)?\s*\(/i.test(statement))
    return "Runs a statement that is made while it runs";
  return null;
}

interface Client {
  /** Options whose value is a statement. */
  code: string[];
  /** Operands from this one on are statements. */
  operand?: number;
  /** Options with a value that is no statement. */
  valued: string;
}

const clients: Record<string, Client> = {
  psql: {
    code: ["-c", "--command"],
    valued: "-d -U -h -p -f -o -v -L -F -R -P --dbname --username --host --port --file --set --output",
  },
  mysql: { code: ["-e", "--execute", "--init-command"], valued: "-u -h -P -D -S --user --host --port --database" },
  mariadb: { code: ["-e", "--execute", "--init-command"], valued: "-u -h -P -D -S --user --host --port --database" },
  sqlite3: { code: ["-cmd"], operand: 1, valued: "-separator -init -newline -nullvalue" },
  sqlcmd: { code: ["-Q", "-q"], valued: "-S -U -P -d -i -o" },
  clickhouse: { code: ["-q", "--query"], valued: "-h -u --host --user --password -d" },
  "clickhouse-client": { code: ["-q", "--query"], valued: "-h -u --host --user --password -d" },
  cqlsh: { code: ["-e", "--execute"], valued: "-u -p -k -f" },
  duckdb: { code: ["-c", "-s"], operand: 1, valued: "" },
  snowsql: { code: ["-q"], valued: "-a -u -d" },
  bq: { code: [], operand: 1, valued: "--project_id --dataset_id --location" },
  beeline: { code: ["-e"], valued: "-u -n -p -f" },
  hive: { code: ["-e"], valued: "-f" },
  "spark-sql": { code: ["-e"], valued: "-f" },
  "impala-shell": { code: ["-q"], valued: "-f -i" },
  presto: { code: ["--execute"], valued: "--server --catalog" },
  isql: { code: [], valued: "-U -P" },
  ysqlsh: { code: ["-c"], valued: "-d -U -h -p -f" },
  usql: { code: ["-c"], valued: "" },
  pgcli: { code: [], valued: "-h -U -d" },
  mycli: { code: ["-e"], valued: "-h -u -D" },
  influx: { code: ["-execute"], valued: "-database -host" },
  sqlplus: { code: [], valued: "" },
  trino: { code: ["--execute"], valued: "--server --catalog" },
  hbase: { code: [], operand: 1, valued: "" },
  "cypher-shell": { code: [], operand: 0, valued: "-u -p -a -d -f --username --password --address --database" },
  surreal: {
    code: [],
    operand: 1,
    valued: "--conn --endpoint -e --user -u --pass -p --ns --namespace --db --database",
  },
  cockroach: { code: ["-e", "--execute"], valued: "--host --database" },
};

function sqlClient(job: Job): Flow {
  const client = clients[job.name] as Client;
  const codes = job.args.flatMap((arg, index): Arg[] => {
    if (client.code.includes(arg.text)) return job.args[index + 1] === undefined ? [] : [job.args[index + 1] as Arg];
    const last = client.code.some(
      (name) => name.length === 2 && /^-[A-Za-z]{2,}$/.test(arg.text) && arg.text.endsWith(name.slice(1)),
    );
    if (last && job.args[index + 1] !== undefined) return [job.args[index + 1] as Arg];
    const long = client.code.find((name) => name.startsWith("--") && arg.text.startsWith(`${name}=`));
    if (long !== undefined) return [{ ...arg, text: arg.text.slice(long.length + 1) }];
    const short = client.code.find(
      (name) => name.length === 2 && arg.text.startsWith(name) && arg.text.length > 2 && !arg.text.startsWith("--"),
    );
    return short === undefined ? [] : [{ ...arg, text: arg.text.slice(2) }];
  });
  const valued = new Set(client.valued.split(" ").filter((name) => name !== ""));
  const operands = job.args.filter(
    (arg, index) =>
      !arg.text.startsWith("-") &&
      !valued.has(job.args[index - 1]?.text ?? "") &&
      !client.code.includes(job.args[index - 1]?.text ?? ""),
  );
  for (const operand of operands)
    if (/^(?:sqlite3|duckdb)$/.test(job.name) && holdsSecrets(operand.text, job)) readsFile(job, operand);
  if (client.operand !== undefined) codes.push(...operands.slice(client.operand));
  if (job.stdin.text !== null && codes.length === 0)
    codes.push({ text: job.stdin.text, span: job.span, variables: [], flow: null });
  for (const code of codes) judgeStatement(job, code);
  const verb = operands.slice(0, 2).find((arg) => /^(?:rm|delete|drop|truncate)$/.test(arg.text));
  if (verb !== undefined) danger(job, "destructive", "database.destroys", `${shown(job)} removes data.`, safer);
  const file = optionValue(job.args, "-f", "--file", "-i", "-init");
  if (file?.text.includes(hole.pipe) === true)
    danger(
      job,
      "opaque",
      "run.unread",
      `Runs statements in ${job.name} that nobody has read.`,
      "Save them to a file and read it first.",
    );
  if (codes.length === 0) {
    if (!job.stdin.empty && (job.stdin.file === null || job.stdin.file.includes(hole.pipe)) && job.stdin.text === null)
      danger(
        job,
        "opaque",
        "run.unread",
        `Runs statements in ${job.name} that nobody has read.`,
        "Save them to a file and read it first.",
      );
    else ask(job, "opaque", "database.open", `Opens ${job.name}, or runs a file of statements in it.`);
  }
  return someFlow;
}

function judgeStatement(job: Job, code: Arg): undefined {
  if (isDynamic(code)) {
    const known = code.text.replaceAll(/[\ufdd0-\ufdef]/gu, " x ");
    if (/\b(?:drop|delete|truncate|update|alter)\b/i.test(known) || /^[\ufdd0\ufdd1]+$/u.test(code.text.trim())) {
      return danger(
        job,
        "destructive",
        "database.dynamic",
        `A statement for ${job.name} is only known at run time.`,
        "Write the statement out.",
        { span: code.span },
      );
    }
  }
  const shellEscape =
    /^\s*(?:\\!|\.(?:shell|system|sh)\b|system\b|\\\s*!)\s*(.*)$/ms.exec(code.text) ??
    /\\!\s*(.*)$/m.exec(code.text) ??
    /\\o\s*\|(.*)$/m.exec(code.text) ??
    /\\copy .* (?:to|from) program '([^']*)'/i.exec(code.text);
  if (shellEscape !== null) {
    danger(
      job,
      "opaque",
      "database.runs-code",
      `Starts a program from inside ${job.name}.`,
      "Run the program directly.",
      { span: code.span },
    );
    runsShellText(job, shellEscape[1] ?? "", job.name);
    return;
  }
  if (/^\s*\.(?:load|import|output|once|excel|log|restore|clone|save|backup|dump|read|open|cd)\b/m.test(code.text)) {
    const file = code.text.trim().split(/\s+/)[1] ?? "";
    if (/^\s*\.(?:load|restore)\b/m.test(code.text) || /\|/.test(file) || looksSecret(file))
      danger(
        job,
        "opaque",
        "database.runs-code",
        `Loads or replaces something through ${job.name} (${readable(code.text).slice(0, 60)}).`,
        "Use plain statements.",
      );
    else ask(job, "write", "database.file", `Reads or writes a file through ${job.name}.`);
    return;
  }
  judgeSql(job, code.text, job.name);
}

const mongoDestroys =
  /\b(?:dropDatabase|drop|remove|deleteMany|deleteOne|dropIndexes|dropUser|shutdownServer|removeShard|dropAllUsersFromDatabase|renameCollection|updateMany)\s*\(|fsyncLock|replSetReconfig/;

function mongo(job: Job): Flow {
  const code = optionValue(job.args, "--eval")?.text ?? job.stdin.text ?? "";
  if (/[\ufdd0\ufdd1]/u.test(code))
    danger(job, "opaque", "code.dynamic", "Runs code in the database that is only known at run time.", "Write it out.");
  else if (mongoDestroys.test(code) && !/deleteOne\(\s*\{\s*\w/.test(code))
    danger(
      job,
      "destructive",
      "database.destroys",
      `Removes data from the database (${readable(code).slice(0, 80)}).`,
      safer,
    );
  else if (/child_process|require\s*\(|load\s*\(|runProgram|run\s*\(|createUser|grantRoles/.test(code))
    danger(
      job,
      "opaque",
      "database.runs-code",
      "The code reaches outside the database, or changes rights.",
      "Use plain queries.",
    );
  else ask(job, "write", "database.statement", `Runs ${job.name}.`);
  return someFlow;
}

const redisDestroys =
  /^(?:flushall|flushdb|shutdown|debug|config|replicaof|slaveof|migrate|failover|reset|cluster|acl|module|script|eval|evalsha|swapdb|restore|bgrewriteaof)$/i;

function redis(job: Job): Flow {
  const words = job.args
    .filter(
      (arg, index) =>
        !arg.text.startsWith("-") &&
        !/^-[hpnaus]$|^--(?:user|pass|uri|cacert|cert|key)$/.test(job.args[index - 1]?.text ?? ""),
    )
    .map((arg) => arg.text);
  const [verb = "", second = ""] = words;
  const isRead =
    redisDestroys.test(verb) &&
    /^(?:get|list|info|nodes|slots|myid|usage|doctor|whoami|cat|help)$/i.test(second) &&
    !/^(?:eval|flush)/i.test(verb);
  if (/[\ufdd0\ufdd1]/u.test(verb) || (!job.stdin.empty && job.stdin.text === null && job.stdin.file === null))
    danger(
      job,
      "opaque",
      "database.dynamic",
      "What it does in the database is only known at run time.",
      "Write it out.",
    );
  else if (redisDestroys.test(verb) && !isRead)
    danger(
      job,
      "destructive",
      "database.destroys",
      `${verb} removes data, or changes what the server runs.`,
      "Name the keys.",
    );
  else if (/flushall|flushdb/i.test(job.stdin.text ?? ""))
    danger(job, "destructive", "database.destroys", "Removes all data.", "Name the keys.");
  else if (job.args.some((arg) => arg.text === "--eval" || arg.text === "--pipe"))
    ask(job, "opaque", "database.statement", "Runs a script in the database.");
  else if (/^(?:del|unlink)$/i.test(verb) && words.some((word) => /\*/.test(word) || /[\ufdd0-\ufdd5]/u.test(word)))
    danger(job, "destructive", "database.destroys", "Deletes keys that are only chosen at run time.", "Name the keys.");
  else ask(job, "write", "database.statement", `Runs ${shown(job)}.`);
  return someFlow;
}

function dumps(job: Job): Flow {
  ask(job, "read", "private.database", `${job.name} copies a whole database.`);
  return { ...someFlow, private: true };
}

function restores(job: Job): Flow {
  const wipes = job.args.some((arg) => /^(?:-c|--clean|--drop|--if-exists|--overwrite-tables)/.test(arg.text));
  if (wipes) danger(job, "destructive", "database.destroys", `${job.name} replaces what is in the database.`, safer);
  else ask(job, "write", "database.restore", `${job.name} writes into a database.`);
  return someFlow;
}

function drops(job: Job): Flow {
  danger(job, "destructive", "database.destroys", `${shown(job)} removes a database or an account of it.`, safer, {
    target: { kind: "db", value: readable(job.args.at(-1)?.text ?? ""), dynamic: false },
  });
  return someFlow;
}

function mysqladmin(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (/\b(?:drop|shutdown|password|flush-\w+|kill|stop-\w+|reload)\b/.test(text))
    danger(job, "destructive", "database.destroys", `${shown(job)} removes data or changes access.`, safer);
  else ask(job, "read", "database.status", `Runs ${shown(job)}.`);
  return someFlow;
}

function pgControl(job: Job): Flow {
  const [verb] = operandsOf(job.args);
  if (verb?.text === "status") return someFlow;
  if (
    /^(?:stop|restart|promote|kill|init|initdb)$/.test(verb?.text ?? "") &&
    /immediate|-D\s|kill|init/.test(shown(job))
  )
    danger(
      job,
      "destructive",
      "database.stops",
      `${shown(job)} stops the database without a clean end.`,
      "Use the service manager.",
    );
  else ask(job, "write", "database.control", `Runs ${shown(job)}.`);
  return someFlow;
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const databaseJudges: Judges = {
  ...each(Object.keys(clients).join(" "), sqlClient),
  ...each("mongosh mongo", mongo),
  ...each("redis-cli valkey-cli keydb-cli", redis),
  ...each("pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup", dumps),
  ...each("pg_restore mongorestore mongoimport mysqlimport mysql_restore", restores),
  ...each(
    "dropdb dropuser mysql_secure_installation pg_resetwal pg_dropcluster pg_archivecleanup myisamchk innochecksum",
    drops,
  ),
  pg_ctl: pgControl,
  mysqladmin,
  "mariadb-admin": mysqladmin,
};
