import { posix } from "node:path";
import { commandsOfSetting, linesOfScript, type SettingCommand } from "./setting-commands.ts";

/** How a text that acts by itself comes to run the folder it is for. */
export type Acting =
  /** Agents, editors and services start it, and nobody runs the project: also a script of make or npm counts. */
  | "server"
  /** Work with git starts it: what it runs through a script of make or npm is the project being run. */
  | "hook";

const servers =
  /(?:^|\/)(?:[^/]*mcp[^/]*\.(?:jsonc?|ya?ml)|\.mcp\/.*|\.claude\.json|(?:opencode|crush)\.jsonc?|\.(?:claude|codex|gemini|qwen|cursor|kiro|windsurf|amazonq|roo|cline|kilocode|continue|opencode|crush|zed|agents?|factory|augment|copilot|trae|junie|goose)\/.*|\.claude-plugin\/.*|hooks\/hooks\.json|gemini-extension\.json|\.vscode\/tasks\.json|[^/]*\.code-workspace)$/i;
const hooks =
  /^git's |(?:^|\/)(?:\.husky\/.*|\.?lefthook[^/]*|\.pre-commit[^/]*|package\.json|\.envrc|\.git-?hooks\/.*|\.(?:simple-git-hooks|lintstaged|huskyrc)[^/]*|devcontainer\.json|\.devcontainer[^/]*|\.gitpod\.ya?ml)$/i;

/** Null for a text that runs no folder by itself, such as a list of settings for an editor. */
export function actingOf(source: string): Acting | null {
  if (servers.test(source)) return "server";
  return hooks.test(source) ? "hook" : null;
}

/**
 * Whether a text that acts by itself runs the folder that it is for as a whole: `node .`, `cargo run`, `npm run mcp`. A
 * program that nobody knows may run the folder that it is given.
 */
export function runsItsFolder(source: string, text: string): boolean {
  const acting = actingOf(source);
  if (acting === null) return false;
  return commandsOfSetting(source, withDots(text)).some((command) => isRun(command, acting));
}

/** What one part of a pipe lists, another one may run. */
function isRun(command: SettingCommand, acting: Acting): boolean {
  if (command.some((words) => runsFolder(words, acting))) return true;
  const areLooks = command.every((words) => {
    const [program = "", ...rest] = unwrapped(words).command;
    return program === "" || looksOnly(posix.basename(program).toLowerCase(), rest);
  });
  return command.length > 1 && !areLooks && command.some((words) => words.slice(1).some(isHere));
}

const folderNames =
  /\$\{?(?:PWD|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|GEMINI_PROJECT_DIR|CURSOR_PROJECT_DIR|workspaceFolder|workspaceRoot|PROJECT_ROOT|DIRENV_DIR|(?:env:)?PWD)\}?(?![\w])|\$\(\s*(?:pwd(?:\s+-P)?|git rev-parse --show-toplevel)\s*\)|`(?:pwd|git rev-parse --show-toplevel)`/g;

/** The names that hooks and editors have for the folder they start in. */
const withDots = (text: string): string => text.replaceAll(folderNames, ".");

const isHere = (word: string): boolean => /^(?:\.?|\*+)$/.test(posix.normalize(word || "x").replace(/^\.\/|\/$/g, ""));
/** The value of an option counts as well: `--package=.`. */
const givesHere = (word: string): boolean => isHere(word.replace(/^-[^=]*=/, ""));

function runsFolder(words: readonly string[], acting: Acting): boolean {
  const { command, path, before } = unwrapped(words);
  const [first = "", ...rest] = command;
  if (path.some(isHere) || (before.some(isFetcher) && [...before, first].some(givesHere))) return true;
  const program = posix.basename(first).toLowerCase();
  if (first === "" || program === "cd" || looksOnly(program, rest)) return false;
  if (shells.test(program)) return runsText(rest, acting);
  if (before.some(isFetcher) && isPublished(first)) return false;
  if (/^(?:docker|podman|docker-compose)$/.test(program)) return runsContainer(rest, acting);
  if (rest.some(givesHere)) return true;
  if (goesElsewhere(rest)) return false;
  const [action = ""] = rest.filter((word) => !word.startsWith("-"));
  if (builders[program]?.test(action)) return !namesOwnFile(program, rest);
  if (acting === "hook") return false;
  return scripts.test(program) && !(program in plainUses && plainUses[program]?.test(action)) && !isTest(rest);
}

const shells = /^(?:ba|z|da|k|fi)?sh$|^(?:cmd|pwsh|powershell)(?:\.exe)?$/;

/** What a shell is given as text (`sh -c "node ."`); the option may be one of several letters. */
function runsText(rest: readonly string[], acting: Acting): boolean {
  const at = rest.findIndex((word) => /^-\w*c$|^\/c$|^-command$/i.test(word));
  if (at < 0) return rest.some(isHere);
  return linesOfScript(rest.slice(at + 1).join(" ")).some((command) => isRun(command, acting));
}

const wrapping =
  /^(?:if|then|else|elif|while|until|do|!|\{|\(|env|exec|command|nohup|time|sudo|nice|xargs|-|@|npx|bunx|pnpx|uvx|pipx|setsid|stdbuf|caffeinate|dotenv|cross-env|concurrently|direnv)$/;
const searchPaths = /^(?:export\s+)?\w*(?:PATH|LIB|OPTIONS|PRELOAD)$/i;

/** A command without what stands in front of it, and the folders that it is told to search for code. */
function unwrapped(words: readonly string[]): { command: string[]; path: string[]; before: string[] } {
  const path: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    const given = /^(\w+)=(.*)$/s.exec(word);
    if (given && searchPaths.test(given[1] ?? "")) path.push(...(given[2] ?? "").split(/[:;]/));
    const isOption = at > 0 && /^-\w|^--?[\w-]+$/.test(word) && wrapping.test(words[at - 1] ?? "");
    if (!given && word !== "export" && word !== "PATH_add" && !isOption && !wrapping.test(word)) break;
  }
  if (words[0] === "PATH_add" || words[0] === "path_add") path.push(...words.slice(1));
  return { command: words.slice(at), path, before: words.slice(0, at) };
}

const listed = (text: string): RegExp => new RegExp(`^(?:${text.trim().split(/\s+/).join("|")})$`);
/** They look at the files below the folder that they are given, or run the project's tests there. */
const looks =
  listed(`eslint prettier biome oxlint tsc vue-tsc stylelint standard xo markdownlint markdownlint-cli2 cspell knip ruff
  black isort flake8 pylint pyright basedpyright mypy bandit codespell shellcheck shfmt yamllint hadolint actionlint gofmt
  goimports golangci-lint gofumpt staticcheck gosec govulncheck rubocop clang-format clang-tidy swiftformat swiftlint ktlint
  rustfmt grep egrep fgrep rg echo printf test \\[ \\[\\[ exit return jest vitest mocha ava tap playwright cypress pytest py.test
  tox nox unittest rspec phpunit ctest bats lint-staged sort uniq head tail wc cut tr true false ls cat cp mv rm tar rsync du
  mkdir touch stat chmod pwd jq sed awk gitleaks trufflehog detect-secrets semgrep ggshield trivy dprint mdformat autopep8
  autoflake pyupgrade vulture pydocstyle interrogate reuse typos taplo buf sqlfluff djlint curlylint pre-commit commitlint
  cz commitizen prek tflint tfsec checkov git-secrets notify-send osascript say code cursor pbcopy`);
const lookWords: Readonly<Record<string, RegExp>> = {
  git: /^(?!-c$|--exec-path)/,
  go: /^(?:test|vet|fmt|build|mod|list)$/,
  cargo: /^(?:test|fmt|clippy|check|build|doc|audit|deny|machete|nextest)$/,
  deno: /^(?:test|fmt|lint|check)$/,
  bun: /^(?:test)$/,
  terraform: /^(?:fmt|validate)$/,
  dotnet: /^(?:format|test|build|restore)$/,
  swift: /^(?:test|build|format)$/,
  uv: /^(?:sync|lock|pip|tree|export|venv)$/,
  poetry: /^(?:check|lock|install|version)$/,
};

function looksOnly(program: string, rest: readonly string[]): boolean {
  const [first = "", second = ""] = rest.filter((word) => !word.startsWith("-"));
  if (looks.test(program)) return true;
  if (program === "find" || program === "fd") return !rest.some((word) => /^-(?:exec|ok|x|X)/.test(word));
  if (program === "node" && rest[0] === "--test") return true;
  if (/^python[\d.]*$/.test(program) && rest[0] === "-m") return looks.test(rest[1] ?? "");
  if (/^(?:uv|poetry|pipenv|pdm|hatch|rye|bundle)$/.test(program) && /^(?:run|exec)$/.test(first)) {
    const at = rest.indexOf(second);
    return looksOnly(second, rest.slice(at + 1));
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program) && /^(?:exec|x|dlx)$/.test(first))
    return looksOnly(second, rest.slice(rest.indexOf(second) + 1));
  return lookWords[program]?.test(program === "git" ? (rest[0] ?? "") : first) ?? false;
}

/** A server that others publish is given the folder to work on, not to run: `npx -y @x/mcp-server .`. */
const isPublished = (name: string): boolean => /^[\w@][^:]*$/.test(name) && /mcp|modelcontextprotocol/.test(name);
const isFetcher = (word: string): boolean => /^(?:npx|bunx|pnpx|uvx|pipx)$/.test(posix.basename(word));

/** A container that is made out of the folder, or that gets it and is not published to work on it. */
function runsContainer(rest: readonly string[], acting: Acting): boolean {
  const gets = rest.some(
    (word) => givesHere(word.split(":")[0] || "x") || /\bsrc=\.(?:,|$)|source=\.(?:,|$)/.test(word),
  );
  if (gets) return !rest.some((word) => /^[\w.-]*\/?[\w./-]*mcp[\w./:-]*$/.test(word));
  return acting === "server" && rest.some((word) => /^(?:compose|up)$/.test(word));
}

/** Who is told another folder does not run this one; that folder counts as one that is named. */
function goesElsewhere(rest: readonly string[]): boolean {
  return rest.some((word, at) => {
    const [option = "", value = rest[at + 1] ?? ""] = word.split(/=(.*)/s);
    const isFolder = /^(?:--prefix|-C|--cwd|--dir|--directory|--project|--manifest-path|--package-path)$/.test(option);
    return isFolder && /[\w]/.test(value) && !isHere(value);
  });
}

/** Sub-commands that build what is in the folder and run it. */
const builders: Readonly<Record<string, RegExp>> = {
  go: /^(?:run|generate|tool)$/,
  cargo: /^(?!add$|remove$|search$|install$|update$|metadata$|tree$|version$)/,
  dotnet: /^(?:run|watch)$/,
  swift: /^run$/,
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  hatch: /^run$/,
  rye: /^run$/,
  pixi: /^run$/,
  zig: /^(?:build|run)$/,
  stack: /^(?:run|exec)$/,
  cabal: /^(?:run|exec)$/,
  mix: /^(?:run|phx\.server)$/,
  sbt: /^run/,
  lein: /^run$/,
  rails: /^(?:s|server|runner|r)$/,
  flask: /^run$/,
  nix: /^(?:run|develop|shell|build)$/,
  bundle: /^exec$/,
  nodemon: /^$/,
  "nix-shell": /^/,
  foreman: /^start$/,
  tilt: /^up$/,
};

/** A file that is given is known by its name: `uv run server.py`, `go run ./cmd/x`. */
function namesOwnFile(program: string, rest: readonly string[]): boolean {
  if (!/^(?:go|uv|poetry|pipenv|pdm|hatch|rye|pixi|bundle|zig)$/.test(program)) return false;
  const operands = rest.filter((word) => !word.startsWith("-")).slice(1);
  return operands.some((word) => /\/\w|\.(?:py|go|rb|zig|js|ts)$/.test(word));
}

const scripts =
  /^(?:npm|pnpm|yarn|bun|deno|make|gmake|just|task|rake|nx|turbo|lerna|gradlew?|mvnw?|composer|mise|poe|grunt|gulp|invoke|inv|vite|next|nuxt|webpack|parcel)$/;
/** What these do to packages. */
const packaging =
  /^(?:install|i|ci|add|remove|audit|outdated|ls|list|view|exec|x|dlx|create|update|up|dedupe|prune|config|cache)$/;
const plainUses: Readonly<Record<string, RegExp>> = {
  npm: packaging,
  pnpm: packaging,
  yarn: packaging,
  bun: packaging,
  composer: packaging,
  mise: packaging,
  deno: /^(?:run|cache|install)$/,
};

/** Scripts of these names look at the project, or run its tests: the project being run. */
function isTest(rest: readonly string[]): boolean {
  const [first = "", second = ""] = rest.filter((word) => !word.startsWith("-"));
  const name = /^(?:run|run-script)$/.test(first) ? second : first;
  return /^(?:tests?|lint|format|fmt|check|type-?check|types|tsc|prettier|eslint|ruff|style|verify)(?:[:_-].*)?$/.test(
    name,
  );
}
