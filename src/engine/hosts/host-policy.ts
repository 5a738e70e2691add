import {
  type AssessedCommand,
  type Assessment,
  asksOthers,
  provedCommands,
  type Rule,
  showsWhereItGoes,
} from "../../policy/index.ts";
import type { Finding, Target } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion } from "../contract/judge.ts";
import { settingsPrograms } from "./settings-programs.ts";
import { hasOddHost, isOddAddress, otherSpellings } from "./spelled-hosts.ts";
import { sshAddresses } from "./ssh-addresses.ts";
import { asUser, isGitOverSsh, sshConnection } from "./ssh-connection.ts";

/** A machine on which a person wants agents held, and why it is believed to be that one where this is not certain. */
export interface HeldHost {
  policy: "read-only" | "protected";
  /** Its name in the configuration. */
  name: string;
  doubt?: string;
  /** Nobody has configured it: rules that hold there cannot be read. */
  isUnread?: true;
}

/** What the configuration says of a machine: where several entries say something, all of it holds. */
export type HostPolicy = "default" | readonly HeldHost[];

/** Where a command line goes beside the target it runs on. */
export interface HostUse {
  /** What ssh and its relatives are given. */
  destinations: string[];
  /** The same where an option gives the port: it belongs to the name of a connection that others have opened. */
  logins: { destination: string; port: string }[];
  /** Addresses of repositories: a host that is not known is most likely a forge, and no reason to ask. */
  remotes: string[];
  /** Words of programs that log in, in which a host may be named. */
  words: string[];
  /** Everything else in which a host may be named: whether the command goes there cannot be told. */
  mentions: string[];
  /** Where it goes cannot be told from its text. */
  isUnclear: boolean;
}

export interface HostPolicies {
  /** Whether any machine is held: where none is, nobody has to look where a command goes. */
  holdsHosts?(): boolean;
  /** The policy of the machine that a target is, however it is written. */
  hostPolicy(target: Target, options: { signal: AbortSignal }): HostPolicy | Promise<HostPolicy>;
  /** The same for where a command line goes. */
  reachedHostPolicy?(use: HostUse, options: { signal: AbortSignal }): Promise<HostPolicy>;
}

/** What a host's policy makes of an opinion about an act there. */
export function withHostPolicy(opinion: Opinion, host: HostPolicy): Opinion {
  if (host === "default") return opinion;
  // Refusing comes first: once something is asked about, it is not seen any more that it was proved to read.
  return refusalsFirst(host).reduce((held, each) => {
    if (each.policy === "protected") return asked(held, each);
    return held.verdict === "allow" ? held : refused(held, each);
  }, opinion);
}

/** What holds where an act is on one machine and in files of another. */
export function bothPolicies(one: HostPolicy, other: HostPolicy): HostPolicy {
  if (one === "default" || other === "default") return one === "default" ? other : one;
  return [...one, ...other];
}

/** While rules cannot be read, every machine is one on which a person decides: they may have refused anything. */
export function withUnreadRules(host: HostPolicy, rules: readonly Rule[], target: Target): HostPolicy {
  if (!rules.some(({ isUnread }) => isUnread === true)) return host;
  const name = target === "local" ? "this machine" : target.replace(/^ssh:(?:\/\/)?/, "");
  return [...(host === "default" ? [] : host), { policy: "protected", name, isUnread: true }];
}

const refusalsFirst = (hosts: readonly HeldHost[]) =>
  hosts.toSorted((a, b) => Number(b.policy === "read-only") - Number(a.policy === "read-only"));

/** The same for a command that goes there from another target: that it arrives is already more than a read. */
export function withReachedHost(opinion: Opinion, host: HostPolicy, assessment: Assessment): Opinion {
  if (host === "default") return opinion;
  const isRead = onlyReadsOverSsh(assessment);
  return refusalsFirst(host).reduce((held, each) => {
    // Where it is only said to be this host, a person can tell.
    const isRefused =
      each.policy === "read-only" &&
      !isRead &&
      each.doubt === undefined &&
      assessment.commands.map(behindLinker).some(logsIn);
    return isRefused ? refused(held, each) : asked(held, each, isRead);
  }, opinion);
}

function refused(opinion: Opinion, host: HeldHost): Opinion {
  if (opinion.verdict === "deny") return opinion;
  const finding: Finding = {
    ...nowhere,
    risk: "write",
    level: "deny",
    ruleId: "host.read-only",
    say: `${host.name} is read-only for agents, and this is not proved to only read.${doubtOf(host)}`,
    safer: "Use a command that only reads, or change the policy of the host in your configuration.",
  };
  return { ...opinion, verdict: "deny", findings: [finding, ...opinion.findings] };
}

function asked(opinion: Opinion, host: HeldHost, isRead = opinion.verdict === "allow"): Opinion {
  if (opinion.verdict === "deny" || opinion.protectedHost !== undefined) return opinion;
  const finding: Finding = {
    ...nowhere,
    risk: isRead ? "read" : (opinion.risks[0] ?? "write"),
    level: "ask",
    ruleId: host.isUnread ? "rules.unread" : `host.${host.policy}`,
    say: host.isUnread
      ? "Rules that cannot be read may forbid this, so a person decides about it, in every mode."
      : `${host.name} is ${host.policy}: a person decides about this, in every mode.${doubtOf(host)}`,
  };
  return {
    ...opinion,
    verdict: opinion.verdict === "danger" ? "danger" : "ask",
    findings: [...opinion.findings, finding],
    protectedHost: { name: host.name, isRead },
    ...(opinion.verdict === "danger" && { confirmHost: host.name }),
  };
}

const doubtOf = ({ name, doubt }: HeldHost) =>
  doubt === undefined ? "" : ` It is not certain that this is ${name}, so its policy holds: ${doubt}`;

const nowhere = { span: [0, 0] as [number, number], argv: [], via: [] };

export const sshPrograms = new Set(
  "ssh slogin mosh autossh scp sftp rsync sshfs ssh-copy-id ssh-keyscan plink pscp psftp dbclient sshuttle pssh parallel-ssh clusterssh git git-receive-pack git-upload-pack".split(
    " ",
  ),
);
/** Programs that are given files on hosts as `host:path`, and beside them some that are given a host alone. */
const fileCopyPrograms = new Set(["scp", "rsync", "sshfs", "pscp"]);
const copyPrograms = new Set([...fileCopyPrograms, "sftp", "psftp", "ssh-copy-id"]);

/**
 * Where keys may go that a program gets. Of ssh only the other end knows which machine that is, and of what no step
 * began nobody knows; in any other program the text counts, with what was typed into it before, as a command's does.
 */
export function reachedByKeys(act: Act, assessment: Assessment, parseKeys: (keys: string) => string): HostUse | null {
  if (!act.foreground) return null;
  const { program } = act.foreground;
  const text = [...(act.inFront?.keys ?? []), act.text].map(parseKeys).join("");
  const use = reachedByCommand(assessment, text, act.place?.project) ?? { ...nowhereElse, mentions: [text] };
  const isUnclear =
    program === null || sshPrograms.has(program) || keepsShells.test(program) || act.inFront?.isUnknown === true;
  return { ...use, isUnclear: use.isUnclear || isUnclear };
}

export const nowhereElse: HostUse = {
  destinations: [],
  logins: [],
  remotes: [],
  words: [],
  mentions: [],
  isUnclear: false,
};

/** What holds for keys: also the policy of every host that the command in front went to, whatever program is seen. */
export function withHostsInFront(host: HostPolicy, { inFront }: Act): HostPolicy {
  const names = inFront?.heldHosts ?? [];
  if (names.length === 0) return host;
  const known = names.map((name) => ({ policy: "protected" as const, name }));
  return host === "default" ? known : [...known, ...host];
}

/** Programs that keep shells of their own, in which somebody may have gone anywhere; the kernel says `tmux: client`. */
const keepsShells = /^(?:tmux|screen|byobu|zellij|dtach|abduco|shpool|tmate|reptyr)(?![\w-])/i;

/**
 * Null where nothing in it goes to another machine: it is proved to only read, and none of its programs asks others. A
 * rule of a person proves nothing. Of any other line the whole text counts, with variables set in front and code in it.
 */
export function reachedByCommand(assessment: Assessment, text: string, project?: string): HostUse | null {
  const { findings } = assessment;
  const commands = assessment.commands.map(behindLinker);
  const programs = commands.filter(logsIn);
  const isProved = assessment.verdict === "allow" && assessment.matched.length === 0;
  const talking = isProved ? commands.filter(({ argv }) => asksOthers(nameOf(argv[0]))) : commands;
  const mentions = [...talking.flatMap(({ argv }) => argv.filter(isWord)), ...(isProved ? [] : [text])];
  const isHidden = !showsAll(assessment, commands, project);
  if (programs.length === 0 && mentions.length === 0 && !isHidden) return null;
  const named = findings.flatMap(({ target }) => (target?.kind === "host" ? [target] : []));
  const remotes = programs.flatMap(({ argv: [program, ...words] }) =>
    nameOf(program) === "git" ? words.filter(isWord).map((word) => word.replace(/^--?[\w-]+=/, "")) : [],
  );
  const connections = programs.map(connectionOf);
  const addresses = [
    ...talking.map(({ argv: [program, ...words] }) => sshAddresses(nameOf(program), words.filter(isWord))),
    ...(isProved ? [] : assessment.values.map(({ name, text: value }) => sshAddresses("", [`${name}=${value}`]))),
  ];
  return {
    // What ssh itself is given counts as it is written: a strange name is one that nothing is known of.
    destinations: [
      ...new Set([
        ...named.filter(({ dynamic }) => !dynamic).map(({ value }) => hostOfPath(value)),
        ...[...connections, ...addresses].flatMap(({ destinations }) => destinations),
      ]),
    ],
    logins: connections.flatMap(({ destinations, ports }) =>
      ports.flatMap((port) => destinations.map((destination) => ({ destination, port }))),
    ),
    remotes: [
      ...new Set([
        ...hostsOf(remotes.filter((word) => /^[^/]*:|^\w+:\/\//.test(word))),
        ...addresses.flatMap((each) => each.remotes),
      ]),
    ],
    words: programs.flatMap(({ argv }) => argv.filter(isWord)),
    mentions: [...mentions, ...mentions.flatMap(otherSpellings)],
    isUnclear:
      named.some(({ dynamic }) => dynamic) ||
      connections.some(({ isUnclear }) => isUnclear) ||
      isHidden ||
      mentions.some(hasOddHost) ||
      talking.some(({ argv: [program, ...words] }) =>
        words.filter(isWord).some((word) => isOddAddress(nameOf(program), word)),
      ) ||
      talking.some(({ argv }) => keepsShells.test(nameOf(argv[0]))) ||
      (programs.length > 0 && findings.some(({ ruleId }) => leadsElsewhere.has(ruleId))),
  };
}

/**
 * Whether the line, and the settings that are read, show where all of its commands go. What was proved shows it as well
 * where only this command of the line was.
 */
function showsAll(assessment: Assessment, commands: readonly AssessedCommand[], project: string | undefined): boolean {
  const proved = new Set(provedCommands(assessment).map(({ argv }) => argv));
  return commands.every(
    (command) =>
      hasReader(nameOf(command.argv[0])) ||
      showsWhereItGoes(command, { isProved: proved.has(command.argv), ...(project !== undefined && { project }) }),
  );
}

/** Where these go is read elsewhere: from their words, from a repository or from settings of their own. */
const hasReader = (name: string): boolean =>
  sshPrograms.has(name) || name === "jj" || name === "gh" || settingsPrograms.some(({ names }) => names.test(name));

/** Where a program of ssh's family goes, with the hosts of the files that it is given. */
function connectionOf({ argv: [program, ...words] }: AssessedCommand) {
  const name = nameOf(program);
  const isHost = (word: string) => /^[^/]*:|^\w+:\/\//.test(word) || !fileCopyPrograms.has(name);
  const copied = copyPrograms.has(name) ? words.filter(isWord).filter(isHost) : [];
  const { user, ...connection } = sshConnection(name, words);
  const all = [...connection.destinations, ...hostsOf(copied)];
  return { ...connection, destinations: user === null ? all : all.flatMap((each) => [each, asUser(user, each)]) };
}

/** A dynamic linker starts the program that it is given: `/lib64/ld-linux-x86-64.so.2 /usr/bin/ssh h` is ssh. */
export function behindLinker(command: AssessedCommand): AssessedCommand {
  const [program, ...words] = command.argv;
  if (!/^ld(?:[-\d][\w.-]*)?\.so(?:\.\d+)*$/.test(nameOf(program))) return command;
  const at = words.findIndex((word) => /(?:^|\/)(?!\.)[^/.]+$/.test(word ?? "") && sshPrograms.has(nameOf(word)));
  return at < 0 ? command : { ...command, argv: words.slice(at) };
}

/** A program or a variable (`RSYNC_RSH`, `GIT_SSH_COMMAND`) that makes the connection. */
const leadsElsewhere = new Set(["ssh.runs-code", "environment.hijack"]);

/** The hosts of words such as `u@host:/path`, without what could never be one. */
export function hostsOf(words: readonly string[]): string[] {
  const hosts = words.filter((word) => !word.startsWith("-")).map(hostOfPath);
  return [...new Set(hosts.filter((host) => /^[^\s'"`;&<>|(){}$\\/]+$|^ssh:\/\//.test(host)))];
}

/** `u@host` of `u@host:/path`; an address with a scheme is a destination of its own, without its path. */
function hostOfPath(word: string): string {
  const scheme = /^(?:ssh|scp|sftp|rsync|git\+ssh|ssh\+git):\/\/([^/]+)/i.exec(word)?.[1];
  if (scheme !== undefined) return `ssh://${scheme}`;
  return /^((?:[^@/]*@)?(?:\[[^\]]*\]|[^:/[\]]+)):/.exec(word)?.[1]?.replace(/[[\]]/g, "") ?? word;
}

const nameOf = (word: string | null | undefined) => word?.slice(word.lastIndexOf("/") + 1) ?? "";

const isWord = (word: string | null): word is string => word !== null;

function logsIn({ argv: [program, ...words] }: AssessedCommand): boolean {
  const name = nameOf(program);
  return sshPrograms.has(name) && (name !== "git" || isGitOverSsh(words));
}

/** The one thing that is proved over ssh: a login for a command, in which nothing but the login itself was found. */
function onlyReadsOverSsh({ findings, commands }: Assessment): boolean {
  return findings.every(
    ({ ruleId, target }) =>
      ruleId === "ssh.login" && commands.some(({ via }) => via.at(-1) === `ssh ${target?.value ?? ""}`),
  );
}
