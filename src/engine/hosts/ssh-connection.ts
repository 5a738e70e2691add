/** Where a program of ssh's family is told to connect. */
export interface SshConnection {
  destinations: string[];
  /** The user and the ports that options give, for these destinations or for those that are read elsewhere. */
  user: string | null;
  ports: string[];
  /** An option may lead elsewhere than the destination says, or into a connection that somebody else opened. */
  isUnclear: boolean;
}

interface Letters {
  flags: string;
  valued: string;
}

/** Letters that leave the way of a connection as it is; what is missing here (`F J S W L o …`) may change it. */
const harmlessLetters = {
  ssh: { flags: "46AaCfGgKkNnqsTtVvXxYy", valued: "BbcEeilmpQ" },
  scp: { flags: "346ABCOpqRrsTv", valued: "ciPlX" },
  sftp: { flags: "46AaCfNpqrv", valued: "BbciPlRX" },
} satisfies Record<string, Letters>;

/** What `-o` may set: how to log in and how long to wait, and not where or through what. */
const harmlessSettings = new Set(
  (
    "addkeystoagent addressfamily batchmode checkhostip compression connectionattempts connecttimeout exitonforwardfailure " +
    "forwardagent forwardx11 globalknownhostsfile hashknownhosts identitiesonly identityfile kbdinteractiveauthentication " +
    "loglevel numberofpasswordprompts passwordauthentication port preferredauthentications pubkeyauthentication requesttty " +
    "serveralivecountmax serveraliveinterval stricthostkeychecking tcpkeepalive updatehostkeys userknownhostsfile visualhostkey"
  ).split(" "),
);

/** What git does without any other machine. Every other word may be an alias, or a helper that somebody installed. */
const gitHere = new Set(
  (
    "add am annotate apply bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap " +
    "check-ref-format checkout checkout-index cherry cherry-pick clean column commit commit-graph commit-tree config " +
    "count-objects describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fmt-merge-msg " +
    "for-each-ref format-patch fsck gc grep hash-object help index-pack init interpret-trailers log ls-files ls-tree " +
    "mailinfo mailsplit merge merge-base merge-file merge-index merge-tree mergetool mktag mktree mv name-rev " +
    "notes pack-objects pack-refs patch-id prune prune-packed range-diff read-tree rebase reflog repack replace rerere " +
    "reset restore rev-list rev-parse revert rm shortlog show show-branch show-index show-ref sparse-checkout stash status " +
    "stripspace switch symbolic-ref tag unpack-file unpack-objects update-index update-ref var verify-commit verify-pack " +
    "verify-tag version whatchanged worktree write-tree"
  ).split(" "),
);
const gitElsewhere = new Set("push fetch pull clone ls-remote archive remote submodule".split(" "));

export function isGitOverSsh(words: readonly (string | null)[]): boolean {
  const command = gitCommand(words);
  return words.some((word) => word !== null && gitElsewhere.has(word)) || command === null || !gitHere.has(command);
}

/** The first word that is no option of git itself; null where the run decides it. */
const gitCommand = (words: readonly (string | null)[]) => gitLead(words).command;

/** The options of git itself, with their values, and the command behind them. */
export function gitLead(words: readonly (string | null)[]) {
  const options: { name: string; value: string | null }[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === null || word === undefined) return { options, command: null };
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--exec-path)$/.test(word))
      options.push({ name: word, value: words[++at] ?? null });
    else if (!word.startsWith("-")) return { options, command: word };
    else options.push({ name: word.replace(/=.*/s, ""), value: word.replace(/^[^=]*=?/s, "") });
  }
  return { options, command: "version" };
}

/** Each program of the family reads its words in its own way; of those that are not known here no option is harmless. */
export function sshConnection(program: string, words: readonly (string | null)[]): SshConnection {
  const known = words.filter((word) => word !== null);
  const read = readConnection(program, known);
  return known.length === words.length ? read : { ...read, isUnclear: true };
}

function readConnection(program: string, words: readonly string[]): SshConnection {
  const unless = (isClear: boolean, { user, ports }: Partial<SshConnection> = {}): SshConnection => ({
    destinations: [],
    user: user ?? null,
    ports: ports ?? [],
    isUnclear: !isClear,
  });
  switch (program) {
    case "ssh":
    case "slogin":
      return sshLogin(words);
    case "scp":
    case "sftp": {
      // Some versions take options also behind the files, so that every word counts.
      const read = words.map((word, at) => cluster(word, words[at + 1], harmlessLetters[program]));
      const ports = read.flatMap((each) => portIn(each, "P"));
      return unless(!read.includes("unclear") && ports.every(isPort), { ports });
    }
    case "rsync": {
      const shells = words.flatMap((word, at) => remoteShells(word, words[at + 1]));
      return unless(
        shells.every((shell) => plainSsh(shell) !== null),
        plainSsh(shells.at(-1) ?? "ssh") ?? {},
      );
    }
    case "git":
    case "git-receive-pack":
    case "git-upload-pack":
      // A setting for this run alone may name another program or another address.
      return unless(!isGitOverSsh(words) || !words.some((word) => /^-c|^--con/.test(word)));
    case "mosh":
    case "autossh":
    case "dbclient":
      return words[0]?.startsWith("-") === false
        ? { ...unless(!words.some((word) => word.startsWith("-"))), destinations: words.slice(0, 1) }
        : unless(false);
    case "sshfs":
    case "ssh-copy-id":
    case "ssh-keyscan":
      return unless(!words.some((word) => word.startsWith("-")));
    default:
      // PuTTY and the programs for many hosts have names and settings of their own.
      return unless(false);
  }
}

/** ssh reads options before the host and after it, up to the command. */
function sshLogin(words: readonly string[]): SshConnection {
  const unclear = { destinations: [], user: null, ports: [], isUnclear: true };
  let host: string | null = null;
  let user: string | null = null;
  const ports: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const read = word === "--" ? "operand" : cluster(word, words[at + 1], harmlessLetters.ssh);
    if (read === "unclear") return unclear;
    if (read === "operand") {
      if (host !== null) break;
      if (word !== "--") host = word;
      continue;
    }
    if (read.letter === "l") user ??= read.value;
    ports.push(...portIn(read, "p"));
    if (read.takesNext) at++;
  }
  if (host === null || !ports.every(isPort)) return unclear;
  return { destinations: [host], user, ports, isUnclear: false };
}

/** The destination with another user in front: the last @ separates, as in the ssh client. */
export function asUser(user: string, destination: string): string {
  const [scheme = ""] = /^ssh:\/\//i.exec(destination) ?? [];
  const host = destination.slice(Math.max(scheme.length, destination.lastIndexOf("@") + 1));
  return `${scheme}${scheme === "" ? user : encodeURIComponent(user)}@${host}`;
}

/** `-p 22`, `-o Port=22`; scp and sftp say `-P`. Which of several counts is another one from program to program. */
function portIn(read: Cluster, letter: "p" | "P"): string[] {
  if (typeof read === "string") return [];
  if (read.letter === letter) return [read.value];
  const set = read.letter === "o" ? /^\s*port\s*[=\s]\s*(.*?)\s*$/i.exec(read.value)?.[1] : undefined;
  return set === undefined ? [] : [set];
}

/** A number or the name of a service. */
const isPort = (text: string) => /^\w[\w-]*$/.test(text);

type Cluster = "operand" | "unclear" | { letter: string; value: string; takesNext: boolean };

/** One word of options (`-tvp 22`), as getopt reads it. */
function cluster(word: string, next: string | undefined, letters: Letters): Cluster {
  if (!word.startsWith("-") || word === "-") return "operand";
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] as string;
    if (letters.flags.includes(letter)) continue;
    const takesNext = at === word.length - 1;
    const value = takesNext ? (next ?? "") : word.slice(at + 1);
    const isHarmless = letters.valued.includes(letter) || (letter === "o" && isHarmlessSetting(value));
    return isHarmless ? { letter, value, takesNext } : "unclear";
  }
  return { letter: "", value: "", takesNext: false };
}

function isHarmlessSetting(text: string): boolean {
  const name = /^\s*(\w+)\s*[=\s]\s*[\w.,:@/~+-]+\s*$/.exec(text)?.[1];
  return name !== undefined && harmlessSettings.has(name.toLowerCase());
}

/** What rsync is told to connect with: `-e ssh`, `-ave ssh`, `-essh`, `--rsh=ssh`. */
function remoteShells(word: string, next: string | undefined): string[] {
  if (word === "--rsh") return [next ?? ""];
  if (word.startsWith("--")) return word.startsWith("--rsh=") ? [word.slice("--rsh=".length)] : [];
  const at = word.startsWith("-") ? word.indexOf("e") : -1;
  return at < 0 ? [] : [at === word.length - 1 ? (next ?? "") : word.slice(at + 1).replace(/^=/, "")];
}

/** ssh with options only: the host is rsync's to add. Null where it is anything else. */
function plainSsh(text: string): SshConnection | null {
  if (/['"\\]/.test(text)) return null;
  const [program, ...words] = text.trim().split(/\s+/);
  const login = sshLogin([...words, "host"]);
  return program === "ssh" && login.destinations.join(" ") === "host" ? login : null;
}
