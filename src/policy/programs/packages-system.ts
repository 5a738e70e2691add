import { type Form, type Program, reads, subs, subsAnywhere } from "./program.ts";

/** Names, versions and patterns of packages; not a file, an address or an option. */
const packageName = /^[\w*?^][\w.+:=~*?^@-]*$/;

/** apt takes such a word behind a switch for its value: `-s no` is no trial. */
const trialName = /^(?!(?:no|false|without|off|disable|yes|true|with|on|enable|\d+)$)[\w*?^][\w.+:=~*?^@-]*$/i;

/** `-o` and `-c` are on no list: with a setting apt runs anything. */
const aptLists =
  "-aqvin --installed --upgradable --upgradeable --all-versions --names-only --full --manual-installed --recurse --no-pager --important --no-pre-depends --no-depends --no-recommends --no-suggests --no-breaks --no-conflicts --no-replaces --no-enhances --all-names";
const aptStarts = ["dpkg", "http", "https", "file", "store", "copy", "mirror"];
const aptOpens = /\/var\/cache\/apt\/|\/var\/log\/apt\/eipp\.log/;
const trialOptions =
  "-sqyfmuV -t= --simulate --dry-run --just-print --no-act --recon --yes --quiet --assume-yes --no-install-recommends --only-upgrade --with-new-pkgs --purge --auto-remove --reinstall --target-release=* --fix-broken --install-suggests --no-remove";

/** `apt-get -s …` says what would happen. */
const trial: Omit<Form, "match" | "notMatch"> = {
  sub: "install|remove|purge|reinstall|upgrade|dist-upgrade|full-upgrade|autoremove|autopurge|safe-upgrade",
  has: ["-s", "--simulate", "--dry-run", "--just-print", "--no-act", "--recon"],
  operands: ["text"],
  operandIs: trialName,
};

const debian: readonly Program[] = [
  {
    ...subsAnywhere("apt", `${aptLists} ${trialOptions}`, [
      {
        sub: "list|search",
        operands: ["text"],
        match: ["apt list --installed", "apt search redis"],
        notMatch: ["apt -o Dir::Bin::dpkg=x list", "apt list -c x", "apt update"],
      },
      {
        sub: "show|policy|depends|rdepends|showsrc",
        operands: ["text"],
        operandIs: packageName,
        match: ["apt show nginx"],
        notMatch: ["apt show ./x.deb", "apt show nginx -o a=b"],
      },
      { ...trial, match: ["apt install -s nginx"], notMatch: ["apt install nginx", "apt install -t -s nginx"] },
    ]),
    starts: aptStarts,
    opens: aptOpens,
  },
  {
    ...subsAnywhere("apt-get", trialOptions, [
      {
        ...trial,
        match: ["apt-get -s install nginx", "apt-get upgrade --dry-run"],
        notMatch: ["apt-get install nginx", "apt-get update -s", "apt-get install -- -s", "apt-get install -s no sl"],
      },
    ]),
    starts: aptStarts,
    opens: aptOpens,
  },
  {
    ...subsAnywhere("apt-cache", aptLists, [
      {
        sub: "search|show|showpkg|showsrc|policy|depends|rdepends|madison|stats|pkgnames|dump|dumpavail|unmet",
        operands: ["text"],
        match: ["apt-cache policy nginx", "apt-cache search redis"],
        notMatch: ["apt-cache -o Dir::Cache=x policy", "apt-cache gencaches"],
      },
    ]),
    starts: ["dpkg"],
    opens: aptOpens,
  },
  {
    ...subs("apt-mark", "", [
      {
        sub: "showmanual|showauto|showhold|showholds|showinstall|showremove|showpurge",
        operands: ["text"],
        match: ["apt-mark showhold"],
        notMatch: ["apt-mark hold x", "apt-mark showhold -o a=b", "apt-mark showauto -f x"],
      },
    ]),
    starts: ["dpkg"],
    opens: aptOpens,
  },
  {
    ...subs("aptitude", "", [
      {
        sub: "search|show|versions|why|why-not",
        options: "-vq -F=* -w= --disable-columns",
        operands: ["text"],
        match: ["aptitude search nginx"],
        notMatch: ["aptitude -o a=b search x", "aptitude install x"],
      },
    ]),
    starts: ["dpkg"],
    opens: /\/var\/cache\/apt\/|\/\.aptitude|\/tmp\/aptitude-/,
  },
  {
    ...subs("dpkg", "", [
      {
        sub: "-l|--list|-L|--listfiles|-s|--status|-S|--search|-p|--print-avail|--get-selections|-V|--verify|-C|--audit",
        options: "--no-pager",
        operands: ["text"],
        match: ["dpkg -l", "dpkg -S /bin/ls", "dpkg --get-selections"],
        notMatch: ["dpkg -l -i x.deb", "dpkg -i x.deb", "dpkg -l --admindir=x", "dpkg --set-selections"],
      },
      {
        sub: "--print-architecture|--print-foreign-architectures",
        match: ["dpkg --print-architecture"],
        notMatch: ["dpkg --add-architecture i386"],
      },
      {
        sub: "--compare-versions",
        operands: ["text"],
        match: ["dpkg --compare-versions 1 lt 2"],
        notMatch: ["dpkg --compare-versions 1 lt $x"],
      },
    ]),
    starts: ["dpkg-query", "pager", "less", "sh", "md5sum"],
  },
  {
    ...reads("dpkg-query", {
      options: `-WlLsSp -f=* --show --list --listfiles --status --search --print-avail --showformat=* --control-list
        --load-avail --no-pager`,
      operands: ["text"],
      match: ["dpkg-query -W -f='${Package} ${Version}\\n'", "dpkg-query -l"],
      notMatch: ["dpkg-query --admindir=x -l"],
    }),
    starts: ["pager", "less", "sh"],
  },
];

/**
 * `-p` reads a file, which may be a list of addresses; `-E` and `-D` run what they are given. rpm runs what stands behind a
 * `%` in the name of a file, or in that of the folder in front of a relative one.
 */
const rpmQuery = `-qalicdsRgv --query --all --list --info --configfiles --docfiles --state --provides --requires --changelog
  --scripts --triggers --conflicts --obsoletes --last --whatprovides= --whatrequires= --qf=* --queryformat=* --nosignature
  --nodigest --verbose --recommends --suggests --filesbypkg --group`;

const dnfLists = `-qCv --quiet --cacheonly --verbose --installed --available --upgrades --updates --extras --all --enabled --disabled
  --showduplicates --security --list --info --requires --provides --recommends --resolve --recursive --recent --obsoletes
  --userinstalled --latest-limit= --qf=* --queryformat=* --whatprovides= --whatrequires= --whatdepends= --disablerepo=
  --enablerepo= --repo=/ --repoid= --arch= --color= --tree`;

const capability = /^(?:\/[\w.+:~^@/-]*|[\w.+:~^()-]+)$/;
const rpmFormat =
  /^(?:[^%]|%%|%-?\d*\{\w+(?::(?:armor|arraysize|base64|date|day|depflags|deptype|fflags|fstate|hex|octal|perms|pgpsig|shescape|string|triggertype|vflags|xml|yaml|json|humansi|humaniec|tagname|tagnum))?\})*$/;
const rpmValues = {
  "--whatprovides": capability,
  "--whatrequires": capability,
  "--qf": rpmFormat,
  "--queryformat": rpmFormat,
};

/** The name of a package, a capability or a file. Relative names may be packages in files. */
const rpmName = /^(?!.*\.rpm$)(?:[\w.+:~^*?@()-]+|\/[\w.+:~^*?@/-]*)$/i;

const redHat: readonly Program[] = [
  {
    ...subs("rpm rpmquery", "", [
      {
        options: `${rpmQuery} -f --file`,
        has: ["-f", "--file"],
        values: rpmValues,
        operands: ["text"],
        operandIs: /^\/[\w.+:~^@/-]*$/,
        match: ["rpm -qf /bin/ls", "rpm -qif /usr/bin/env"],
        notMatch: [
          "rpm -qf '%{expand:%%%{nil}(touch x)}'",
          "rpm -qf ./*",
          "rpm -qf x",
          "rpm -qf '/%(touch x)'",
          'for f in ./*; do rpm -qf "$f"; done',
          "find . -exec rpm -qf {} +",
        ],
      },
      {
        options: rpmQuery,
        has: ["-q", "--query"],
        values: rpmValues,
        operands: ["text"],
        // A name that ends so is a file, also without -p, and may be a list of addresses and of code.
        operandIs: /^(?!.*\.rpm$)[\w.+:~^*?@-]+$/i,
        match: [
          "rpm -qa",
          "rpm -qi bash",
          "rpm -qa --last",
          "rpm -qa 'kernel*'",
          "rpm -q --qf '%{NAME} %{VERSION}\\n' bash",
          "rpm -q --whatprovides /bin/sh",
        ],
        notMatch: [
          "rpm -q '%{load:x}'",
          "rpm -q --qf '%(id)' bash",
          "rpm -q --whatprovides '%(id)'",
          "rpm -qa *",
          "rpm -qp x.rpm",
          "rpm -q x.rpm",
          "rpm -qi m.rpm",
          "rpm -V bash",
          "rpm -q --pipe x bash",
          "rpm -qE '%(id)'",
          "rpm -q --define 'a b' bash",
          "rpm -qa --dbpath /x",
          "rpm -ivh x.rpm",
        ],
      },
    ]),
    starts: ["sh", "bash", "sort", "sed", "awk"],
    opens: /\/rpmdb\.sqlite|\/\.rpmdb|\/var\/lib\/rpm\//,
  },
  // It asks the configured mirrors what they have.
  subsAnywhere("dnf yum microdnf tdnf", dnfLists, [
    {
      sub: "history list|history info|module list|group list",
      values: rpmValues,
      operands: ["text"],
      operandIs: rpmName,
      talks: true,
      match: ["dnf history info 3", "dnf module list"],
      notMatch: ["dnf history undo 3", "dnf module enable x"],
    },
    {
      sub: "list|search|info|repolist|provides|whatprovides|repoquery|check-update|updateinfo|deplist|grouplist",
      values: rpmValues,
      operands: ["text"],
      operandIs: rpmName,
      talks: true,
      match: [
        "dnf list --installed",
        "dnf info nginx",
        "dnf repoquery --qf '%{name} %{version}' nginx",
        "dnf repolist",
      ],
      notMatch: [
        "dnf -c x list",
        "dnf info ./x.rpm",
        "dnf info x.rpm",
        "dnf info '%(id)'",
        "dnf list --setopt=a=b",
        "dnf list --installroot=/x",
        "dnf repoquery --qf '%{base.conf.proxy_password}' x",
        "dnf repoquery http://x.example/a.rpm",
      ],
    },
    { sub: "history", values: rpmValues, match: ["yum history"], notMatch: ["yum history rollback 3"] },
  ]),
  subsAnywhere("zypper", "-qvn --quiet --verbose --non-interactive --no-refresh", [
    {
      sub: "search|se|info|if|list-updates|lu|packages|pa|patches|patterns|pt|products|pd|what-provides|wp|list-patches|lp",
      options: `-siudx -t= -r= --details --installed-only --not-installed-only --type= --repo=/ --match-exact
        --search-descriptions`,
      operands: ["text"],
      operandIs: rpmName,
      talks: true,
      match: ["zypper se git", "zypper search nginx"],
      notMatch: ["zypper --plus-repo http://x.example se git", "zypper -R /x se", "zypper in git"],
    },
    { sub: "repos|lr", options: "-ud --details", match: ["zypper lr"], notMatch: ["zypper lr -e x", "zypper ar x y"] },
  ]),
];

const others: readonly Program[] = [
  subs("pacman", "", [
    {
      sub: "-Ss|-Ssq|-Si|-Sii|-Sl|-Slq|-Sg|-Sgg|-Fl|-Fs|-F",
      options: "-q --quiet --color=",
      operands: ["text"],
      match: ["pacman -Ss nginx"],
      notMatch: ["pacman -Ss -y x", "pacman -Syu", "pacman -S x", "pacman -Ss --config x a", "pacman -Fy"],
    },
    {
      has: ["-Q", "--query"],
      options: `-Qcdegiklmnoqstu --query --changelog --deps --explicit --groups --info --check --list --foreign --native --owns
        --quiet --search --unrequired --upgrades --color=`,
      operands: ["text"],
      match: ["pacman -Q", "pacman -Qi bash", "pacman -Qo /bin/ls"],
      notMatch: ["pacman -Qr /x", "pacman -R x", "pacman -Q --dbpath /x", "pacman -D --asdeps x"],
    },
  ]),
  subs("apk", "-qv --quiet --verbose --no-network", [
    {
      sub: "info|list|search|policy|stats|version|dot",
      options: `-adeIiLPqrRstvwWox -l= --limit= --installed --upgradable --available --orphaned --all --description --contents
        --provides --depends --rdepends --who-owns --origin --exact --size --quiet --verbose --manifest --no-network`,
      operands: ["text"],
      talks: true,
      values: { "-l": /^[<>=~]{1,2}$/, "--limit": /^[<>=~]{1,2}$/ },
      match: ["apk info -v", "apk version -l '<'", "apk list --installed"],
      notMatch: ["apk -X http://x.example list", "apk -p /x info", "apk info --update-cache", "apk add x"],
    },
  ]),
  {
    ...subs("brew", "", [
      {
        // A formula by its path is code, and one of another collection is fetched. `outdated` updates first.
        sub: "list|ls|info|desc|deps|uses|leaves|search",
        options: `-1lrtqv --versions --cask --casks --formula --formulae --full-name --json[=] --installed --tree --all
          --verbose --quiet --pinned --multiple --recursive --include-build --include-optional --skip-recommended --annotate
          --union --topological --direct --missing`,
        operands: ["text"],
        operandIs: /^[\w@+-]+(?:\.\d+)*$/,
        talks: true,
        match: ["brew list --versions", "brew info jq", "brew deps --tree git"],
        notMatch: ["brew info ./x.rb", "brew info a/b/c", "brew outdated", "brew info --github jq", "brew install jq"],
      },
      {
        sub: "services list|--prefix|--cellar|--repository|--caskroom|config",
        operands: ["text"],
        operandIs: /^[\w@+-]+(?:\.\d+)*$/,
        match: ["brew services list", "brew --prefix openssl@3"],
        notMatch: ["brew services start x", "brew config ./x"],
      },
    ]),
  },
  {
    ...subs("snap", "", [
      {
        sub: "list|info|find|search|version|services|connections|changes|warnings",
        options: "--all --verbose --color= --unicode= --abs-time --narrow --section[=]*",
        operands: ["text"],
        operandIs: /^[\w.-]+$/,
        talks: true,
        match: ["snap list", "snap info core"],
        notMatch: ["snap install x", "snap info ./x.snap", "snap ack x"],
      },
    ]),
    connects: ["/run/snapd.socket", "/run/snapd-snap.socket"],
  },
  subs("flatpak", "-v --verbose", [
    {
      sub: "list|info|remotes|ps|history",
      options: `-adrmM --app --runtime --columns= --all --show-details --show-disabled --user --system --show-permissions
        --show-ref --show-metadata --since=* --until=* --reverse`,
      operands: ["text"],
      operandIs: /^[\w./-]+$/,
      match: ["flatpak list --app"],
      notMatch: ["flatpak run x", "flatpak list --installation=x", "flatpak install x"],
    },
  ]),
];

/** Packages of a system. */
export const systemPackagePrograms: readonly Program[] = [...debian, ...redHat, ...others];
