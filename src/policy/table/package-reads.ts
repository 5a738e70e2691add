/** What of a package manager only shows something: sub-commands (one or two words, `|` between), and the options they may have. */
export interface PackageReads {
  verbs: string;
  options: string;
  /** The first word must be one of these options: `dpkg -l`, `pacman -Qi`. */
  first?: RegExp;
}

const apt =
  "-aqvfn --installed --upgradable --upgradeable --all-versions --names-only --full --manual-installed --recurse --installed-only --no-pager --important --pre-depends --depends --no-recommends --no-suggests --generate --all-names";
const dnf =
  "-qCvyialR --quiet --cacheonly --verbose --assumeyes --assumeno --installed --available --upgrades --updates --extras --all --enabled --disabled --showduplicates --security --list --info --requires --provides --recommends --resolve --recursive --recent --obsoletes --userinstalled --latest-limit= --qf= --queryformat= --whatprovides= --whatrequires= --whatdepends= --disablerepo= --enablerepo= --repo= --repoid= --arch= --refresh --color= --tree";
const npm =
  "-alpgsdq -w= --depth= --global --json --long --all --parseable --production --prod --dev --only-outdated --omit= --include= --workspace= --workspaces --include-workspace-root --package-lock-only --link --silent --quiet --loglevel= --no-color --color[=] --audit-level= -r --recursive --filter= -F= -D -P --pattern= --name-only --long --table --no-table --format= --compatible --sort-by= --exclude-peers --only-projects --lockfile-only -R -A --name-only";
const pip =
  "-louvqfe --outdated --uptodate --editable --local --user --format= --not-required --exclude-editable --include-editable --exclude= --pre --all --files --verbose --quiet --disable-pip-version-check --no-color --require-virtualenv --depth= --prune= --no-dedupe --invert --package= --system -p= --strict --only-installed --only-downloads --all-versions --show-urls --frozen --locked --no-dev --group= --universal --outdated --short --output-format=";

const one = (verbs: string, options = ""): PackageReads => ({ verbs, options });

/** `-o`, `--config` and their like are on no list: with them a look can run anything. */
const ownReads: Readonly<Record<string, PackageReads>> = {
  apt: one("list|search|show|policy|depends|rdepends|changelog|showsrc", apt),
  "apt-get": one("changelog|indextargets", apt),
  aptitude: one("search|show|versions|why|why-not|changelog", `${apt} -F= -w= -s=`),
  "apt-cache": one(
    "search|show|showpkg|showsrc|policy|depends|rdepends|madison|stats|pkgnames|dump|dumpavail|unmet",
    apt,
  ),
  "apt-mark": one("showmanual|showauto|showhold|showholds|showinstall|showremove|showpurge", apt),
  dpkg: {
    verbs: "",
    first:
      /^(?:-[lLsSpcIW]|--(?:list|listfiles|status|search|get-selections|print-architecture|print-foreign-architectures|print-avail|contents|info|verify|audit|compare-versions))$/,
    options:
      "-lLsSpcIW --list --listfiles --status --search --get-selections --print-architecture --print-foreign-architectures --print-avail --contents --info --verify --audit --compare-versions --no-pager",
  },
  rpm: {
    verbs: "",
    first: /^(?:-q[a-zA-Z]*|-V[a-zA-Z]*|--query|--verify|-K|--checksig)$/,
    options:
      "-qaflicdspRgvVK --query --verify --checksig --all --file --list --info --configfiles --docfiles --state --package --provides --requires --changelog --scripts --triggers --conflicts --obsoletes --last --whatprovides= --whatrequires= --qf= --queryformat= --nosignature --nodigest --nofiles --nodeps --verbose --recommends --suggests --filesbypkg --xml",
  },
  pacman: {
    verbs: "",
    first: /^-(?:Q[a-z]*|S[sigl]+|F[lxqs]*|T)$/,
    options: "-QSFTsiglqemntdkopvxu --quiet --info --list --search --explicit --foreign --native --unrequired --color=",
  },
  dnf: one(
    "list|search|info|repolist|provides|whatprovides|repoquery|history|history list|history info|check-update|updateinfo|deplist|grouplist|groups|module list",
    dnf,
  ),
  yum: one(
    "list|search|info|repolist|provides|whatprovides|repoquery|history|history list|history info|check-update|updateinfo|deplist|grouplist|groups|version",
    dnf,
  ),
  zypper: one(
    "search|se|info|if|list-updates|lu|lr|repos|packages|pa|patches|patterns|pt|products|pd|what-provides|wp|ps|list-patches|lp",
    "-sitruvdxnEPo --details --installed-only --not-installed-only --type= --repo= --provides --requires --no-refresh --non-interactive --match-exact --search-descriptions --verbose --all --sort-by-name --urls --uri",
  ),
  apk: one(
    "info|list|search|policy|stats|version|dot",
    "-adeilILPqrRstvwWo --limit= --installed --upgradable --available --orphaned --all --description --contents --provides --depends --rdepends --who-owns --origin --exact --size --quiet --verbose --manifest --no-network",
  ),
  brew: one(
    "list|ls|info|search|outdated|deps|uses|leaves|doctor|config|desc|cat|services list|services info|--prefix|--cellar|--version|--repository|--caskroom",
    "-1lrtqvs --versions --cask --casks --formula --formulae --full-name --json[=] --installed --tree --all --greedy --verbose --quiet --pinned --multiple --desc --eval-all --analytics --days= --recursive --include-build --include-optional --skip-recommended --annotate --union --topological --direct --missing",
  ),
  port: one(
    "installed|list|search|info|outdated|contents|provides|deps|dependents|variants|version",
    "-qv --name --index",
  ),
  snap: one(
    "list|info|find|version|services|connections|interfaces|changes|change|warnings|known|aliases",
    "--all --verbose --color= --unicode= --abs-time --private --narrow --section[=]",
  ),
  flatpak: one(
    "list|info|search|remotes|remote-ls|remote-info|history|ps",
    "-adrmu --app --runtime --columns= --all --show-details --user --system --installation= --show-permissions --show-ref --show-metadata -M --cached --updates --since= --until= --reverse",
  ),
  pip: one(
    "list|show|freeze|check|inspect|index versions|config list|config debug|debug|cache dir|cache info|cache list",
    pip,
  ),
  uv: one(
    "pip list|pip show|pip freeze|pip check|pip tree|python list|python find|python dir|tool list|tool dir|cache dir|cache size|self version|version",
    pip,
  ),
  pipx: one(
    "list|environment|interpreter list",
    "--short --json --include-injected --value= -V= --verbose --skip-maintenance",
  ),
  gem: one(
    "list|search|info|env|environment|outdated|contents|specification|which|dependency",
    "-lrabdqi -v= --local --remote --both --all --details --versions --no-verbose --no-details --exact --installed --prerelease",
  ),
  cargo: one(
    "tree|metadata|search|version|locate-project|--list|verify-project|read-manifest|info",
    "-dqv -p= -i= -e= -f= --package= --invert= --edges= --depth= --prefix= --duplicates --no-dedupe --format= --all-features --features= --no-default-features --target= --format-version= --no-deps --offline --locked --frozen --limit= --workspace --exclude= --charset= --filter-platform= --color= --message-format= --quiet --verbose",
  ),
  go: one(
    "version|env|list|doc|help|mod graph|mod why|mod verify|tool dist list",
    "-m -v -a -f= -json[=] -deps -e -find -versions -retracted -tags= -all -short -src -cmd -c -u -vendor -changed",
  ),
  npm: one(
    "list|ls|ll|la|view|show|info|v|outdated|why|explain|root|bin|prefix|ping|whoami|audit|audit signatures|config get|config list|config ls|get|search|pkg get|query|version|doctor|help-search|licenses",
    npm,
  ),
  pnpm: one(
    "list|ls|ll|la|view|show|info|outdated|why|root|bin|audit|config get|config list|licenses|licenses list|store path|store status|env list|help|search|version|m ls",
    npm,
  ),
  bun: one("pm ls|pm bin|pm cache|pm hash|outdated|why|info|pm whoami|pm view", npm),
  conda: one(
    "list|info|search|env list|config --show|config --show-sources|config --get|package",
    "-efa --envs --json --all --explicit --export --full-name --revisions --show-channel-urls --system --name= -n= --verbose -v -q --info",
  ),
  mamba: one(
    "list|info|search|env list|repoquery",
    "-ea --envs --json --all --explicit --export --name= -n= -v -q --info",
  ),
  "nix-env": one(
    "-q|--query",
    "-qPacs --query --installed --available --json --description --out-path --attr-path --status --drv-path --version",
  ),
  guix: one("show|search|describe|package --list-installed|system list-generations|size|weather", "--format="),
  emerge: one(
    "--info|--search|--list-sets|--version",
    "-sSpv --info --search --searchdesc --pretend --verbose --list-sets --version",
  ),
  equery: one(
    "list|belongs|depends|files|uses|which|size|check|meta|hasuse|depgraph|b|d|f|l|u|s|m|w",
    "-i -p -o --installed",
  ),
  "xbps-query": {
    verbs: "",
    first: /^-(?:[lsRSfxXmHo]+|Rs)$/,
    options: "-lsRSfxXmHov --list-pkgs --search --repository",
  },
  opkg: one("list|list-installed|list-upgradable|info|status|search|files|find|whatdepends|print-architecture"),
  nuget: one("list|sources|search|locals"),
  dotnet: one(
    "--info|--list-sdks|--list-runtimes|--version|tool list|workload list",
    "--outdated --include-transitive --vulnerable --deprecated --format= -g --global --local --framework= -l --list --highest-patch --highest-minor",
  ),
  rustup: one(
    "show|show active-toolchain|show home|which|toolchain list|target list|component list|override list|check|doc --path|man|--version",
    "-v --verbose --installed --toolchain= --quiet",
  ),
  nvm: one(
    "list|ls|ls-remote|list-remote|current|version|which|version-remote|debug",
    "--no-colors --no-alias --lts[=]",
  ),
  pyenv: one(
    "version|versions|version-name|which|whence|root|prefix|commands|shims|hooks",
    "--bare --skip-aliases --short",
  ),
  rbenv: one("version|versions|version-name|which|whence|root|prefix|commands|shims|hooks", "--bare"),
  asdf: one(
    "list|list all|current|which|where|info|plugin list|plugin list all|version|latest",
    "--urls --refs --no-header --all",
  ),
  mise: one(
    "ls|list|current|which|where|ls-remote|version|plugins ls|doctor|settings ls|bin-paths",
    "-cgiJm --current --global --installed --json --missing --no-header --all --outdated",
  ),
  sdk: one("list|ls|current|version|home"),
  luarocks: one("list|search|show|doc|which", "--porcelain --outdated --local"),
  opam: one(
    "list|show|search|switch list|switch show|repository list|info",
    "-a -i --installed --all --short --columns=",
  ),
};

const alike: Readonly<Record<string, string>> = {
  pip3: "pip",
  microdnf: "dnf",
  tdnf: "dnf",
  yay: "pacman",
  paru: "pacman",
  nala: "apt",
};

export const readsOf = (name: string): PackageReads | undefined => {
  const known = alike[name] ?? name;
  return Object.hasOwn(ownReads, known) ? ownReads[known] : undefined;
};
