import { dangerous, group, network, read, runs, type Spec, type Table, write } from "../spec.ts";

const build: Spec = { ...runs("Runs project code or a build."), tasks: true };

/** Building, testing and running project code: ordinary, but the project decides what happens. */
export const development: Table = {
  ...Object.fromEntries(
    `make gmake cmake ctest ninja meson bazel bazelisk buck2 scons waf ant mvn mvnw gradle gradlew sbt lein just task rake grunt gulp npx bunx tsc tsx esbuild vite webpack rollup parcel
    next nuxt ng vue-cli-service react-scripts jest vitest mocha ava cypress playwright karma pytest tox nox unittest phpunit rspec cucumber go-test gotestsum eslint prettier biome stylelint rubocop black isort ruff
    flake8 pylint mypy pyright pre-commit shellcheck hadolint golangci-lint staticcheck gofmt goimports rustfmt clippy-driver clang-format clang-tidy cppcheck gcc g++ cc c++ clang clang++ rustc ld as javac java kotlinc
    scalac dotnet msbuild xcodebuild swift swiftc flutter dart gdb lldb rr jdb pdb ipdb jupyter ipython streamlit uvicorn gunicorn hypercorn flask django-admin celery rails puma unicorn sidekiq artisan hugo jekyll mkdocs
    sphinx-build pandoc latex pdflatex xelatex latexmk ffmpeg ffprobe convert magick mogrify nodemon ts-node-dev concurrently turbo nx lerna changeset semantic-release protoc buf sqlc alembic flyway liquibase
    prisma knex typeorm sequelize sequelize-cli drizzle-kit mikro-orm hasura migrate goose dbmate act spark-submit papermill copier earthly dagger skaffold tilt wasm-pack trunk cross cargo-watch air reflex foreman overmind honcho live-server json-server storybook
    expo eas react-native pod fastlane gem-release twine flit hatch pdm rye maturin node-gyp husky lint-staged commitlint cookiecutter yo plop degit create-react-app create-next-app mkcert apptainer singularity nix nix-build nix-shell direnv-allow devbox pyinstaller nuitka cython python-venv python-pytest python-ensurepip virtualenv ansible-lint ansible-galaxy molecule kitchen serverspec testinfra codeception behat pest psalm phpstan composer-install`
      .split(/\s+/)
      .map((name) => [name, build]),
  ),
  strip: write("Changes a program file."),
  ranlib: write("Changes a library."),
  ctags: write("Writes an index of the code."),
  code: runs("Opens an editor."),
  subl: runs("Opens an editor."),
  emacsclient: runs("Opens an editor."),
  ffplay: runs("Plays a file."),
  identify: runs("Reads pictures through helper programs."),
  exiftool: runs("Reads or changes data inside files."),
  mediainfo: read("-f --Full --Output=? --Inform=?", ["stat"]),
  pdftotext: runs("Writes the text of a document."),
  pdfinfo: read("*", ["stat"]),
  claude: runs("Starts another agent."),
  codex: runs("Starts another agent."),
  opencode: runs("Starts another agent."),
  gemini: runs("Starts another agent."),
  aider: runs("Starts another agent."),
  "cursor-agent": runs("Starts another agent."),
  amp: runs("Starts another agent."),
  qwen: runs("Starts another agent."),
  ollama: group({
    "list|ls|ps|show": read("-v --verbose --license --modelfile --parameters --system --template"),
    rm: write("Deletes a model."),
    "*": runs("Runs or fetches a model."),
  }),
  llm: runs("Asks a model."),
  cotty: group({
    "show|search|agents|usage|config": read("*"),
    verify: read("?--head --against="),
    doctor: write("Makes Cotty's folder where there is none, and starts the login shell."),
    sessions: group(
      {
        "": read(),
        "delete|prune": dangerous(
          "destructive",
          "Deletes the record of what was done.",
          "Let a person decide what is kept.",
        ),
      },
      "-n= --limit= --all --json",
    ),
    hosts: group(
      {
        "": read(),
        check: network("Connects to a host."),
        accept: dangerous(
          "escalate",
          "Takes a host's key for genuine in the place of a person.",
          "Let a person compare it.",
        ),
      },
      "--json",
    ),
    policy: group({
      "check|rules": read("*"),
      "*": dangerous("escalate", "Changes what an agent may do.", "Let a person change rules."),
    }),
    "approve|reject|resume": dangerous(
      "escalate",
      "Decides about an agent's steps in the place of a person.",
      "Let a person decide.",
    ),
    exec: dangerous(
      "escalate",
      "Runs a command that nobody is asked about.",
      "Run the command itself, so that it can be judged.",
    ),
    "tokens|daemon|init|web|serve": dangerous(
      "escalate",
      "Changes who may operate Cotty, or stops it.",
      "Let a person do this.",
    ),
    "*": runs("Runs Cotty inside Cotty."),
  }),
};
