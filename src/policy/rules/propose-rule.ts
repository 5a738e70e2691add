import { assess } from "../assess.ts";
import type { PolicyContext, Rule, RuleOption } from "../types.ts";
import { isExact, isTextOption, optionName } from "./match-rule.ts";
import { parseRules } from "./parse-rules.ts";

/** What "always allow" would write. `toml` is the text for the rules file; `rule` is the same, parsed. */
export interface ProposedRule {
  rule: Rule;
  toml: string;
}

/** Tools of which some words after the name belong to the command: `npm run build`, `docker compose up`. */
const arity: Record<string, number> = {
  npm: 2,
  pnpm: 2,
  yarn: 2,
  bun: 2,
  git: 2,
  cargo: 2,
  go: 2,
  pip: 2,
  pip3: 2,
  brew: 2,
  docker: 2,
  podman: 2,
  kubectl: 2,
  helm: 2,
  systemctl: 3,
  service: 3,
  terraform: 2,
  make: 2,
  gh: 3,
  poetry: 2,
  mvn: 2,
  gradle: 2,
  "./gradlew": 2,
  dotnet: 2,
  composer: 2,
  bundle: 2,
  rails: 2,
  apt: 2,
  "apt-get": 2,
  dnf: 2,
  rustup: 2,
  supervisorctl: 3,
  pm2: 3,
  just: 2,
  task: 2,
  turbo: 2,
  nx: 2,
  mix: 2,
  stack: 2,
  cabal: 2,
  ruff: 2,
  biome: 2,
};
const longer: Record<string, number> = {
  "vitest run": 2,
  "npm run": 3,
  "pnpm run": 3,
  "yarn run": 3,
  "bun run": 3,
  "docker compose": 3,
  "kubectl rollout": 3,
  "git stash": 3,
  "git worktree": 3,
  "git remote": 3,
  "git submodule": 3,
  "go mod": 3,
  "poetry run": 3,
  "bundle exec": 3,
  "turbo run": 3,
  "docker image": 3,
  "docker network": 3,
};

/** Of these what follows the beginning is files of the project, and nothing that leads further. */
const takesFiles = new Set(
  `mkdir touch eslint prettier tsc jest vitest mocha pytest black isort flake8 mypy pyright rubocop rspec phpunit gofmt rustfmt
  shellcheck`
    .split(/\s+/)
    .concat(
      "vitest run,git add,git commit,go test,go build,go vet,go fmt,cargo build,cargo check,cargo test,cargo clippy,cargo fmt,ruff check,ruff format,biome check,biome format,biome lint".split(
        ",",
      ),
    ),
);

/** Options of these that have no value: the word behind them is another input. */
const flags: Readonly<Record<string, string>> = {
  mkdir: "-p -v",
  eslint: "--fix --quiet --cache",
  prettier: "--write -w --check -c --list-different -l",
  tsc: "--noEmit --strict --skipLibCheck --watch -w --pretty",
  jest: "--watch --coverage --ci --runInBand -i --verbose --silent --bail --passWithNoTests",
  vitest: "--run --watch --coverage",
  "vitest run": "--coverage",
  mocha: "--exit --bail -b",
  pytest: "-x -v -vv -q -qq -s -l --lf --ff",
  black: "--check --diff -q -v",
  isort: "--check --check-only --diff -q",
  mypy: "--strict",
  rubocop: "-a -A --autocorrect",
  gofmt: "-l -d -s -w -e",
  rustfmt: "--check",
  shellcheck: "-x -a",
  "git add": "-A --all -u --update -p --patch -v -n -f --force -N --intent-to-add",
  "git commit": "-a --all -s --signoff -v -q --amend --no-edit --allow-empty -p --patch",
  "go test": "-v -race -short -cover",
  "go build": "-v -race",
  "ruff check": "--fix --unsafe-fixes",
  "ruff format": "--check --diff",
  "biome check": "--write --fix --unsafe",
  "biome format": "--write --fix",
  "biome lint": "--write --fix --unsafe",
};

/**
 * The options that the person saw. What stands behind one may be its value, an output or a program to load, so it is
 * part of the rule as it was written, unless the option is known to have none or to take a text.
 */
function optionsSeen(argv: readonly (string | null)[], words: readonly string[]): RuleOption[] {
  const name = words.join(" ");
  const plain = flags[name]?.split(" ") ?? [];
  const seen = argv.flatMap((word, at): RuleOption[] => {
    if (at === 0 || !word?.startsWith("-")) return [];
    const next = argv[at + 1];
    const isWhole = word.includes("=") || word === "--" || plain.includes(word) || isTextOption(name, word);
    if (isWhole) return [optionName(word)];
    return [[word, next === undefined || next === null || next.startsWith("-") ? "" : next]];
  });
  return [...new Map(seen.map((each) => [JSON.stringify(each), each])).values()];
}

/** Second words that reach further than their name says. */
const never =
  /^(?:docker|podman) (?:run|exec|cp|compose exec|compose run)$|^kubectl (?:exec|cp|run|debug|delete|apply|edit|patch)$|^git (?:config|push|clone|filter-branch|submodule|-c|clean|reset|checkout|bisect|rm)$|^(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|publish|config|create)$|^poetry run$|^bundle exec$|^go (?:run|generate|tool)$|^cargo (?:run|install|publish)$|^(?:pip3?|brew|apt|apt-get|dnf|composer|gem) (?:install|remove|uninstall|purge|add|require)$|^helm (?:uninstall|install|upgrade)$|^terraform (?:apply|destroy|import|state)$|^gh (?:api|secret|auth|repo|gist|extension|alias)$|^(?:systemctl|service|supervisorctl|pm2) (?:stop|disable|mask|delete|kill|edit)$|^(?:make|just|task)$|^mvn (?:deploy|exec)$|^dotnet (?:run|tool|nuget)$|^rails (?:runner|console|dbconsole)$|^mix run$|^stack (?:exec|runghc|ghci)$|^cabal (?:exec|run|repl)$|^docker (?:system|build)$|^git (?:am|apply)$/;

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
  const count = longer[`${name} ${second ?? ""}`] ?? arity[name];
  if (count === undefined) return null;
  const words = argv.slice(0, count);
  if (words.length < count || words.some((word) => word === null || word.startsWith("-") || word === "")) return null;
  const known = words.filter((word) => word !== null);
  return never.test(known.slice(0, 2).join(" ")) || never.test(known.join(" ")) ? null : known;
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
