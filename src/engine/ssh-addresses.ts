/** Hosts that words of a command name as places which are reached over ssh. */
export interface SshAddresses {
  destinations: string[];
  /** Of repositories: a host that is not known is most likely a forge. */
  remotes: string[];
  /** A file or an expression names the hosts. */
  isUnclear: boolean;
}

/** `--host=`, `-H`, `NAME=` in front of an address. */
const before = "(?:-{1,2}[\\w.-]*?=?|[\\w.-]+=)?";
const host = "(?:[^@/:\\s]+@)?(?:\\[[^\\]\\s]+\\]|[^:/@\\s[\\]]+)";
/** `ssh://h/x`, `qemu+ssh://h/system`, `ssh-ng://h`, `sftp://u@h:22`, `rsync+scp://h`. */
const withScheme = new RegExp(
  `^${before}((?:[\\w.-]+\\+)?(?:ssh(?:-ng)?|sftp|scp|sshfs|fish)(?:\\+\\w+)?)://([^/?#\\s]+)`,
  "i",
);
/** `code --remote ssh-remote+h`, `vscode-remote://ssh-remote+u@h:22/x`. */
const ofEditor = /(?:^|[=/])ssh-remote\+([^/\s]+)/i;
/** `restic -r sftp:u@h:/x`, `cvs -d :ext:u@h:/x`, and `/ssh:h:/x` in editors. */
const withColons = new RegExp(
  `^(?:${before}(?:sftp|ssh|scp|:ext(?:;[^:]*)?):|/(?:sshx?|scpx?|sftp|rsync|plinkx?):)(?!//)(${host}):`,
  "i",
);
/** `u@h:/x`; a name with two colons behind it is a store here, with one that is kept in it. */
const asPath = new RegExp(`^${before}(${host}):(?!:|//)`);

const isOfRepository = /^(?:git|svn|hg|bzr|brz|cvs|darcs|fossil)\+|\+(?:git|svn|hg|bzr)$/i;
/** Programs for repositories, and those that get packages out of them. */
const repositoryPrograms = new Set(
  "git hg svn bzr brz darcs jj fossil cvs npm yarn pnpm bun pip pip3 pipx uv poetry cargo go gem bundle composer".split(
    " ",
  ),
);
/** Programs that log in for a word such as `host:path`. */
const pathPrograms = new Set("borg attic bup darcs unison lftp rdiff-backup".split(" "));
const pathVariables = /^(?:BORG|ATTIC|BUP)_\w+=/;
/** Programs that are given a host alone. */
const hostPrograms = new Set(["nix-copy-closure"]);

/** Options by which a program is given a host alone, and then calls ssh with it. */
interface HostOptions {
  programs: string;
  /** As written, without what follows it: `-H h`, `-Hh`, `-qH h`, `--host h`, `--host=h`, `--hos=h`. */
  option: RegExp;
  hostsIn(value: string): Partial<SshAddresses>;
}

const systemdPrograms =
  "systemctl journalctl hostnamectl loginctl timedatectl localectl busctl systemd-analyze systemd-run machinectl " +
  "portablectl homectl importctl systemd-mount systemd-umount run0";

const hostOptions: readonly HostOptions[] = [
  {
    programs: systemdPrograms,
    option: /^(?:-[aefilmnqrtTWx]*H|--ho(?:st?)?(?==|$)=?)/,
    hostsIn: (value) => ({ destinations: [hostOfSystemd(value)] }),
  },
  {
    // Most often a container here, of which nobody has to know; but one that is called like a host is held like it.
    programs: systemdPrograms,
    option: /^(?:-[aefilmnqrtTWx]*M|--mac(?:h(?:i(?:ne?)?)?)?(?==|$)=?)/,
    hostsIn: (value) => {
      const host = value.slice(value.lastIndexOf("@") + 1);
      return value.includes("@") && host !== "" && host !== ".host" ? { remotes: [hostOfSystemd(host)] } : {};
    },
  },
  {
    programs: "parallel env_parallel sem",
    option: /^(?:-S|--sshlogin(?==|$)=?)/,
    hostsIn: loginsOfParallel,
  },
  {
    programs: "vncviewer xvncviewer xtigervncviewer xtightvncviewer ssvncviewer gvncviewer",
    option: /^-{0,2}via(?==|$)=?/i,
    hostsIn: (value) => ({ destinations: [value] }),
  },
  {
    programs: "nixos-rebuild home-manager darwin-rebuild",
    option: /^--(?:target|build)-host(?==|$)=?/,
    hostsIn: (value) => ({ destinations: [value] }),
  },
  {
    programs: "mpirun mpiexec orterun prterun",
    option: /^(?:-H|--?hosts?(?==|$)=?)/,
    // How many processes it gets follows a name.
    hostsIn: (value) => ({ destinations: value.split(",").map((each) => each.split(":")[0] ?? "") }),
  },
  {
    programs: "parallel env_parallel sem mpirun mpiexec orterun prterun",
    option: /^--?(?:sshloginfile|slf|hostfile|machinefile|f)(?==|$)=?/,
    hostsIn: () => ({ isUnclear: true }),
  },
];

/** `u@h:22/container`; older versions have the container behind the colon. */
function hostOfSystemd(value: string): string {
  const [, name, port] = /^((?:[^@/]*@)?(?:\[[^\]]*\]|[^:/]+))(?::(\d+)(?=\/|$))?/.exec(value) ?? [];
  if (name === undefined) return value;
  return port === undefined ? name.replace(/[[\]]/g, "") : `ssh://${name}:${port}`;
}

/** `8/u@h`, several of them, `:` for this machine; a name of a file, a command line or a group can lead anywhere. */
function loginsOfParallel(value: string): Partial<SshAddresses> {
  const logins = value.split(",").map((each) => each.replace(/^\d+%?\//, ""));
  if (logins.some((each) => /[\s/[\]{}]|^@|^\.|^$/.test(each))) return { isUnclear: true };
  return { destinations: logins.filter((each) => each !== ":") };
}

/** Whatever the program is, an address of ssh is one: programs that call ssh are too many to list. */
export function sshAddresses(program: string, words: readonly string[]): SshAddresses {
  const found: SshAddresses = { destinations: [], remotes: [], isUnclear: false };
  for (const { destinations = [], remotes = [], isUnclear = false } of optionHosts(program, words)) {
    found.destinations.push(...destinations);
    found.remotes.push(...remotes);
    found.isUnclear ||= isUnclear;
  }
  for (const word of words) {
    const [, scheme, authority] = withScheme.exec(word) ?? [];
    const isRemote = repositoryPrograms.has(program) || (scheme !== undefined && isOfRepository.test(scheme));
    const name =
      authority === undefined ? (placeIn(word) ?? pathIn(program, word)) : `ssh://${authority.replace(/:$/, "")}`;
    if (name !== null) found[isRemote ? "remotes" : "destinations"].push(name);
  }
  return found;
}

function optionHosts(program: string, words: readonly string[]): Partial<SshAddresses>[] {
  const own = hostOptions.filter(({ programs }) => programs.split(" ").includes(program));
  return own.flatMap(({ option, hostsIn }) =>
    words.flatMap((word, at) => {
      const written = option.exec(word)?.[0];
      if (written === undefined) return [];
      const value = word === written && !written.endsWith("=") ? words[at + 1] : word.slice(written.length);
      return value === undefined || value === "" ? [] : [hostsIn(value)];
    }),
  );
}

function placeIn(word: string): string | null {
  const name = ofEditor.exec(word)?.[1];
  if (name !== undefined) return /:\d+$/.test(name) ? `ssh://${name}` : name;
  return withoutBrackets(withColons.exec(word)?.[1]);
}

function pathIn(program: string, word: string): string | null {
  if (hostPrograms.has(program)) return /^[-/]/.test(word) ? null : word;
  return pathPrograms.has(program) || pathVariables.test(word) ? withoutBrackets(asPath.exec(word)?.[1]) : null;
}

const withoutBrackets = (name: string | undefined) => name?.replace(/[[\]]/g, "") ?? null;
