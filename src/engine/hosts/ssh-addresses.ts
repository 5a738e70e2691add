/** Hosts that words of a command name as places which are reached over ssh. */
export interface SshAddresses {
  destinations: string[];
  /** Of repositories: a host that is not known is most likely a forge. */
  remotes: string[];
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
/** Programs whose settings are read, and that log in for a word such as `host:path` as well. */
const pathPrograms = new Set(["darcs"]);

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
];

/** `u@h:22/container`; older versions have the container behind the colon. */
function hostOfSystemd(value: string): string {
  const [, name, port] = /^((?:[^@/]*@)?(?:\[[^\]]*\]|[^:/]+))(?::(\d+)(?=\/|$))?/.exec(value) ?? [];
  if (name === undefined) return value;
  return port === undefined ? name.replace(/[[\]]/g, "") : `ssh://${name}:${port}`;
}

/** Whatever the program is, an address of ssh is one: programs that call ssh are too many to list. */
export function sshAddresses(program: string, words: readonly string[]): SshAddresses {
  const found: SshAddresses = { destinations: [], remotes: [] };
  for (const { destinations = [], remotes = [] } of optionHosts(program, words)) {
    found.destinations.push(...destinations);
    found.remotes.push(...remotes);
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
  return pathPrograms.has(program) ? withoutBrackets(asPath.exec(word)?.[1]) : null;
}

const withoutBrackets = (name: string | undefined) => name?.replace(/[[\]]/g, "") ?? null;
