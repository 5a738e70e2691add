/**
 * Programs that load settings or code from the folder they are started in, whatever they are asked for. A look is free
 * only where it is known that nothing of that folder runs.
 */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** They run code of the project before they look at their words, `--version` included. */
export const runsFolderCode: ReadonlySet<string> = new Set(
  words(`yarn yarnpkg pnpx corepack bundle bundler rails spring lein sbt mill bazel bazelisk rebar3 vagrant packer knife chef
  ng nx turbo lerna jest webpack ava tap vue-cli-service react-scripts gulp grunt next nuxt expo react-native storybook
  tox pytest pylint flake8 rspec rubocop poetry pipenv pdm hatch composer fastlane pod drush wp artisan phpunit phpstan
  psalm pest behat codeception serverless sls cdk cdktf sst devbox husky lint-staged commitlint semantic-release cypress
  playwright prisma knex typeorm sequelize sequelize-cli drizzle-kit mikro-orm molecule kitchen celery django-admin alembic
  hardhat truffle`),
);

const rust = "rust-toolchain rust-toolchain.toml";

/** Files through which they run or load something else, in the folder or above it. */
const files: Readonly<Record<string, string>> = {
  "cargo cargo-clippy cargo-fmt": `${rust} .cargo/config .cargo/config.toml`,
  "rustc rustdoc rustfmt rustup clippy-driver rust-analyzer": rust,
  // A package.json can name the version that is fetched and run: pnpm obeys it itself, the others behind corepack or volta.
  // What corepack reads can name the folder that it takes them from.
  "npm npx": ".npmrc package.json .corepack.env",
  pnpm: ".npmrc .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml package.json package.json5 package.yaml .corepack.env",
  bun: "bunfig.toml .npmrc",
  // They name the version of go that is fetched and run, whatever go is asked for, and packages that are fetched.
  go: "go.mod go.work",
  // A folder that is an environment itself comes first: its `bin/python` is run.
  uv: "pyvenv.cfg .venv .python-version .python-versions uv.toml pyproject.toml",
  // The one that pip installs starts `python -m`, which takes modules of the folder first.
  az: "*.py *.pyc *.so */__init__.py azure",
  "mvn mvnd": ".mvn",
  gradle: "gradle.properties",
  dotnet: "global.json",
  nuget: "nuget.config NuGet.config NuGet.Config",
  luarocks: ".luarocks",
  opam: "_opam",
  mise: "mise.toml .mise.toml mise.local.toml .mise.local.toml mise .mise .config/mise .config/mise.toml .tool-versions",
  "ansible ansible-doc ansible-config": "ansible.cfg",
  // They name the address of the cloud.
  openstack:
    "clouds.yaml clouds.yml clouds.json clouds-public.yaml clouds-public.yml secure.yaml secure.yml secure.json",
  // Settings of shared and nested repositories count as well, wherever those are.
  hg: ".hg",
  jj: ".jj",
  // Settings that glab keeps for one repository.
  glab: ".git/glab-cli glab-cli .glab-cli",
  ack: ".ackrc _ackrc",
  // They name the machine to ask, and Python code to load.
  supervisorctl: "supervisord.conf etc/supervisord.conf",
  ceph: "ceph.conf",
};

/**
 * To the make of the BSDs `--version` is `-v ersion`: it reads these and shows that variable. It finds its rules in a
 * `share/mk` of any folder around. `make -v` asks every make, and no file.
 */
export const longOptionFiles: ReadonlyMap<string, readonly string[]> = new Map([
  ["make", words("Makefile makefile GNUmakefile BSDmakefile .depend obj share/mk")],
]);

/**
 * Managers of versions put a program of their own in the place of another one, and it runs what such a file names. Where
 * a file has nothing but names and numbers in it, that is a version which somebody has installed.
 */
export const versionFiles: readonly string[] = words(
  `.tool-versions .ruby-version .rbenv-version .node-version .nvmrc .java-version .jenv-version jenv-options .sdkmanrc
  .python-version .terraform-version .opentofu-version .tofu-version .terragrunt-version .go-version .php-version
  .perl-version .lua-version .swift-version .kubectl-version .helm-version .crystal-version .scala-version .exenv-version
  .luaver .fvmrc .volta/hooks.json
  mise.toml .mise.toml mise.local.toml .mise.local.toml mise.*.toml .mise.*.toml .config/mise.toml .config/mise.*.toml
  mise .mise .config/mise .prototools .prototools.* aqua.yaml aqua.yml .aqua.yaml .aqua.yml aqua .aqua .pkgx.yaml .pkgx.yml`,
);

/**
 * What decides which program runs when a prompt asks one for its version: files of managers of versions, and those by which
 * rustup, go and dotnet choose another one themselves.
 */
export const promptFiles: readonly string[] = [...versionFiles, ...words(`${rust} go.mod go.work global.json`)];

/**
 * What in one of these names a program by its place, or another one than its release, as an extended regular expression;
 * signs by which a name can be spelt otherwise count as well. Other files of the list hold versions only (`versionLines`).
 */
export const promptSteps = {
  rust: "path|[\\\\/]",
  go: "^[[:space:]]*toolchain",
  dotnet: '"paths"|[\\\\]',
} as const;

const npmSettings =
  "access audit audit-level auto-install-peers color commit-hooks dedupe-peer-dependents enable-pre-post-scripts engine-strict fetch-retries fetch-retry-factor fetch-retry-maxtimeout fetch-retry-mintimeout fetch-timeout foreground-scripts fund git-tag-version hoist hoist-pattern ignore-scripts include install-links install-strategy legacy-peer-deps link-workspace-packages lockfile-version loglevel maxsockets message node-linker omit optional package-lock prefer-dedupe prefer-offline prefer-workspace-packages production progress provenance public-hoist-pattern resolution-mode save save-exact save-prefix save-workspace-protocol shamefully-hoist shared-workspace-lockfile side-effects-cache sign-git-tag strict-peer-dependencies strict-peer-deps tag-version-prefix update-notifier";

/**
 * Lines that may stand in such a file, as an extended regular expression: what they set makes a look neither run nor reach
 * anything else. npm ends a line at a carriage return too, and puts variables in where a `$` stands.
 */
export const harmlessLines = {
  ".npmrc": `^[[:space:]]*([;#][^\r]*|(${npmSettings.replaceAll(" ", "|")})([[][]])?[[:space:]]*(=[^$\r]*)?)?[[:space:]]*$`,
} as const;

/**
 * What in a package.json names another version of its program, or further folders whose files npm shows where they are no
 * packages, as an extended regular expression. A name can be spelt with
 * escapes, so those count as well; without any of it the file does nothing to a look.
 */
export const versionKeys = '"packageManager"|"devEngines"|"volta"|"workspaces"|[\\\\]u';

/** Lines that may stand in a file of versions: names and numbers, which TOML has in quotes. */
export const versionLines = `^[[:space:]]*([[]tools[]]|["']?[[:alnum:]_@][[:alnum:]_.@+-]*["']?([[:space:]=]+["']?[[:alnum:]_][[:alnum:]_.+-]*["']?)*)?[[:space:]]*(#.*)?$`;

export const folderFiles: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(files).flatMap(([names, list]) => words(names).map((name) => [name, words(list)] as const)),
);

/** They ask git about the folder. git itself has a judge of its own. */
export const asksGit: ReadonlySet<string> = new Set(words("go gh glab hub tea jj"));
