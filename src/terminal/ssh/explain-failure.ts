import { UserError } from "../../base/index.ts";
import { offeredKey, readKnownKey } from "./host-keys.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import { commandToTry, type SshSetup } from "./ssh-setup.ts";

/** The way to a shell, in the order in which it can fail. */
export const sshSteps = ["resolve", "connect", "host key", "login", "shell"] as const;
export type SshStep = (typeof sshSteps)[number];

export interface SshFailure {
  step: SshStep;
  error: UserError;
}

export interface FailureEvidence {
  host: Pick<SshHost, "destination" | "hostName" | "user" | "port">;
  setup: SshSetup;
  /** What the client logged, and what it and a jump host's client showed. */
  text: string;
}

/** Why there is no shell: which host, at which step, and what a person can do. Everything is read from ssh's own words. */
export function explainFailure(evidence: FailureEvidence): SshFailure {
  for (const explain of explanations) {
    const failure = explain(evidence);
    if (failure !== null) return failure;
  }
  const { host, setup, text } = evidence;
  const said = lastLine(text);
  const reason = said === null ? "ssh ended without saying why" : said;
  return fail("connect", "ssh.failed", `Connecting to ${name(host)} failed: ${reason}.`, tryIt(setup, host));
}

type Explain = (evidence: FailureEvidence) => SshFailure | null;

const explainChangedKey: Explain = ({ host, setup, text }) => {
  const changed = /Host key for (\S+) has changed/.exec(text);
  if (changed === null && !/REMOTE HOST IDENTIFICATION HAS CHANGED/.test(text)) return null;
  const place = /Offending \S+ key in (.+:\d+)/.exec(text)?.[1] ?? null;
  const known = place === null ? null : readKnownKey(place);
  const file = place === null ? null : place.slice(0, place.lastIndexOf(":"));
  const forget = `ssh-keygen${file === null ? "" : ` -f "${file}"`} -R "${changed?.[1] ?? host.hostName}"`;
  return fail(
    "host key",
    "ssh.host-key-changed",
    `The host key of ${name(host)} has changed, so this may be another machine. ` +
      `Known: ${known ?? "(unreadable)"}${place === null ? "" : ` (${place})`}. Offered: ${offeredKey(text) ?? "(unknown)"}.`,
    `Ask whoever runs the host whether its key was changed. Only if it was: ${forget} and then ${commandToTry(setup, host.destination)} to look at the new key and accept it.`,
  );
};

const explainRevokedKey: Explain = ({ host, text }) =>
  /REVOKED HOST KEY DETECTED|host key for \S+ was revoked/.test(text)
    ? fail(
        "host key",
        "ssh.host-key-revoked",
        `The host key of ${name(host)} is marked as revoked on this machine. Offered: ${offeredKey(text) ?? "(unknown)"}.`,
        "Do not use this host until whoever runs it has given it a new key.",
      )
    : null;

const explainUnknownKey: Explain = ({ host, setup, text }) => {
  const strict = /No \S+ host key is known for (\S+) and you have requested strict checking/.exec(text);
  // A jump host's client asks in the terminal; nobody may be brought to answer "yes" there without comparing.
  const asked = /The authenticity of host '([^']+)' can't be established/.exec(text);
  const subject = strict?.[1] ?? asked?.[1];
  if (subject === undefined) return null;
  const accept =
    setup.configFile === undefined ? `cotty hosts accept ${host.destination}` : commandToTry(setup, host.destination);
  const shown = /key fingerprint is (SHA256:[\w+/]+)/.exec(text)?.[1];
  const offered = (strict === null ? shown : offeredKey(text)) ?? "(this ssh client does not tell)";
  return fail(
    "host key",
    "ssh.host-key-unknown",
    `This machine has never seen the host key of ${strict === null ? `${subject}, on the way to ${host.destination}` : name(host)}. ` +
      `Known: none. Offered: ${offered}.`,
    `Compare the fingerprint with one you trust, then accept it: ${accept}`,
  );
};

const explainOtherKeyTrouble: Explain = ({ host, setup, text }) =>
  /Host key verification failed/.test(text)
    ? fail(
        "host key",
        "ssh.host-key-refused",
        `ssh could not verify the host key of ${name(host)}. Offered: ${offeredKey(text) ?? "(unknown)"}.`,
        tryIt(setup, host),
      )
    : null;

const explainUnknownName: Explain = ({ host, setup, text }) => {
  const found = /Could not resolve hostname (\S+): (.+)/.exec(text);
  if (found === null) return null;
  return fail(
    "resolve",
    "ssh.host-unknown",
    `${subject(host, found[1] ?? "")} cannot be found: ${found[2]?.trim()}.`,
    `Check the name, your network and your ssh configuration (ssh -G ${host.destination} shows what it means). ${tryIt(setup, host)}`,
  );
};

const explainNoConnection: Explain = ({ host, setup, text }) => {
  const found = /connect to host (\S+) port (\d+): (.+)/.exec(text);
  if (found === null) return null;
  const [, address = "", port = "", reason = ""] = found;
  return fail(
    "connect",
    "ssh.connect-failed",
    `${subject(host, address)} does not answer: ${reason.trim()}.`,
    `Check that the machine is on, reachable from here, and that sshd listens on port ${port}. ${tryIt(setup, host)}`,
  );
};

const explainLogin: Explain = ({ host, setup, text }) => {
  const denied = /(?:(\S+@\S+): )?Permission denied \(([^)]*)\)/.exec(text);
  const isTooMany = /Too many authentication failures/.test(text);
  if (denied === null && !isTooMany) return null;
  const who = denied?.[1] ?? name(host);
  const accepted = denied === null ? "" : ` It accepts: ${denied[2]}.`;
  const reason = isTooMany ? "too many keys or passwords were tried" : "no key or password was accepted";
  return fail(
    "login",
    "ssh.login-refused",
    `${who} refused the login: ${reason}.${accepted}`,
    `Check the user name and that your key is loaded (ssh-add -l) and known there. ${tryIt(setup, host)}`,
  );
};

const explainNoCommonLanguage: Explain = ({ host, setup, text }) => {
  const found = /Unable to negotiate with \S+ port \d+: (.+)/.exec(text);
  if (found === null) return null;
  return fail(
    "connect",
    "ssh.no-common-algorithm",
    `${name(host)} and this ssh client have no algorithm in common: ${found[1]?.trim()}.`,
    tryIt(setup, host),
  );
};

const explainBrokenConnection: Explain = ({ host, setup, text }) => {
  const found =
    /^.*(?:Connection (?:closed|reset|timed out)|banner exchange|kex_exchange_identification|not responding|Broken pipe).*$/m.exec(
      text,
    );
  if (found === null) return null;
  return fail(
    "connect",
    "ssh.connection-closed",
    `${name(host)} answered and then the connection ended before the login: ${found[0].trim()}.`,
    `The server may be overloaded, block this address, or be no ssh server. ${tryIt(setup, host)}`,
  );
};

/** A changed key also fails verification, a dead jump host also closes the connection: the most telling come first. */
const explanations: Explain[] = [
  explainRevokedKey,
  explainChangedKey,
  explainUnknownKey,
  explainOtherKeyTrouble,
  explainUnknownName,
  explainNoConnection,
  explainNoCommonLanguage,
  explainLogin,
  explainBrokenConnection,
];

function fail(step: SshStep, code: string, message: string, nextStep: string): SshFailure {
  return { step, error: new UserError(code, `ssh, step "${step}": ${message}`, nextStep) };
}

function name(host: FailureEvidence["host"]): string {
  const real = `${host.user}@${host.hostName}${host.port === 22 ? "" : ` port ${host.port}`}`;
  const isPlain = host.destination === host.hostName || host.destination === `${host.user}@${host.hostName}`;
  return isPlain ? real : `${host.destination} (${real})`;
}

/** A name that is not the target's own belongs to a jump host. */
function subject(host: FailureEvidence["host"], seen: string): string {
  return seen.toLowerCase() === host.hostName.toLowerCase()
    ? name(host)
    : `${seen}, on the way to ${host.destination},`;
}

function tryIt(setup: SshSetup, host: FailureEvidence["host"]): string {
  return `Try it yourself: ${commandToTry(setup, host.destination)}`;
}

function lastLine(text: string): string | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "" && !/^debug\d:|^Authenticated/.test(line));
  return lines.at(-1)?.trim() ?? null;
}
