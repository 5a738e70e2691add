import { goTemplate } from "../go-template.ts";
import { answersOnly, type Form, type Program, subs } from "./program.ts";

/** A value of npm's options must be attached: an older npm that does not know the option takes the next word for another one. */
const npmOutput =
  "-aglpsdq --global --json --long --all --parseable --silent --quiet --loglevel[=] --no-color --color[=]";
const npmTree = `${npmOutput} --depth= --production --prod --omit[=] --include[=]* --workspace[=] --workspaces
  --include-workspace-root --package-lock-only --link`;

/** `react`, `@scope/name@^1.2`, and fields of what is shown: `dist-tags.latest`. Not `owner/repo`, `./folder`, `git:…`. */
const npmName = /^(?:@[\w.-]+\/)?[\w][\w.[\]-]*(?:@[\w.^~<>=|* -]*)?$/;

const npm: readonly Form[] = [
  answersOnly("-v", ["npm -v"]),
  {
    sub: "list|ls|ll|la|why|explain",
    options: npmTree,
    operands: ["text"],
    match: ["npm ls --depth=0", "npm list -g --depth 0", "npm why react"],
    notMatch: [
      "npm ls --registry=http://x.example",
      "npm ls --prefix /x",
      "npm ls --workspace --registry=x",
      "npm ls -C /x",
    ],
  },
  {
    sub: "root|prefix|bin",
    options: "-g --global",
    match: ["npm root -g", "npm prefix"],
    notMatch: ["npm root --script-shell=x"],
  },
  {
    // Every word that leaves is a constant name by `operandIs`; `talks` takes a scope for a file (`@types/node`).
    sub: "view|show|info|v",
    options: npmOutput,
    operands: ["text"],
    operandIs: npmName,
    // Without one it asks for what package.json calls itself, which may be an address.
    needs: 1,
    prints: "fetched",
    match: ["npm view react version", "npm view @types/node@20 dist-tags.latest --json"],
    notMatch: [
      "npm view",
      "npm view .",
      "npm view owner/repo",
      "npm view ./x",
      "npm view git+ssh://x.example/a",
      "npm view react --registry=x",
    ],
  },
  {
    sub: "search|ping|whoami",
    options: npmOutput,
    operands: ["text"],
    talks: true,
    prints: "fetched",
    match: ["npm search foo"],
    notMatch: ["npm search foo --registry=http://x.example", 'npm search "$TOKEN"', "npm outdated"],
  },
  {
    // It sends the names that the registry gave out.
    sub: "audit",
    options: `${npmOutput} --audit-level[=] --production --omit[=]`,
    talks: true,
    prints: "fetched",
    match: ["npm audit --json"],
    notMatch: ["npm audit fix", "npm audit --registry=x"],
  },
  {
    sub: "config get|get",
    options: npmOutput,
    operands: ["text"],
    operandIs: /^(?!.*(?:auth|token|passw|cert|key|:_))[\w-]+$/i,
    needs: 1,
    match: ["npm config get registry"],
    notMatch: [
      "npm config get",
      "npm get",
      "npm config get _authToken",
      "npm config get //packages.example/:_authToken",
      "npm config set a b",
    ],
  },
  {
    sub: "config list|config ls",
    match: ["npm config list"],
    notMatch: ["npm config edit", "npm config list --userconfig=x", "npm config ls -l"],
  },
  {
    sub: "pkg get",
    options: "--json",
    operands: ["text"],
    operandIs: /^[a-z]+(?:\.[\w-]+)+$|^name$|^scripts$|^dependencies$|^devDependencies$/i,
    match: ["npm pkg get scripts"],
    notMatch: ["npm pkg set a=b"],
  },
  // With a name fund opens an address of the package in a browser, and version changes package.json.
  {
    sub: "fund|version",
    options: "--json",
    match: ["npm fund", "npm version"],
    notMatch: ["npm version patch", "npm fund --which=1", "npm fund lodash.merge"],
  },
];

const pipOutput =
  "-vq --verbose --quiet --disable-pip-version-check --no-color --require-virtualenv --isolated --no-input";

const pip: readonly Form[] = [
  answersOnly("-V", ["pip -V"]),
  {
    sub: "list",
    options: `${pipOutput} -oule --outdated --uptodate --editable --local --user --format= --not-required --exclude-editable
      --include-editable --exclude=* --pre`,
    talks: true,
    match: ["pip list --format=json", "pip list --outdated"],
    notMatch: ["pip list -f http://x.example", "pip list -i http://x.example", "pip list --path x", "pip list --log x"],
  },
  {
    sub: "show",
    options: `${pipOutput} -f --files`,
    operands: ["text"],
    match: ["pip show -f requests"],
    notMatch: ["pip show --python x requests"],
  },
  {
    // To check --local is --local-log, shortened, which writes the file that follows.
    sub: "check",
    options: pipOutput,
    match: ["pip check"],
    notMatch: ["pip check --local x", "pip check -l"],
  },
  {
    sub: "inspect",
    options: `${pipOutput} -l --local --user`,
    match: ["pip inspect --local"],
    notMatch: ["pip inspect --log x"],
  },
  {
    // In the folder of each package that is edited in place it asks every version control program.
    sub: "freeze",
    has: ["--exclude-editable"],
    options: `${pipOutput} -l --local --user --all --exclude-editable --exclude=*`,
    match: ["pip freeze --exclude-editable"],
    notMatch: ["pip freeze", "pip freeze -r x", "pip freeze --exclude-editable --path x"],
  },
  {
    sub: "cache dir|cache info|cache list",
    options: pipOutput,
    match: ["pip cache dir"],
    notMatch: ["pip cache purge"],
  },
  {
    sub: "index versions",
    options: `${pipOutput} --pre --json`,
    operands: ["text"],
    operandIs: /^[\w.-]+$/,
    talks: true,
    prints: "fetched",
    match: ["pip index versions requests"],
    notMatch: ["pip index versions x --index-url http://x.example"],
  },
];

const rust: readonly Program[] = [
  {
    // tree and metadata write into the folder's build directory, or fetch what the project names.
    ...subs("cargo", "", [
      answersOnly("-V|-vV|-Vv|--list", ["cargo -V", "cargo --list"]),
      {
        sub: "version|locate-project",
        options: "-v --verbose --workspace --message-format=",
        match: ["cargo version", "cargo locate-project"],
        notMatch: ["cargo build", "cargo metadata --no-deps", "cargo tree --frozen", "cargo +nightly version"],
      },
      {
        sub: "search",
        options: "-q --limit= --color=",
        operands: ["text"],
        talks: true,
        prints: "fetched",
        match: ["cargo search serde"],
        notMatch: ["cargo search x --index http://x.example", "cargo search x --registry y"],
      },
    ]),
    starts: ["rustup", "rustc"],
    opens: /\/\.cargo\/|\/\.rustup\//,
  },
  {
    ...subs("rustup", "-vq --verbose --quiet", [
      {
        sub: "show active-toolchain|show home|show|toolchain list|target list|component list|override list|which",
        options: "-v --verbose --installed -q --quiet",
        operands: ["text"],
        operandIs: /^[\w-]+$/,
        match: ["rustup show", "rustup target list --installed", "rustup which rustc"],
        notMatch: ["rustup update", "rustup toolchain install x", "rustup target list --toolchain nightly"],
      },
    ]),
    opens: /\/\.rustup\//,
  },
];

const go: Program = {
  ...subs("go", "", [
    { sub: "version", options: "-m -v", operands: ["stat"], match: ["go version"], notMatch: ["go version -x y"] },
    {
      sub: "env",
      options: "-json -changed",
      operands: ["text"],
      operandIs: /^[A-Z][A-Z0-9_]*$/,
      match: ["go env GOPATH", "go env"],
      notMatch: ["go env -w A=b", "go env -u A"],
    },
    {
      sub: "list|doc",
      options: "-m -f= -json[=] -deps -e -find -all -short -src -cmd -c -u",
      values: { "-f": goTemplate },
      operands: ["text"],
      operandIs: /^[\w./-]+$/,
      match: ["go list ./...", "go list -f '{{.Dir}}' ./...", "go doc fmt.Println"],
      notMatch: [
        "go list -toolexec=x ./...",
        "go list -export ./...",
        "go list -mod=mod ./...",
        "go list -f '{{(module .Doc).Version}}' ./x.go",
        "go doc -http x",
      ],
    },
  ]),
  words: true,
  starts: ["git"],
  opens: /\/go-build\/|\/\.config\/go\//,
};

const others: readonly Program[] = [
  {
    ...subs("npm", "", npm),
    starts: ["node"],
    opens: /\/\.npm/,
    // It asks the registry for its own newest version, and for what it is asked about.
    connects: ["AF_INET"],
  },
  {
    ...subs("bun", "", [
      answersOnly("-v|--revision", ["bun -v"]),
      { sub: "pm ls|pm bin", options: "-g --all", match: ["bun pm ls"], notMatch: ["bun pm cache rm", "bun run x"] },
    ]),
  },
  {
    ...subs("pip pip3", "", pip),
    // It tells the index which compilers are here, and asks them.
    starts: ["python", "python3", "rustc", "bash", "sh", "pyenv", "lsb_release", "getopt", "cut", "tr"],
    opens: /\/\.cache\/pip/,
    // It tries whether this machine has IPv6.
    connects: ['"::1"'],
  },
  {
    ...subs("pipx", "", [
      {
        sub: "environment",
        match: ["pipx environment"],
        // It renews its own libraries first where they are old, with `python -m pip` in the folder.
        notMatch: ["pipx run x", "pipx list"],
      },
    ]),
    starts: ["python3"],
    opens: /\/pipx/,
  },
  subs("uv", "-qv --quiet --verbose --no-config --offline", [
    {
      sub: "pip list|pip show|pip freeze|pip check|pip tree",
      options:
        "-qv --outdated --editable --exclude-editable --exclude=* --format= --system --strict --files --depth= --no-dedupe --invert",
      operands: ["text"],
      operandIs: /^[\w.-]+$/,
      talks: true,
      match: ["uv pip list --outdated", "uv pip show requests"],
      notMatch: [
        "uv pip install x",
        "uv pip list --index-url http://x.example",
        "uv pip list --python ./x",
        "uv --directory /x pip list",
      ],
    },
    {
      sub: "python list|python dir|tool list|tool dir|cache dir|self version",
      options: "--only-installed --all-versions",
      match: ["uv python list"],
      notMatch: ["uv python install 3.12", "uv cache clean", "uv python list --python-downloads-json-url x"],
    },
  ]),
  {
    ...subs("conda mamba", "", [
      {
        sub: "list|info|env list",
        options: "-enqv -n= --name= --envs --json --explicit --export --full-name --revisions --show-channel-urls",
        operands: ["text"],
        operandIs: /^[\w.^$*-]+$/,
        match: ["conda list -n base", "conda env list"],
        notMatch: ["conda info --all", "conda list -p ./x", "conda env remove -n x", "conda install x", "conda run x"],
      },
    ]),
    opens: /\/\.conda\//,
  },
  {
    ...subs("gem", "", [
      answersOnly("-v", ["gem -v"]),
      {
        sub: "list|info|env|environment|which|contents|dependency|search|outdated",
        options:
          "-ldaeiq -v= --local --all --details --versions --no-verbose --no-details --exact --installed --version=",
        operands: ["text"],
        operandIs: /^[\w.^$-]+$/,
        talks: true,
        match: ["gem list --local", "gem env", "gem which rake"],
        notMatch: [
          "gem list -r --source http://x.example",
          "gem install x",
          "gem list --config-file x",
          "gem list -s x",
        ],
      },
    ]),
    starts: ["ruby"],
  },
  subs("dotnet", "", [
    {
      sub: "--info|--list-sdks|--list-runtimes",
      match: ["dotnet --info", "dotnet --list-sdks"],
      notMatch: ["dotnet run", "dotnet x.dll", "dotnet --additionalprobingpath x y.dll"],
    },
  ]),
];

/** Packages of programming languages. */
export const languagePackagePrograms: readonly Program[] = [...rust, go, ...others];
