import { assess } from "../assess.ts";
import type { PolicyContext, Rule, RuleOption } from "../types.ts";
import { isExact, isTextOption, optionName } from "./match-rule.ts";
import { parseRules } from "./parse-rules.ts";

/** What "always allow" would write. `toml` is the text for the rules file; `rule` is the same, parsed. */
export interface ProposedRule {
  rule: Rule;
  toml: string;
}

/** Entries of a list that may go over several lines. */
const listed = (text: string, between = /\s+/): string[] => text.trim().split(between);

/** Tools of which so many words belong to the command: `npm test`, `gh pr view`. */
const arity: ReadonlyMap<string, number> = new Map([
  ...listed(
    `npm pnpm yarn bun git cargo go pip pip3 brew docker podman kubectl helm terraform make poetry mvn gradle ./gradlew
    dotnet composer bundle rails apt apt-get dnf rustup just task turbo nx mix stack cabal ruff biome`,
  ).map((name) => [name, 2] as const),
  ...listed("systemctl service gh supervisorctl pm2").map((name) => [name, 3] as const),
]);
/** Sub-commands with another number. */
const longer: ReadonlyMap<string, number> = new Map([
  ["vitest run", 2],
  ...listed(
    `npm run, pnpm run, yarn run, bun run, docker compose, docker image, docker network, kubectl rollout, git stash,
    git worktree, git remote, git submodule, go mod, poetry run, bundle exec, turbo run`,
    /,\s+/,
  ).map((name) => [name, 3] as const),
]);

/**
 * Of these what follows the beginning is files of the project, and nothing that leads further. Behind a colon stand the
 * options that have no value: the word behind them is another file.
 */
const takesFiles: ReadonlyMap<string, readonly string[]> = new Map(
  listed(
    `touch,flake8,pyright,rspec,phpunit,go vet,go fmt,cargo build,cargo check,cargo test,cargo clippy,cargo fmt:
    mkdir: -p -v
    eslint: --fix --quiet --cache
    prettier: --write -w --check -c --list-different -l
    tsc: --noEmit --strict --skipLibCheck --watch -w --pretty
    jest: --watch --coverage --ci --runInBand -i --verbose --silent --bail --passWithNoTests
    vitest: --run --watch --coverage
    vitest run: --coverage
    mocha: --exit --bail -b
    pytest: -x -v -vv -q -qq -s -l --lf --ff
    black: --check --diff -q -v
    isort: --check --check-only --diff -q
    mypy: --strict
    rubocop: -a -A --autocorrect
    gofmt: -l -d -s -w -e
    rustfmt: --check
    shellcheck: -x -a
    git add: -A --all -u --update -p --patch -v -n -f --force -N --intent-to-add
    git commit: -a --all -s --signoff -v -q --amend --no-edit --allow-empty -p --patch
    go test: -v -race -short -cover
    go build: -v -race
    ruff check: --fix --unsafe-fixes
    ruff format: --check --diff
    biome check: --write --fix --unsafe
    biome format: --write --fix
    biome lint: --write --fix --unsafe`,
    /\n\s*/,
  ).flatMap((line) => {
    const [names = "", options = ""] = line.split(":");
    return names.split(",").map((name) => [name, listed(options)] as const);
  }),
);

/**
 * The options that the person saw. What stands behind one may be its value, an output or a program to load, so it is
 * part of the rule as it was written, unless the option is known to have none or to take a text.
 */
function optionsSeen(argv: readonly (string | null)[], words: readonly string[]): RuleOption[] {
  const name = words.join(" ");
  const plain = takesFiles.get(name) ?? [];
  const seen = argv.flatMap((word, at): RuleOption[] => {
    if (at === 0 || !word?.startsWith("-")) return [];
    const next = argv[at + 1];
    const isWhole = word.includes("=") || word === "--" || plain.includes(word) || isTextOption(name, word);
    if (isWhole) return [optionName(word)];
    return [[word, next === undefined || next === null || next.startsWith("-") ? "" : next]];
  });
  return [...new Map(seen.map((each) => [JSON.stringify(each), each])).values()];
}

/** Sub-commands that reach further than their name says. */
const never: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  listed(
    `podman: run, exec, cp, compose exec, compose run
    docker: run, exec, cp, compose exec, compose run, system, build
    kubectl: exec, cp, run, debug, delete, apply, edit, patch
    git: config, push, clone, filter-branch, submodule, -c, clean, reset, checkout, bisect, rm, am, apply
    npm,pnpm,yarn,bun: exec, x, dlx, publish, config, create
    poetry: run
    bundle: exec
    go: run, generate, tool
    cargo: run, install, publish
    pip,pip3,brew,apt,apt-get,dnf,composer,gem: install, remove, uninstall, purge, add, require
    helm: uninstall, install, upgrade
    terraform: apply, destroy, import, state
    gh: api, secret, auth, repo, gist, extension, alias
    systemctl,service,supervisorctl,pm2: stop, disable, mask, delete, kill, edit
    mvn: deploy, exec
    dotnet: run, tool, nuget
    rails: runner, console, dbconsole
    mix: run
    stack: exec, runghc, ghci
    cabal: exec, run, repl`,
    /\n\s*/,
  ).flatMap((line) => {
    const [names = "", words = ""] = line.split(":");
    return names.split(",").map((name) => [name, new Set(listed(words, /,\s*/))] as const);
  }),
);
/**
 * The longest beginning of a command that can be allowed for good without opening more than was asked for.
 * Null where there is none: interpreters, shells, wrappers, `git` as a whole, sudo, rm, network tools, several
 * commands at once, redirects, anything dynamic.
 */
export function proposeRule(command: string, context: PolicyContext, id?: string): ProposedRule | null {
  const assessment = assess(command, context);
  const [first, ...others] = assessment.commands;
  if (assessment.verdict !== "ask" || first === undefined || others.length > 0) return null;
  if (assessment.findings.some((finding) => finding["redirect"] === true || finding.argv.length === 0)) return null;
  const words = prefixOf(first.argv);
  if (words === null) return null;
  const name = id ?? newId(`allow-${words.join("-").replaceAll(/[^\w-]+/g, "")}`, context);
  const beginning = words.map((word) => [word]);
  // What the person saw is what they allow: other options and folders may lead to other files and programs.
  const limits: Rule["when"] = takesFiles.has(words.join(" "))
    ? { cmd: beginning, options: optionsSeen(first.argv, words), operands: "inside" }
    : { cmd: first.argv.map((word) => [word ?? ""]), ends: true };
  const when = { ...limits, ...(context.cwd !== undefined && { folder: [context.cwd] }) };
  const why = `A person allowed "${words.join(" ")}".`;
  const toml = toToml({ id: name, why, when: { ...when, target: [context.target] } }, command);
  const { rules, problems } = parseRules(toml, { scope: "user", file: "" });
  const [rule] = rules;
  // The agent chose the words and the folder: none of them may mean more than itself, or something else once written.
  if (rule === undefined || problems.length > 0 || !isExact(rule)) return null;
  // The proposal must do what it promises, and nothing for what is chained to it.
  const tried = (text: string) => assess(text, { ...context, rules: [rule] }).verdict;
  if (
    tried(command) !== "allow" ||
    tried(`${command}; npm-unknown`) === "allow" ||
    tried(`${command} > out`) === "allow"
  )
    return null;
  return { rule, toml };
}

/** The same command may be allowed in another folder as well; a rule that is there twice would not be used. */
function newId(id: string, { rules = [] }: PolicyContext): string {
  const isTaken = (name: string) => rules.some((rule) => rule.id === name);
  let number = 1;
  while (isTaken(number === 1 ? id : `${id}-${number}`)) number++;
  return number === 1 ? id : `${id}-${number}`;
}

function prefixOf(argv: readonly (string | null)[]): string[] | null {
  const [name, second] = argv;
  if (name === null || name === undefined) return null;
  // What a compiler writes beside its input may be a file that acts.
  if (name === "tsc" && !argv.includes("--noEmit")) return null;
  // A sub-command stays in the rule: in its place another word would be another one.
  if (takesFiles.has(name) && !takesFiles.has(`${name} ${second ?? ""}`)) return [name];
  const count = longer.get(`${name} ${second ?? ""}`) ?? arity.get(name);
  if (count === undefined) return null;
  const words = argv.slice(0, count);
  if (words.length < count || words.some((word) => word === null || word.startsWith("-") || word === "")) return null;
  const known = words.filter((word) => word !== null);
  const [, ...verbs] = known;
  const isRefused = [1, 2].some((many) => never.get(name)?.has(verbs.slice(0, many).join(" ")));
  return isRefused ? null : known;
}

function toToml(rule: Pick<Rule, "id" | "why" | "when">, example: string): string {
  const text = (value: string) => JSON.stringify(value);
  const cmd = (rule.when.cmd ?? []).map((words) => text(words[0] ?? "")).join(", ");
  const target = (rule.when.target ?? []).map(text).join(", ");
  const { options, folder } = rule.when;
  const limits = [
    options === undefined
      ? "ends = true"
      : `options = [${options.map((each) => (typeof each === "string" ? text(each) : `[${each.map(text).join(", ")}]`)).join(", ")}], operands = "inside"`,
    ...(folder === undefined ? [] : [`folder = [${folder.map(text).join(", ")}]`]),
  ].join(", ");
  return `[[rule]]
id = ${text(rule.id)}
effect = "allow"
why = ${text(rule.why)}
when = { cmd = [${cmd}], ${limits}, target = [${target}] }
examples = { match = [${text(example)}], not = [${text(`${example}; rm -rf ~`)}] }
`;
}
