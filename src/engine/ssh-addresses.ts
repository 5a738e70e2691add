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
/** `restic -r sftp:u@h:/x`, and `/ssh:h:/x` in editors. */
const withColons = new RegExp(
  `^(?:${before}(?:sftp|ssh|scp):|/(?:sshx?|scpx?|sftp|rsync|plinkx?):)(?!//)(${host}):`,
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

/** Whatever the program is, an address of ssh is one: programs that call ssh are too many to list. */
export function sshAddresses(program: string, words: readonly string[]): SshAddresses {
  const found: SshAddresses = { destinations: [], remotes: [] };
  for (const word of words) {
    const [, scheme, authority] = withScheme.exec(word) ?? [];
    const isRemote = repositoryPrograms.has(program) || (scheme !== undefined && isOfRepository.test(scheme));
    const name =
      authority === undefined ? (placeIn(word) ?? pathIn(program, word)) : `ssh://${authority.replace(/:$/, "")}`;
    if (name !== null) found[isRemote ? "remotes" : "destinations"].push(name);
  }
  return found;
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
