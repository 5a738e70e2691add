import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { explainFailure } from "./explain-failure.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-known-"));
afterAll(() => rmSync(folder, { recursive: true }));
const knownHosts = join(folder, "known_hosts");
writeFileSync(
  knownHosts,
  "# a comment\n[10.0.0.7]:2222 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl\n",
);

const host = { destination: "box", hostName: "10.0.0.7", user: "anna", port: 2222 };
const setup = { env: {}, controlDirectory: "/run/cotty-ssh" };
const explain = (text: string) => {
  const { step, error } = explainFailure({ host, setup, text });
  return { step, code: error.code, message: error.message, nextStep: error.nextStep };
};

/** As OpenSSH 9.2 prints them. */
const offered =
  "debug1: sshconnect.c:verify_host_key():1477 (pid=7): Server host key: ssh-ed25519 SHA256:GPSuqvRfU5YZ1xqeCo33/AjgPB9YZRluoZodxXGVqcU\n";
const banner = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n";

describe("why there is no shell", () => {
  it("shows both fingerprints of a key that has changed, and what to do", () => {
    const text = `${offered}${banner}@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
${banner}The fingerprint for the ED25519 key sent by the remote host is
SHA256:GPSuqvRfU5YZ1xqeCo33/AjgPB9YZRluoZodxXGVqcU.
Offending ED25519 key in ${knownHosts}:2
Host key for [10.0.0.7]:2222 has changed and you have requested strict checking.
Host key verification failed.\r\n`;
    expect(explain(text)).toEqual({
      step: "host key",
      code: "ssh.host-key-changed",
      message: `ssh, step "host key": The host key of box (anna@10.0.0.7 port 2222) has changed, so this may be another machine. Known: ssh-ed25519 SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU (${knownHosts}:2). Offered: ssh-ed25519 SHA256:GPSuqvRfU5YZ1xqeCo33/AjgPB9YZRluoZodxXGVqcU.`,
      nextStep: `Ask whoever runs the host whether its key was changed. Only if it was: ssh-keygen -f "${knownHosts}" -R "[10.0.0.7]:2222" and then ssh box to look at the new key and accept it.`,
    });
  });

  it("shows the offered fingerprint of a host never seen before", () => {
    const text = `${offered}No ED25519 host key is known for [10.0.0.7]:2222 and you have requested strict checking.\nHost key verification failed.\n`;
    expect(explain(text)).toEqual({
      step: "host key",
      code: "ssh.host-key-unknown",
      message:
        'ssh, step "host key": This machine has never seen the host key of box (anna@10.0.0.7 port 2222). Known: none. Offered: ssh-ed25519 SHA256:GPSuqvRfU5YZ1xqeCo33/AjgPB9YZRluoZodxXGVqcU.',
      nextStep: "Compare the fingerprint with one you trust, then accept it: cotty hosts accept box",
    });
  });

  it("names the jump host whose key nobody has accepted yet [S2.38]", () => {
    const text = `The authenticity of host 'gate (10.0.0.1)' can't be established.
ED25519 key fingerprint is SHA256:lWVVyoy1dfi3VoZBTr5puZ5ORVLAi8nipSj+8PsPZ8g.
This key is not known by any other names.
Are you sure you want to continue connecting (yes/no/[fingerprint])? `;
    expect(explain(text)).toMatchObject({
      step: "host key",
      code: "ssh.host-key-unknown",
      message:
        'ssh, step "host key": This machine has never seen the host key of gate (10.0.0.1), on the way to box. Known: none. Offered: SHA256:lWVVyoy1dfi3VoZBTr5puZ5ORVLAi8nipSj+8PsPZ8g.',
    });
  });

  it.each([
    [
      "revoked",
      `${offered}${banner}@       WARNING: REVOKED HOST KEY DETECTED!               @\n${banner}Host key verification failed.`,
      { step: "host key", code: "ssh.host-key-revoked" },
    ],
    [
      "unknown name",
      "ssh: Could not resolve hostname 10.0.0.7: Name or service not known\r\n",
      {
        step: "resolve",
        code: "ssh.host-unknown",
        message: 'ssh, step "resolve": box (anna@10.0.0.7 port 2222) cannot be found: Name or service not known.',
      },
    ],
    [
      "unknown jump host",
      "ssh: Could not resolve hostname gate: Name or service not known\nkex_exchange_identification: Connection closed by remote host\nConnection closed by UNKNOWN port 65535",
      {
        step: "resolve",
        code: "ssh.host-unknown",
        message: 'ssh, step "resolve": gate, on the way to box, cannot be found: Name or service not known.',
      },
    ],
    [
      "refused",
      "ssh: connect to host 10.0.0.7 port 2222: Connection refused\r\n",
      {
        step: "connect",
        code: "ssh.connect-failed",
        message: 'ssh, step "connect": box (anna@10.0.0.7 port 2222) does not answer: Connection refused.',
        nextStep:
          "Check that the machine is on, reachable from here, and that sshd listens on port 2222. Try it yourself: ssh box",
      },
    ],
    [
      "timed out",
      "ssh: connect to host 10.0.0.7 port 2222: Connection timed out\r\n",
      { step: "connect", code: "ssh.connect-failed" },
    ],
    [
      "old algorithms",
      "Unable to negotiate with 10.0.0.7 port 2222: no matching cipher found. Their offer: 3des-cbc",
      { step: "connect", code: "ssh.no-common-algorithm" },
    ],
    [
      "login",
      `${offered}anna@10.0.0.7: Permission denied (publickey,password).\r\n`,
      {
        step: "login",
        code: "ssh.login-refused",
        message:
          'ssh, step "login": anna@10.0.0.7 refused the login: no key or password was accepted. It accepts: publickey,password.',
      },
    ],
    [
      "too many keys",
      "Received disconnect from 10.0.0.7 port 2222:2: Too many authentication failures\nDisconnected from 10.0.0.7 port 2222",
      { step: "login", code: "ssh.login-refused" },
    ],
    [
      "closed",
      "kex_exchange_identification: read: Connection reset by peer\nConnection reset by 10.0.0.7 port 2222",
      { step: "connect", code: "ssh.connection-closed" },
    ],
    [
      "nothing we know",
      "something new\r\n",
      {
        step: "connect",
        code: "ssh.failed",
        message: 'ssh, step "connect": Connecting to box (anna@10.0.0.7 port 2222) failed: something new.',
        nextStep: "Try it yourself: ssh box",
      },
    ],
  ])("is told by step and host: %s", (_, text, expected) => {
    expect(explain(text)).toMatchObject(expected);
  });
});
