/** Entries of a list that may go over several lines, as one pattern. */
const listed = (text: string): RegExp => new RegExp(`^(?:${text.trim().split(/\s+/).join("|")})$`);

/** Their first word is always one of their own commands, or a script that stands in the project's settings. */
const withCommand = listed(`npm pnpm yarn git hg svn cargo go pip pip3 brew docker podman kubectl helm terraform poetry
  dotnet composer bundle rails apt apt-get dnf rustup just task turbo nx lerna mix stack cabal ruff biome uv poe invoke inv
  systemctl service gh`);
/** Their second word is one as well; of bun and deno it may be a file. */
const withSecond =
  /^(?:(?:npm|pnpm|yarn) (?:run|run-script)|(?:nx|turbo|lerna) run|deno task|(?:docker|podman) (?:compose|image|network|volume)|kubectl rollout|git (?:stash|worktree|remote|submodule)|go mod|(?:systemctl|service) [\w@.-]+|gh [\w-]+)$/;
/** Their words are targets and tasks, up to the first option. */
const withTargets = listed("make gmake ninja mvn gradle rake grunt gulp ./mvnw ./gradlew");
/** Of these a first word that is none of their commands is a file. */
const ownCommands: Readonly<Record<string, RegExp>> = {
  bun: listed("test install add remove update build run x create init link unlink pm outdated publish audit"),
  deno: listed("test run task lint fmt check bench compile cache install add remove doc info repl eval"),
  vitest: listed("run watch dev bench related list"),
};
/** Options without a value: what follows is still the command. */
const plainOption = listed("-s --silent -q --quiet --if-present -v --verbose -k -B --recursive -j\\d*");

/** They look at what they are given, or make and remove it: what is in it does not decide what runs. */
const lookers = listed(`eslint prettier oxlint tsc vue-tsc stylelint markdownlint markdownlint-cli2 black isort flake8
  pylint pyright mypy codespell shellcheck shfmt yamllint hadolint actionlint gofmt goimports gofumpt staticcheck rubocop
  clang-format clang-tidy rustfmt`);
const lookCommands: Readonly<Record<string, RegExp>> = {
  ruff: listed("check format"),
  biome: listed("check lint format"),
  go: listed("vet fmt build"),
  git: listed("add status diff log show rm mv restore stash commit blame grep"),
};
/** Nothing that stands behind an option of these is code. */
const makers = listed("rm rmdir mkdir touch chmod echo printf");
/** Options of those that look which have no value. */
const lookOption =
  listed(`-- -[wldqvaA] --check --check-only --write --fix --list-different --diff --cache --strict --noEmit
  --pretty --quiet --verbose --autocorrect --recursive --force --all --staged --cached`);

/** What may stand in front of a program that is found by its name. */
const wrappers = ["npx", "bunx", "pnpx", "uvx", "npm exec", "pnpm exec", "uv run", "poetry run", "bundle exec"];

/**
 * Which words of a command are surely the name of something else than a file or folder, or of one that is only looked at.
 * The program is, where it is looked up in PATH. Closed lists: of any other word only the program knows what it is.
 */
export function plainWords(words: readonly string[]): Set<number> {
  const plain = new Set(words[0]?.includes("/") ? [] : [0]);
  const wrapper = wrappers.find((each) => `${words.join(" ")} `.startsWith(`${each} `));
  const from = wrapper === undefined ? 0 : wrapper.split(" ").length;
  const command = words.slice(from);
  for (const at of commandWords(words)) plain.add(at);
  for (const at of [...commandWords(command), ...lookedAt(command)]) plain.add(from + at);
  return plain;
}

const isName = (word: string): boolean => /^[\w:@][\w:.@-]*$/.test(word);

/** Where sub-commands, scripts, targets and tasks stand. */
function commandWords([first = "", ...rest]: readonly string[]): number[] {
  const program = first.replace(/^\/(?:usr\/)?(?:local\/)?s?bin\//, "");
  const names: string[] = [];
  const places: number[] = [];
  for (const [at, word] of rest.entries()) {
    if (plainOption.test(word)) continue;
    if (!isName(word) || !takes(program, names, word)) break;
    names.push(word);
    places.push(at + 1);
  }
  return places;
}

/** Whether a word of a program is a name, by the names in front of it. */
function takes(program: string, before: readonly string[], word: string): boolean {
  if (withTargets.test(program)) return true;
  if (before.length > 0) return withSecond.test([program, ...before].join(" "));
  return ownCommands[program]?.test(word) ?? withCommand.test(program);
}

/** Operands of what only looks. What stands behind an option may be settings, and code with them. */
function lookedAt(words: readonly string[]): number[] {
  const [program = "", action = ""] = words;
  const isMaker = makers.test(program);
  if (!isMaker && !lookers.test(program) && lookCommands[program]?.test(action) !== true) return [];
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? "";
    const isMessage = program === "git" && action === "commit" && /^(?:-a?m|--message)$/.test(before);
    const isOperand = isMaker || isMessage || !before.startsWith("-") || lookOption.test(before);
    return at > 0 && !word.startsWith("-") && isOperand ? [at] : [];
  });
}
