import { type Arg, type Flow, isDynamic, readable, someFlow } from "../../shell/index.ts";
import { broughtTo, isUnread } from "../brought.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import { programs } from "../programs/index.ts";
import { isFormOf } from "../prove-reading.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import type { Judges } from "./judge.ts";
import { judgeTask, runsUnread } from "./project-tasks.ts";
import { fromStranger } from "./stranger.ts";

const reads =
  /^(?:list|search|show|info|view|outdated|freeze|check|why|ls|ll|la|version|help|config get|config list|policy|depends|rdepends|madison|showpkg|stats|dump|provides|whatprovides|repolist|history|deps|uses|leaves|desc|cat|tree|audit|root|bin|prefix|ping|whoami|env|files|metadata|verify-project|locate-project|doctor|explain|licenses|fund|query|list-installed|inspect|groups|repoquery|updateinfo|showholds|xls|xp|changelog|contents|versions|platform|environment|which|mod graph|mod why|tool dist|graph|index versions)$/;
const essentials =
  /^(?:openssh-server|openssh|sshd|sudo|systemd|systemd-sysv|libc6|glibc|bash|coreutils|\^?linux-\S*|kernel\S*|grub\S*|network-manager|networkmanager|netplan\S*|ifupdown|dpkg|apt|rpm|dnf|yum|pacman|base-files|base|util-linux|login|passwd|pam|libpam\S*|init|dbus|core|core\d+|snapd|ca-certificates|python3|\*|\.\*)$/i;

/** Gentoo names the category too: `sys-libs/glibc`. */
const isEssential = (arg: Arg): boolean => essentials.test(arg.text.replace(/^[\w-]+\//, ""));

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
  /(?:^|\s)--(?:dangerous|allow-unauthenticated|allow-insecure-repositories|force-yes|no-?gpg-?check(?:s)?|no-gpg-checks|allow-untrusted|allow-unsigned-rpm|nosignature|force-bad-verify)(?:[\s=]|$)|\btrusted=yes\b/;

const goModule =
  /^(?!(?:github\.com|gitlab\.com|bitbucket\.org|golang\.org|google\.golang\.org|go\.\w+\.\w+|gopkg\.in|k8s\.io|sigs\.k8s\.io|mvdan\.cc|honnef\.co|\.))[\w-]+\.[\w.-]+\/\S+@\S+$/;

/** apt takes patterns itself, and removes whatever has such a name. */
const isPattern = ({ text }: Arg): boolean => /[*?]/.test(text);

/** Options that remove: rpm -R shows what a package requires. */
const removals: Readonly<Record<string, RegExp>> = {
  dpkg: /^(?:-[a-zA-Z]*[rP]|--remove|--purge)/,
  rpm: /^(?:-[a-zA-Z]*e|--erase)/,
  pacman: /^(?:-[a-zA-Z]*R|--remove)/,
};

/** Package managers: reading is harmless, installing is ordinary, removing the way in or the system is not. */
export function packages(job: Job): Flow {
  const [first, ...rest] = operandsOf(job.args);
  const verb = first?.text ?? "";
  const text = job.args.map((arg) => arg.text).join(" ");
  const program = programs.get(job.name);
  if (judgeTask(job)) return someFlow;
  if (/^(?:go|cargo|deno|bun|swift|dotnet|stack|cabal)$/.test(job.name)) runsUnread(job, job.args);
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
    /^(?:pip3?|pipx|uv|npm|pnpm|yarn|bun|brew|gem|cargo|go|guix|dotnet|easy_install|cpan|cpanm|luarocks)$/.test(
      job.name,
    )
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
  const unread = /^(?:list|show|info|view|check|search)$/.test(verb)
    ? undefined
    : job.args.find((arg) => /\.\w+$/.test(arg.text) && isUnread(broughtTo(job, arg.text)));
  if (unread !== undefined) {
    danger(
      job,
      "opaque",
      "run.fetched",
      `${shown(job)} installs what this line has just fetched; nobody has read it.`,
      "Fetch it first, check who made it, then install it.",
      { span: unread.span },
    );
    return someFlow;
  }
  const macro =
    job.name === "rpm"
      ? job.args.find((arg) =>
          /%\(|%\{(?:expand|lua|load|uncompress|S|P):|^--pipe|^--load|^--rcfile|^--macros/.test(arg.text),
        )
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
    (job.name === "emerge" && hasOption(job.args, "-C", "--unmerge", "-c", "--depclean")) ||
    job.args.some((arg) => removals[job.name]?.test(arg.text) === true);
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
    (removes &&
      [first, ...rest].some((arg) => arg !== undefined && (isEssential(arg) || isDynamic(arg) || isPattern(arg)))) ||
    (removes && /^(?:pkg|flatpak|opkg|port|guix)$/.test(job.name) && hasOption(job.args, "-a", "--all")) ||
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
  } else if (
    removes &&
    job.args.some((arg) => /^--(?:purge|delete-data|zap)$/.test(arg.text)) &&
    keepsData.test(job.name)
  ) {
    danger(
      job,
      "destructive",
      "packages.data",
      `${shown(job)} deletes a program together with the data it holds.`,
      "Remove it without its data first.",
    );
  } else if (leavesSandbox(job)) {
    danger(
      job,
      "escalate",
      "escape.sandbox",
      `${shown(job)} lets a program out of its sandbox.`,
      "Run it with the rights it was packaged with.",
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
  // Whether such a form only shows something is proved by its row.
  else if (program !== undefined && isFormOf(job, program)) return someFlow;
  else if (/^(?:set-script|pkg|run|run-script)$/.test(verb) && hidesCommand(job)) return someFlow;
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

/** A task of the project is a command too: `npm pkg set scripts.build='curl … | sh'`. */
const hidesCommand = (job: Job): boolean =>
  findsHiddenCommand({ ...job, args: job.args.filter((arg) => /\s/.test(arg.text)) });
const keepsData = /^(?:snap|flatpak)$/;
const leavesSandbox = (job: Job): boolean =>
  job.name === "flatpak" &&
  job.args.some((arg) =>
    /^--(?:command=|filesystem=(?:host|home|\/|~)|talk-name=org\.freedesktop\.Flatpak|device=all|allow=devel|socket=system-bus)/.test(
      arg.text,
    ),
  );

/** `npm exec`, `yarn dlx`: a package, or a command beside it. */
function runsPackage(job: Job): undefined {
  findsHiddenCommand(job);
  ask(job, "opaque", "packages.run", `Fetches and runs a package (${shown(job)}).`);
}

const names =
  "add-apt-repository apt-add-repository apt apt-get aptitude apt-cache apt-mark dpkg rpm dnf yum zypper pacman yay paru apk brew port snap flatpak pip pip3 pipx uv gem bundle cargo go npm pnpm yarn composer poetry pipenv conda mamba nix-env guix emerge equery xbps-query xbps-install xbps-remove microdnf tdnf nala pamac eopkg swupd slackpkg removepkg urpmi urpme rpm-ostree pkgin pkg_delete volta fnm tlmgr spack conan vcpkg nuget dotnet rustup nvm pyenv rbenv asdf mise sdk easy_install cpan cpanm luarocks opam stack cabal mix hex rebar3 swift pod carthage winget choco scoop pkg pkg_add opkg";

export const packageJudges: Judges = Object.fromEntries(names.split(" ").map((name) => [name, packages]));
