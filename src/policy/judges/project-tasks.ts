import { type Arg, type Flow, literal, readable } from "../../shell/index.ts";
import { broughtTo, isUnread } from "../brought.ts";
import { judgedPath } from "../file-access.ts";
import { danger, type Job, shown } from "../job.ts";
import { signs } from "../languages/code-signs.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import { fromStranger } from "./stranger.ts";

/** Names of tasks that empty, drop or roll back a database, in the frameworks' own spellings. */
const task =
  /(?:^|[:._-])(?:db|database|ecto|schema|migrate|migration|migrations|doctrine|data)[:._-](?:[\w:.-]*[:._-])?(?:drop|reset|fresh|refresh|wipe|purge|truncate|nuke|clean|destroy|drop[-_]?all)(?:$|[:._-])|^(?:drop|reset|wipe|nuke|destroy|flush|purge|truncate)[-_](?:db|database|all|schema|tables?)$|^(?:drop-?all|db-?drop|reset_db|sqlflush_run)$/i;
/** Two words that mean the same: `prisma migrate reset`, `flyway clean`, `alembic downgrade base`. */
const pairs =
  /\b(?:migrate reset|migrations? (?:reset|fresh)|db (?:drop|reset|wipe|truncate)|database (?:drop|reset|delete)|schema drop|flyway clean|downgrade base|ecto drop|alembic downgrade base|drizzle-kit drop|goose (?:reset|down-to 0)|dbmate drop|migrate drop|migrate down --all|hasura metadata clear)\b/;
const flags = /^--(?:force-reset|accept-data-loss|drop-database|drop-tables|drop-schema|drop-all)$/;
const frameworkCommands = /^(?:flush|reset_db|sqlflush|dropdb|drop_db|reset_schema|clear_db|delete_all)$/;

/**
 * Project code is asked about, since the project decides what it does. A task whose name says that a database is
 * emptied is danger all the same: `rails db:drop`, `manage.py flush`, `prisma migrate reset`.
 */
export function judgeTask(job: Job, args: readonly Arg[] = job.args): boolean {
  const words = args.map((arg) => literal(arg) ?? "");
  const operands = words.filter((word) => !word.startsWith("-"));
  const line = [job.name, ...operands].join(" ");
  const isManage = [job.name, ...operands].some(
    (word, index, all) => /manage\.py$|^artisan$|^console$/.test(word) && frameworkCommands.test(all[index + 1] ?? ""),
  );
  const rollsAllBack =
    operands.some((word) => /(?:rollback|undo|down)(?:$|:)/.test(word)) &&
    words.some((word) => /^--all$|:all$/.test(word));
  const bad =
    operands.some((word) => task.test(word)) ||
    pairs.test(line) ||
    words.some((word) => flags.test(word)) ||
    isManage ||
    rollsAllBack;
  if (!bad) return false;
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
  // `cmake -E rm -rf ~`: build tools have runners of their own.
  findsHiddenCommand(job);
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
  if (job.shell.cwd !== "" && fetched !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      "Runs the build of a repository that this command line has just fetched; nobody has read it.",
      "Clone it first, read it, then build.",
    );
}

/** What is known of a word that names the program to run: `java -jar FILE`, `make -f FILE`, `spark-submit FILE`, `-`. */
function programAt(job: Job, args: readonly Arg[], index: number): Flow | undefined {
  const { text } = args[index] as Arg;
  const before = args[index - 1]?.text ?? "";
  if (/^(?:-|\/dev\/stdin)$/.test(text)) return job.stdin;
  if (loadsCode.test(job.name) && fromStranger(text)) return { ...job.stdin, fetched: true };
  const isProgram = programOption.test(before) || (loadsCode.test(job.name) && !text.startsWith("-"));
  return isProgram ? broughtTo(job, text) : undefined;
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
      {
        span: unread.span,
      },
    );
}
