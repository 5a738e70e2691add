import { posix } from "node:path";
import { withKey } from "./taken-text.ts";

/** A text of settings, a hook or a start-up file, with the folders that a relative name in it may count from. */
interface Naming {
  text: string;
  source: string;
  bases: readonly string[];
  /**
   * It is for all of a person's work: patterns in it count with their folder, and a name alone behind a variable, such as
   * `$GOPATH/bin`, is elsewhere.
   */
  isGeneral: boolean;
  /** Only a string that is a name as a whole counts: a long list of settings has many words. */
  isList: boolean;
}

/**
 * Whether a text names a folder of the project that the file is in. What is done with a folder can mostly not be told
 * from a word (`run-parts hooks.d`, `--prefix tools/x`, `"eslint.nodePath": "tools"`), so every word counts, save what is
 * known to look at files only, or to run the project: linters, test runners, and scripts of a package manager.
 */
export function namesFolderOf(naming: Naming, file: string, project: string): boolean {
  const words = wordsIn(naming);
  return foldersAround(file, project).some((folder) =>
    words.some((word) => leadsTo(word, folder.toLowerCase(), naming)),
  );
}

/** The folders between the project and a file, without the project itself. */
function foldersAround(file: string, project: string): string[] {
  const folder = posix.dirname(file);
  return folder.startsWith(`${project}/`) ? [folder, ...foldersAround(folder, project)] : [];
}

/** What stands in front of an unknown part is forgotten; a name alone counts from the folders of its text only. */
function leadsTo(word: string, folder: string, { bases, isGeneral }: Naming): boolean {
  const parts = (isGeneral ? word.replace(/^(?:~|\$home)\//, "") : word).split("/");
  const isOpen = isGeneral ? /^$|^\.{1,3}$|[$*?%]/ : /^$|^\.{1,3}$|^\*+$|[$%]/;
  while (isOpen.test(parts.at(-1) ?? "x") && parts.at(-1) !== "..") parts.pop();
  if (/[*?]/.test(parts.at(-1) ?? "")) return false;
  const unknown = parts.findLastIndex((part) => part === ".." || part === "~" || /[$*?%]/.test(part));
  const written = parts.slice(unknown + 1).filter((part) => part !== "" && part !== ".");
  if (written.length === 0) return false;
  const path = written.join("/");
  if (written.length > 1 || (unknown >= 0 && !isGeneral)) return folder.endsWith(`/${path}`) || folder === `/${path}`;
  if (unknown >= 0) return false;
  return word.startsWith("/")
    ? folder === `/${path}`
    : bases.some((base) => folder === `${base.toLowerCase()}/${path}`);
}

/** Files that consist of names and values. */
const isData = /\.(?:jsonc?|json5|ya?ml|toml|xml|iml|code-workspace|sublime-project)$|rc$/i;
/** What code gives back, others take up. */
export const isCode = /\.(?:lua|[cm]?[jt]sx?|py|rb|el|vim|nix|fnl)$/i;
/** Values that are names or descriptions for people. */
const described = withKey(
  "name|label|title|description|detail|id|group|type|kind|language|stages?|types|types_or|exclude_types|rev|repo|version|matcher|tags?",
);
/** An entry of a list of permissions: `Edit(src/**)`. */
const permission = /\b[A-Z]\w*\([^()"]*\)/g;

const wordsIn = (naming: Naming): string[] => [...new Set(wordsOfNaming(naming).map((word) => word.toLowerCase()))];

/** The words of a text that may name something which it takes up, as they are written. */
export function wordsOfNaming(naming: Pick<Naming, "text" | "source" | "isList">): string[] {
  return linesOf(naming).flatMap(({ text, isLooked }) => {
    const all = text.split(/[\s"'()<>,=[\]{}!|]+|:(?!\/\/)/).filter((word) => word !== "");
    if (isLooked || (naming.isList && all.length > 1)) return [];
    return withoutScripts(all, text);
  });
}

/** The text without the commands that only look at what they name. */
export const actingText = (naming: Pick<Naming, "text" | "source">): string =>
  linesOf(naming)
    .flatMap(({ text, isLooked }) => (isLooked ? [] : [text]))
    .join("\n");

interface Line {
  text: string;
  isLooked: boolean;
}

// A line begins behind "\n" alone: `^` would begin one behind a "\r" or U+2028 too, where a shell goes on with the word.
export function linesOf({ text, source }: Pick<Naming, "text" | "source">): Line[] {
  if (!isData.test(source)) {
    const script = text.replaceAll(/(?<![^\n])[ \t]*#.*/g, "");
    return commandsIn(isCode.test(source) ? script.replaceAll(/\breturn\b/g, "") : script);
  }
  const left = [...described, permission].reduce((rest, pattern) => rest.replaceAll(pattern, ""), text);
  const values = left
    .replaceAll(/(?<![^\n])[ \t]*(?:#|\/\/).*/g, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"\s*:/g, "")
    .replaceAll(/(?<![^\n])[ \t]*(?:-[ \t]+)?[\w.-]+[ \t]*[:=](?=\s)/g, "");
  return values.split(/["\n]/).flatMap(commandsIn);
}

/** The lines of a script that stand for themselves. What a substitution prints, somebody else takes up. */
export function commandsIn(script: string): Line[] {
  const inner: string[] = [];
  let left = script
    .replaceAll(/\\\r?\n/g, " ")
    .replaceAll(/\$\{[^}]*\}/g, "$v")
    .replaceAll(/`([^`]*)`/g, "$($1)");
  for (let depth = 0; depth < 5; depth++)
    left = left.replaceAll(/\$\(([^()]*)\)/g, (_, command: string) => {
      inner.push(command);
      return "$v";
    });
  // The word that a case is chosen by (`*.ts)`) names nothing.
  const lines = left
    .replaceAll(/(?<=(?<![^\n])|;;|\bin\b)[ \t]*\(?[^\s()$]+\)(?=\s|$)/g, ";")
    .split(/\n|\\n|;|&&|\|\||&/);
  return [
    ...lines.map((text) => ({ text, isLooked: text.split("|").every(isLook) })),
    ...inner.map((text) => ({ text, isLooked: false })),
  ];
}

const wordsOf = (text: string): string => text.trim().split(/\s+/).join("|");
/** What may stand in front of a command. */
const wrappers =
  /^(?:(?:if|then|else|elif|while|until|do|!|xargs|time|exec|command|env|npx|bunx|pnpx|uvx|run:|\w+=\S*|--no-install|--yes|-y|--)\s+|(?:npm|pnpm|yarn|bun)\s+(?:exec|dlx|x)\s+|(?:uv|poetry|pipenv|pdm|hatch)\s+run\s+|bundle\s+exec\s+|python[\d.]*\s+-m\s+)+/;
/** They look at the folders that they are given, or run the project's tests there. */
const looks = new RegExp(
  `^(?:\\S*/)?(?:${wordsOf(`eslint prettier biome oxlint tsc vue-tsc stylelint standard xo markdownlint markdownlint-cli2 cspell knip ruff
    black isort flake8 pylint pyright basedpyright mypy bandit codespell shellcheck shfmt yamllint hadolint actionlint gofmt
    goimports golangci-lint rubocop clang-format clang-tidy swiftformat swiftlint ktlint rustfmt grep egrep fgrep rg echo
    printf test \\[ \\[\\[ exit return branch jest vitest mocha ava tap playwright cypress pytest py.test tox nox unittest rspec
    phpunit ctest bats lint-staged sort uniq head tail wc cut tr true false`)}|git\\s+(?:add|diff|status|stash|ls-files|checkout|restore|show|log|rev-parse|grep)|go\\s+(?:test|vet|fmt|build)|cargo\\s+(?:test|fmt|clippy|check|build)|(?:deno|bun)\\s+(?:test|fmt|lint)|node\\s+--test|terraform\\s+fmt)(?=\\s|$)`,
);
/** A bare word behind these is the name of a script or a task. */
const runners =
  /^(?:\S*\/)?(?:npm|pnpm|yarn|bun|make|gmake|just|task|rake|nx|turbo|lerna|gradle|gradlew|mvn|mvnw|composer|mise|poe)(?=\s|$)/;
const flags =
  /^(?:-s|-q|-r|-ws|-w|--|--silent|--quiet|--recursive|--if-present|--workspaces|--no-install|--yes|-y|--verbose|-v)$/;

const commandOf = (text: string): string => text.replaceAll(/["']/g, "").trim().replace(wrappers, "");
const isLook = (text: string): boolean => looks.test(commandOf(text));

function withoutScripts(words: readonly string[], text: string): readonly string[] {
  if (!runners.test(commandOf(text))) return words;
  return words.filter((word, at) => {
    const before = words[at - 1] ?? "";
    return word.includes("/") || (before.startsWith("-") && !flags.test(before));
  });
}
