import { type Arg, type Flow, likelyFolder, literal, readable } from "../../shell/index.ts";
import { fetchedTo, isUnread } from "../fetched-files.ts";
import { judgedPath } from "../file-access.ts";
import { danger, type Job, shown } from "../job.ts";
import { signs } from "../languages/code-signs.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import { isUntrustedSource } from "./untrusted-source.ts";

/** What stands for a database in the name of a task, and what is done to it: `db:drop`, `migrate:fresh`, `schema_reset`. */
const databases = "db|database|ecto|schema|migrate|migrations?|doctrine|data";
const ends = "drop|reset|fresh|refresh|wipe|purge|truncate|nuke|clean|destroy|drop[-_]?all";
const task = new RegExp(`(?:^|[:._-])(?:${databases})[:._-](?:[\\w:.-]*[:._-])?(?:${ends})(?:$|[:._-])`, "i");
const wholeTask =
  /^(?:(?:drop|reset|wipe|nuke|destroy|flush|purge|truncate)[-_](?:db|database|all|schema|tables?)|drop-?all|db-?drop|reset_db|sqlflush_run)$/i;
/** The same in words of their own: `prisma migrate reset`, `flyway clean`, `alembic downgrade base`. */
const inWords: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:migrate|migrations?)$/, /^(?:reset|fresh|drop)$/],
  [/^(?:db|database)$/, /^(?:drop|reset|wipe|truncate|delete)$/],
  [/^(?:schema|ecto|dbmate|drizzle-kit)$/, /^drop$/],
  [/^(?:flyway|liquibase)$/, /^(?:clean|drop-all|dropAll)$/],
  [/^downgrade$/, /^base$/],
  [/^goose$/, /^reset$/],
  [/^down-to$/, /^0$/],
  [/^metadata$/, /^clear$/],
  [
    /(?:^|\/)(?:manage\.py|artisan|console)$/,
    /^(?:flush|reset_db|sqlflush|dropdb|drop_db|reset_schema|clear_db|delete_all)$/,
  ],
];
const flags = /^--(?:force-reset|accept-data-loss|drop-database|drop-tables|drop-schema|drop-all)$/;

/**
 * Project code is asked about, since the project decides what it does. A task whose name says that a database is
 * emptied is danger all the same: `rails db:drop`, `manage.py flush`, `prisma migrate reset`.
 */
export function judgeTask(job: Job, args: readonly Arg[] = job.args): boolean {
  const words = args.map((arg) => literal(arg) ?? "");
  const operands = [job.name, ...words.filter((word) => !word.startsWith("-"))];
  const rollsAllBack =
    operands.slice(1).some((word) => /(?:rollback|undo|down)(?:$|:)/.test(word)) &&
    words.some((word) => /^--all$|:all$/.test(word));
  const isTask =
    operands.slice(1).some((word) => task.test(word) || wholeTask.test(word)) ||
    operands.some((word, at) => inWords.some(([one, next]) => one.test(word) && next.test(operands[at + 1] ?? ""))) ||
    words.some((word) => flags.test(word)) ||
    rollsAllBack;
  if (!isTask) return false;
  danger(
    job,
    "destructive",
    "database.task",
    `${shown(job)} drops, empties or rolls back a database.`,
    "Take a backup first, and check which database the project is configured for.",
    { target: { kind: "db", value: "the project's database", dynamic: false } },
  );
  return true;
}

/** Options through which a build loads or starts a program of somebody's choice. */
const hookOption =
  /^--?(?:exec|toolexec|vettool|wrapper|fplugin|plugin|plugin-path|javaagent|agentpath|agentlib|init-script|preload|load-plugin|runner|extensions?-path|rulesdir)(?:[=:,]|$)|^-B\/(?:var\/)?tmp/;

/** Compilers and runners; formatters and linters only look at the code they get. */
const readsCode = /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|rustc|swift|dart|ipython|tsx|rails|kotlinc|dotnet)$/;

/** Building and testing: tasks by their names, options that bring other code, and folders that were just fetched. */
export function judgeBuild(job: Job, args: readonly Arg[]): undefined {
  judgeTask(job, args);
  // `cmake -E rm -rf ~`: build tools have runners of their own. What tests are called is no command.
  findsHiddenCommand({ ...job, args: job.args.filter((_, at) => !isTestFilter(job.args[at - 1])) });
  runsUnread(job, args);
  const code = readsCode.test(job.name) ? (job.stdin.text ?? "") : "";
  const sign = signs.find(({ pattern }) => pattern.test(code));
  if (sign !== undefined)
    danger(
      job,
      sign.risk,
      sign.ruleId,
      `The code for ${job.name} ${sign.say}.`,
      "Write it to a file that a person has read.",
    );
  const hook = args.find((arg) => hookOption.test(arg.text));
  if (hook !== undefined)
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(hook.text)} makes ${job.name} load or run a program of its own.`,
      `Use ${job.name} without it.`,
      { span: hook.span },
    );
  const here = judgedPath(".", job).path;
  const fetched = [...job.shell.files].find(
    ([folder, flow]) => flow.fetched && (here === folder || here.startsWith(`${folder}/`)),
  );
  if (likelyFolder(job.shell) !== "" && fetched !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      "Runs the build of a repository that this command line has just fetched; nobody has read it.",
      "Clone it first, read it, then build.",
    );
}

const isTestFilter = (before: Arg | undefined): boolean =>
  /^--(?:grep|filter|testNamePattern)$/.test(before?.text ?? "");

/** What is known of a word that names the program to run: `java -jar FILE`, `make -f FILE`, `spark-submit FILE`, `-`. */
function programAt(job: Job, args: readonly Arg[], index: number): Flow | undefined {
  const { text } = args[index] as Arg;
  const before = args[index - 1]?.text ?? "";
  if (/^(?:-|\/dev\/stdin)$/.test(text)) return job.stdin;
  if (loadsCode.test(job.name) && isUntrustedSource(text)) return { ...job.stdin, fetched: true };
  const isProgram = programOption.test(before) || (loadsCode.test(job.name) && !text.startsWith("-"));
  return isProgram ? fetchedTo(job, text) : undefined;
}
const programOption = /^(?:-jar|-cp|-classpath|--jars|-f|--file|--makefile|--class-path)$/;
/** Their first word, which may be an address, is code or a template with hooks. */
const loadsCode = /^(?:dotnet|swift|spark-submit|jupyter|papermill|cookiecutter|copier|degit|yo)$/;

/** A file that is a pipe from elsewhere: `go run <(curl …)`. */
export function runsUnread(job: Job, args: readonly Arg[]): undefined {
  const unread = args.find((arg, index) => isUnread(arg.flow) || isUnread(programAt(job, args, index)));
  if (unread !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      `${job.name} runs text that nobody has read.`,
      "Save it to a file, and read it first.",
      { span: unread.span },
    );
}
