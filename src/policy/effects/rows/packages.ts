import { commonRows, readRows, wordList } from "../effect-rows.ts";

/** Without these nobody logs in again, or nothing starts. Gentoo names the category too: `sys-libs/glibc`. */
const essentials = wordList(`
  openssh openssh-server sshd sudo login passwd pam libpam* ca-certificates network-manager networkmanager NetworkManager
  netplan* ifupdown systemd systemd-sysv init dbus core core?? snapd libc6 glibc bash coreutils util-linux base base-files
  linux-* ^linux-* kernel* grub* dpkg apt rpm dnf yum pacman python3 */glibc */bash */openssh */systemd */linux-* .*
`).replace("core??", "core18,core20,core22,core24");
const removal = "remove,purge,erase,uninstall,autopurge,autoremove,del,delete,rm,zap,unmerge";

/** A package manager of the system removes what others need, what only the run decides, or what a pattern finds. */
const removesEssential = (how: string): string => `${how} &${essentials} | ${how} @dynamic | ${how} /[*?]/`;
const canRemove = "locks-out(packages.essential): {} can remove the way in, or what the system needs to start.";

const verbsThatRead = wordList(`
  list search show info view outdated freeze check why ls ll la version versions help policy depends rdepends madison showpkg
  stats dump provides whatprovides repolist history deps uses leaves desc cat tree audit root bin prefix ping whoami env
  files metadata verify-project locate-project doctor explain licenses fund query list-installed inspect groups repoquery
  updateinfo showholds xls xp changelog contents platform environment which graph
`);
/** Whatever else they say, they are said of packages and caches, which come back. */
const ordinaryVerbs = `${removal},${wordList("add install i update upgrade cache clean cleanup autoclean clear prune gc format unlink reinstall run run-script test start stop restart build")}`;

const hooks = `
  /Invoke|::Options.*sh|Dir::Bin|Proxy-Auto-Detect|^--(?:plugins?|status-logger|script-shell)\\b/i | -c,--config=/^(?:\\/tmp|\\/var\\/tmp|\\/dev|http)/ => runs-unread(option.runs-code): {word} makes the package manager run a program. -> Use it without that option.
    yes: apt-get -o DPkg::Pre-Invoke::=id update ;; npm --script-shell=/tmp/x install ;; dnf -c http://x.example/y install z
    no: npm install`;

const before = `${hooks}
  history undo,rollback | /^--(?:allow-remove-essential|force-remove-essential|force-all|nodeps|purge-all)$|force-depends/ => ${canRemove}
    yes: dnf history undo 3 ;; dpkg --force-all -r x
    no: dnf history info 3
  ${verbsThatRead} => looks
    yes: apt list ;; npm ls
    no: npm ci
  @brought => runs-unread(run.fetched): {} installs what this line has just fetched; nobody has read it. -> Fetch it first, check who made it, then install it.
    yes: apt install ./fetched/x.deb ;; npm install ./fetched/x.tgz
    no: apt install ./x.deb
  ${removesEssential(removal)} => ${canRemove} -> Name a package that nothing depends on.
    yes: apt-get remove openssh-server ;; dnf remove {} ;; apt purge linux*
    no: apt remove cowsay
    no: pacman -S x
  /^--(?:dangerous|allow-unauthenticated|allow-insecure-repositories|force-yes|no-?gpg-?checks?|allow-untrusted|allow-unsigned-rpm|nosignature|force-bad-verify)\\b|\\btrusted=yes\\b/ => runs-unread(packages.unchecked): {} installs without checking who made it. -> Install what is signed by a key that the machine trusts.
    yes: snap install x.snap --dangerous
    no: snap install x.snap
  unpublish,yank => destroys(packages.unpublish): Takes a published package away from everyone. -> Publish a new version instead.
    yes: npm unpublish x
    no: npm -v x
  token,owner => escalates(packages.rights): Changes or prints who may publish. -> Let a person do this.
    yes: npm token list
    no: npm config list
  publish,deprecate,adduser,login,logout => talks(packages.publish): Runs {}.
    yes: npm publish
    no: npm -v`;

const stranger = `
  @stranger => runs-unread(packages.stranger): {} takes code from {word}, which is no known registry or forge, and runs it. -> Install by name from the registry, or read the code first.
    yes: pip install git+https://x.example/y
    no: pip -V`;

const after = `
  !otherwise => looks
    yes: apt install -s nginx
    no: apt install nginx
  ${ordinaryVerbs} | otherwise => writes(packages.change): Changes installed software, or runs code of the project ({}).
    yes: dnf install curl ;; npm ci
    no: npm -v
  => looks
    yes: ssh -o Port=22 h
    no: ssh -o ProxyCommand=./x h`;

/** Package managers: reading is harmless, installing is ordinary, removing the way in or the system is not. */
const systemPackages = readRows(
  `
apt apt-get
  ${ordinaryVerbs},dist-upgrade,full-upgrade !-s,--simulate,--dry-run,--just-print,--no-act,--recon => writes(packages.change): Changes installed software ({}).
    yes: apt-get -y install nginx ;; apt upgrade
    no: apt-get install -s nginx
aptitude apt-cache apt-mark nala add-apt-repository apt-add-repository dnf yum microdnf tdnf zypper urpmi urpme rpm-ostree swupd yay paru pamac apk xbps-install xbps-remove eopkg slackpkg removepkg equery xbps-query pkgin pkg_add pkg_delete nix-env conda mamba tlmgr spack vcpkg winget choco scoop
dpkg
  ${removesEssential("-r,-P,--remove,--purge")} => ${canRemove} -> Name a package that nothing depends on.
    yes: dpkg -P bash
    no: dpkg bash
rpm
  ${removesEssential("-e,--erase")} => ${canRemove} -> Name a package that nothing depends on.
    yes: rpm -e openssh-server
    no: rpm openssh-server
  /%\\(|%\\{(?:expand|lua|load|uncompress|S|P):|^--(?:pipe|load|rcfile|macros)/ => runs-unread(option.runs-code): {word} makes rpm run a program. -> Use rpm without it.
    yes: rpm --eval %(id) ;; rpm -qa --pipe sh
    no: rpm -qa sh
pacman
  ${removesEssential("-R,--remove")} | /^-R[a-z]*dd/ => ${canRemove} -> Name a package that nothing depends on.
    yes: pacman -R systemd ;; pacman -Rdd x
    no: pacman -S x
emerge
  ${removesEssential("-C,--unmerge,-c,--depclean")} => ${canRemove} -> Name a package that nothing depends on.
    yes: emerge -C sys-libs/glibc
    no: emerge sys-libs/glibc
pkg opkg port
  ${removal} -a,--all => ${canRemove} -> Name the packages.
    yes: pkg delete -a
    no: pkg delete
snap flatpak
  ${removal} -a,--all => ${canRemove} -> Name the packages.
    yes: flatpak uninstall --all
    no: flatpak uninstall
  ${removal} --purge,--delete-data,--zap => destroys(packages.data): {} deletes a program together with the data it holds. -> Remove it without its data first.
    yes: snap remove --purge x
    no: snap remove x
  /^--(?:command=|filesystem=(?:host|home|\\/|~)|talk-name=org\\.freedesktop\\.Flatpak|device=all|allow=devel|socket=system-bus)/ => escalates(escape.sandbox): {} lets a program out of its sandbox. -> Run it with the rights it was packaged with.
    yes: flatpak run --filesystem=host org.x.Y
    no: flatpak run org.x.Y
`,
  {},
  { options: "", before: commonRows(before), after: commonRows(after), takesNames: true },
);

/** Forges that everyone fetches modules of Go from. */
const knownModules = `(?:(?:github|gitlab|bitbucket)\\.com|golang\\.org|google\\.golang\\.org|go\\.\\w+\\.\\w+|gopkg\\.in|k8s\\.io|sigs\\.k8s\\.io|mvdan\\.cc|honnef\\.co)`;

/** Code of a package runs when it is installed, so an address of nobody known is a program of nobody known. */
const languagePackages = readRows(
  `
pip pip3 pipx uv easy_install cpan cpanm luarocks
  options: -i=/ --index-url=/ --extra-index-url=/ --default-index=/ --index=/ -f=/ --find-links=/
gem
  options: -s=/ --source=/
brew guix
npm pnpm yarn bun
  runs: project
  options: --registry=/
  config,set,c /script-shell|node-options|onload-script|init-module|\\bshell\\b|\\beditor\\b|\\bviewer\\b|globalconfig/ !&get => runs-unread(option.runs-code): {} makes it run another program from now on. -> Leave the setting as it is.
    yes: npm config set script-shell /tmp/x
    no: npm config set script-shell /tmp/x get
  exec,x,dlx,create,init => starts(packages.run): Fetches and runs a package ({}).
    yes: npm exec cowsay
    no: npm -v
cargo
  runs: project
  options: --registry=/ --index=/
  /(?:runner|rustc(?:-wrapper)?|linker)\\s*=/ => runs-unread(option.runs-code): {word} makes cargo run a program of its own. -> Use cargo without it.
    yes: cargo run --config target.x.runner="/tmp/x"
    no: cargo -V
go
  runs: project
  run,install /^(?!${knownModules}|\\.)[\\w-]+\\.[\\w.-]+\\/\\S+@\\S+$/ => runs-unread(packages.stranger): {} takes code from {word}, which is no known registry or forge, and runs it. -> Read the code first.
    yes: go run x.example/y@latest
    no: go install golang.org/x/tools/gopls@latest
dotnet
  runs: project
  options: -s=/ --source=/
`,
  {},
  { options: "", before: commonRows(before + stranger), after: commonRows(after), takesNames: true },
);

/** Managers of versions and of the packages of a project, whose scripts run where they install. */
const projectPackages = readRows(
  `
bundle composer poetry pipenv nuget rustup volta fnm nvm pyenv rbenv asdf mise sdk conan opam stack cabal mix hex rebar3 swift pod carthage
  runs: project
`,
  {},
  { options: "", before: commonRows(before), after: commonRows(after), takesNames: true },
);

export const packageEffects = [...systemPackages, ...languagePackages, ...projectPackages];
