import { type Arg, isDynamic, mayBecomeOption, readable } from "../arg.ts";
import { type Flow, someFlow } from "../flow.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { operandsOf } from "../options.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import type { Judges } from "./judge.ts";
import { judgeTask, runsUnread } from "./project-tasks.ts";

const reads =
  /^(?:list|search|show|info|view|outdated|freeze|check|why|ls|ll|la|version|help|config get|config list|policy|depends|rdepends|madison|showpkg|stats|dump|provides|whatprovides|repolist|history|deps|uses|leaves|desc|cat|tree|audit|root|bin|prefix|ping|whoami|env|files|metadata|verify-project|locate-project|doctor|explain|licenses|fund|query|list-installed|inspect|groups|repoquery|updateinfo|showholds|xls|xp|changelog|contents|versions|platform|environment|which|mod graph|mod why|tool dist|graph|index versions)$/;
const essentials =
  /^(?:openssh-server|openssh|sshd|sudo|systemd|systemd-sysv|libc6|glibc|bash|coreutils|\^?linux-\S*|kernel\S*|grub\S*|network-manager|networkmanager|netplan\S*|ifupdown|dpkg|apt|rpm|dnf|yum|pacman|base-files|base|util-linux|login|passwd|pam|libpam\S*|init|dbus|core|core\d+|snapd|ca-certificates|python3|\*|\.\*)$/i;

const forges =
  /^(?:git\+)?(?:https|ssh|git):\/\/(?:[^@/]*@)?(?:[\w-]+\.)*(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|pypi\.org|pythonhosted\.org|npmjs\.org|npmjs\.com|npmmirror\.com|rubygems\.org|crates\.io|golang\.org|pytorch\.org|nodejs\.org|yarnpkg\.com|localhost|127\.0\.0\.1)(?:[:/]|$)/i;

/** An address whose packages nobody vouches for: not encrypted, or of no known forge or registry. */
export const fromStranger = (text: string): boolean =>
  (/^(?:git\+)?(?:https?|ftp|git|ssh):\/\//.test(text) && !forges.test(text)) ||
  (scpLike.test(text) && !forges.test(`ssh://${text.replace(":", "/")}`));
const scpLike = /^[\w.-]+@[\w-]+\.[\w.-]+:[^\\]/;

/** Code of a package runs when it is installed, so an address of a stranger is a program of a stranger. */
function strangerIn(job: Job): Arg | undefined {
  return job.args.find((arg, index) => {
    const before = job.args[index - 1]?.text ?? "";
    const [, option = "", attached] = /^(--?[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    const isIndex = /index-url|^-i$|registry|--source|find-links|^-f$|^-s$/.test(option || before);
    const value = attached ?? arg.text;
    // A registry of one's own is ordinary, as long as nobody on the way can change what it sends.
    return isIndex ? /^http:\/\//.test(value) && fromStranger(value) : fromStranger(value);
  });
}

/** Signatures are what tells a package of the distribution from anyone's. */
const unchecked =
  /(?:^|\s)--(?:allow-unauthenticated|allow-insecure-repositories|force-yes|no-?gpg-?check(?:s)?|no-gpg-checks|allow-untrusted|allow-unsigned-rpm|nosignature|force-bad-verify)(?:[\s=]|$)|\btrusted=yes\b/;

const goModule =
  /^(?!(?:github\.com|gitlab\.com|bitbucket\.org|golang\.org|google\.golang\.org|go\.\w+\.\w+|gopkg\.in|k8s\.io|sigs\.k8s\.io|mvdan\.cc|honnef\.co|\.))[\w-]+\.[\w.-]+\/\S+@\S+$/;

/** Package managers: reading is harmless, installing is ordinary, removing the way in or the system is not. */
function packages(job: Job): Flow {
  const [first, ...rest] = operandsOf(job.args);
  const verb = first?.text ?? "";
  const text = job.args.map((arg) => arg.text).join(" ");
  if (judgeTask(job)) return someFlow;
  if (/^(?:go|cargo|deno|bun)$/.test(job.name)) runsUnread(job, job.args);
  const configured =
    job.name === "cargo" ? job.args.find((arg) => /runner|rustc(?:-wrapper)?\s*=|linker/.test(arg.text)) : undefined;
  const hook = /^(?:go|cargo)$/.test(job.name)
    ? (configured ?? job.args.find((arg) => /^--?(?:exec|toolexec|vettool)(?:=|$)/.test(arg.text)))
    : undefined;
  if (hook !== undefined) {
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(hook.text)} makes ${job.name} run a program of its own.`,
      `Use ${job.name} without it.`,
      {
        span: hook.span,
      },
    );
    return someFlow;
  }
  const stranger =
    !reads.test(verb) &&
    /^(?:pip3?|pipx|uv|npm|pnpm|yarn|bun|brew|gem|cargo|go|easy_install|cpan|cpanm|luarocks)$/.test(job.name)
      ? (strangerIn(job) ??
        (job.name === "go" && /^(?:run|install)$/.test(verb)
          ? job.args.find((arg) => goModule.test(arg.text))
          : undefined))
      : undefined;
  if (stranger !== undefined) {
    danger(
      job,
      "opaque",
      "packages.stranger",
      `${shown(job)} takes code from ${readable(stranger.text)}, which is no known registry or forge, and runs it.`,
      "Install by name from the registry, or read the code first.",
      { span: stranger.span },
    );
    return someFlow;
  }
  const macro =
    job.name === "rpm"
      ? job.args.find((arg) => /%\(|%\{lua:|^--pipe|^--load|^--rcfile|^--macros/.test(arg.text))
      : undefined;
  if (macro !== undefined) {
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(macro.text)} makes rpm run a program.`,
      "Use rpm without it.",
      {
        span: macro.span,
      },
    );
    return someFlow;
  }
  const removes =
    /^(?:remove|purge|erase|uninstall|autopurge|autoremove|del|delete|rm|zap|unmerge)$/.test(verb) ||
    (/^(?:dpkg|rpm|pacman)$/.test(job.name) &&
      /(?:^|\s)(?:-[a-zA-Z]*[rPeR][a-zA-Z]*|--remove|--purge|--erase)/.test(text));
  const loads = job.args.find(
    (arg) =>
      /^(?:-o|--option|--config|-c|--plugin|--plugins|--pre-invoke|--post-invoke|--status-logger|--script-shell|--node-options|--installroot)(?:=|$)|Pre-Invoke|Post-Invoke|APT::Update|Dpkg::Pre/i.test(
        arg.text,
      ) && /^apt|^dnf|^yum|^npm|^dpkg|^aptitude/.test(job.name),
  );
  const hookValue = loads === undefined ? "" : `${loads.text} ${job.args[job.args.indexOf(loads) + 1]?.text ?? ""}`;
  if (
    /Invoke|::Options.*sh|script-shell|--pre-invoke|--post-invoke|--status-logger|Dir::Bin|Proxy-Auto-Detect|--plugin|(?:--config|-c)(?:=|\s+)?(?:\/tmp|\/var\/tmp|\/dev|http)/i.test(
      hookValue,
    )
  )
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(hookValue)} makes ${job.name} run a program.`,
      `Use ${job.name} without it.`,
    );
  else if (
    /--(?:allow-remove-essential|force-remove-essential|force-all|nodeps|purge-all)|force-depends/.test(text) ||
    (removes && [first, ...rest].some((arg) => arg !== undefined && (essentials.test(arg.text) || isDynamic(arg)))) ||
    (job.name === "pacman" && /(?:^|\s)-R[a-z]*dd/.test(text)) ||
    /\bhistory (?:undo|rollback)\b/.test(text)
  ) {
    danger(
      job,
      "lockout",
      "packages.essential",
      `${shown(job)} can remove the way in, or what the system needs to start.`,
      "Name a package that nothing depends on.",
    );
  } else if (unchecked.test(text)) {
    danger(
      job,
      "opaque",
      "packages.unchecked",
      `${shown(job)} installs without checking who made it.`,
      "Install what is signed by a key that the machine trusts.",
    );
  } else if (
    /^(?:config|set|c)$/.test(verb) &&
    /script-shell|node-options|onload-script|init-module|\bshell\b|\beditor\b|\bviewer\b|globalconfig/.test(text) &&
    /^(?:npm|pnpm|yarn)$/.test(job.name) &&
    !/\bget\b/.test(text)
  ) {
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${shown(job)} makes ${job.name} run another program from now on.`,
      "Leave the setting as it is.",
    );
  } else if (/^(?:publish|unpublish|deprecate|owner|token|adduser|login|logout|yank)$/.test(verb)) {
    if (/^(?:unpublish|yank)$/.test(verb))
      danger(
        job,
        "destructive",
        "packages.unpublish",
        "Takes a published package away from everyone.",
        "Publish a new version instead.",
      );
    else if (/^(?:token|owner)$/.test(verb))
      danger(job, "escalate", "packages.rights", "Changes or prints who may publish.", "Let a person do this.");
    else ask(job, "network", "packages.publish", `Runs ${shown(job)}.`);
  } else if (/^(?:exec|x|dlx|create|init)$/.test(verb) && /^(?:npm|pnpm|yarn|bun)$/.test(job.name)) runsPackage(job);
  else if (!job.args.some((arg) => mayBecomeOption(arg)) && isRead(job, verb, rest[0]?.text ?? "", text))
    return someFlow;
  else if (/(?:^|\s)(?:https?|git\+\w+|ftp):\/\/\S+/.test(text) && /^(?:pip3?|npm|gem|cargo|go)$/.test(job.name))
    ask(job, "network", "packages.install", `Installs from an address (${shown(job)}).`);
  else
    ask(
      job,
      removes ? "write" : "write",
      "packages.change",
      `Runs ${shown(job)}, which changes installed software or runs project code.`,
    );
  return someFlow;
}

/** `npm exec`, `yarn dlx`: a package, or a command beside it. */
function runsPackage(job: Job): undefined {
  findsHiddenCommand(job);
  ask(job, "opaque", "packages.run", `Fetches and runs a package (${shown(job)}).`);
}

function isRead(job: Job, verb: string, second: string, text: string): boolean {
  const { name } = job;
  // An address, a folder or settings from elsewhere: no longer just a look at what is here.
  if (
    /https?:\/\/|(?:^|\s)(?:--working-dir|--config(?:-file)?|--hookdir|--gpgdir|--root|--status-logger|--p(?:re|ost)-invoke|--specfile|--viewer|--browser|--registry|--admindir|-o|--option)(?:[= ]|$)/.test(
      text,
    ) &&
    name !== "brew"
  )
    return false;
  if (
    name === "dpkg" &&
    /(?:^|\s)(?:-[iPr]\b|--(?:install|remove|purge|unpack|configure|set-selections|clear-\w+))/.test(text)
  )
    return false;
  if (name === "dpkg")
    return /^(?:-[lLsSpcIW]|--(?:list|listfiles|status|search|get-selections|print-architecture|print-avail|contents|info|verify|audit|compare-versions))\b/.test(
      text,
    );
  if (name === "rpm")
    return (
      /^(?:-q[a-zA-Z]*|-V[a-zA-Z]*|--query|--verify|-K|--eval-)\b/.test(text) &&
      !/--(?:pipe|eval|define|root|dbpath|restore|setperms|setugids|rcfile|macros|load)/.test(text) &&
      !/%\(/.test(text)
    );
  if (name === "pacman") return /^-(?:Q[a-z]*|S[sigl]+|F[a-z]*)\b/.test(text) && !/^-S[a-z]*[yu]/.test(text);
  if (name === "go")
    return (
      /^(?:version|env|list|doc|help|mod (?:graph|why|verify))\b/.test(text) &&
      !/-w\b|-u\b|-toolexec|-exec|-mod=mod|-overlay/.test(text)
    );
  if (name === "cargo")
    return (
      /^(?:tree|metadata|search|version|locate-project|pkgid|--list|verify-project|read-manifest)\b/.test(text) &&
      !/--config|-Z/.test(text)
    );
  if (name === "brew")
    return /^(?:list|ls|info|search|outdated|deps|uses|leaves|doctor|config|--prefix|--cellar|--version|desc|cat|services list)\b/.test(
      text,
    );
  if (name === "npm" || name === "pnpm" || name === "yarn") {
    if (/--(?:script-shell|node-options|globalconfig|userconfig|prefix|global-style|fix|init-module)/.test(text))
      return false;
    if (verb === "audit") return !/\bfix\b/.test(text);
    if (verb === "config") return /^(?:get|list|ls)$/.test(second) && !/token|auth|password/i.test(text);
    return reads.test(verb) && !/^(?:home|env|cat|dump)$/.test(verb) && !(verb === "version" && second !== "");
  }
  if (/^pip3?$|^uv$|^pipx$/.test(name))
    return (
      /^(?:list|show|freeze|check|inspect|index versions|config list|debug|--version|cache (?:dir|info|list))\b/.test(
        text,
      ) && !/--(?:path-|log|python)/.test(text)
    );
  if (/^gem$|^bundle$/.test(name))
    return /^(?:list|search|info|env|environment|outdated|contents|specification|which|show|check|platform)\b/.test(
      text,
    );
  if (/^(?:apt|apt-get|aptitude)$/.test(name))
    return (
      /^(?:list|search|show|policy|depends|rdepends|changelog|showsrc)\b/.test(text) ||
      job.args.some((arg) => /^(?:-[qyfmu]*s[qyfmu]*|--simulate|--dry-run|--just-print)$/.test(arg.text))
    );
  if (name === "apt-cache" || name === "apt-mark")
    return /^(?:search|show\w*|policy|depends|rdepends|madison|stats|pkgnames|dump|unmet)\b/.test(text);
  if (name === "snap")
    return /^(?:list|info|find|version|services|connections|interfaces|changes|warnings|known)\b/.test(text);
  if (name === "flatpak") return /^(?:list|info|search|remotes|remote-ls|history|--version)\b/.test(text);
  if (/--(?:setopt|config|plugin|pluginpath|installroot|repofrompath)/.test(text)) return false;
  if (/^(?:dnf|yum|zypper|apk)$/.test(name))
    return (
      /^(?:list|search|info|repolist|provides|repoquery|history|check-update|updateinfo|deplist|se|if|lu|lr|packages|policy|stats|version|dot)\b/.test(
        text,
      ) && !/history (?:undo|redo|rollback)/.test(text)
    );
  if (
    /^(?:composer|poetry|pipenv|conda|mamba|nix-env|guix|port|emerge|equery|xbps-query|nuget|dotnet|rustup|nvm|pyenv|rbenv|asdf|mise|sdk|mvn|gradle)$/.test(
      name,
    )
  ) {
    return (
      /^(?:show|search|list|ls|info|about|env info|env list|config --list|config list|--list|outdated|-q|installed|versions|version|current|which|where|status|toolchain list|target list|--list-sdks|--info|graph|check)\b/.test(
        text,
      ) && !/^(?:mvn|gradle)$/.test(name)
    );
  }
  return false;
}

const names =
  "add-apt-repository apt-add-repository apt apt-get aptitude apt-cache apt-mark dpkg rpm dnf yum zypper pacman yay paru apk brew port snap flatpak pip pip3 pipx uv gem bundle cargo go npm pnpm yarn bunx composer poetry pipenv conda mamba nix-env guix emerge equery xbps-query xbps-install nuget dotnet rustup nvm pyenv rbenv asdf mise sdk easy_install cpan cpanm luarocks opam stack cabal mix hex rebar3 swift pod carthage winget choco scoop pkg pkg_add opkg";

export const packageJudges: Judges = Object.fromEntries(names.split(" ").map((name) => [name, packages]));
