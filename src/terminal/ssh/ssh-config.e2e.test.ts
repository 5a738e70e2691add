import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { type SshdOptions, startSshd, type ThrowawaySshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import type { TerminalOptions } from "../contract/terminal.ts";
import { createTerminals } from "../terminals.ts";

const me = userInfo().username;
const patient = { signal, timeoutMs: 60_000 };

async function start(options: SshdOptions = {}): Promise<ThrowawaySshd> {
  const sshd = await startSshd(options);
  onTestFinished(() => sshd[Symbol.asyncDispose]());
  return sshd;
}

/** Terminals as the product opens them, with the client configuration of one host or of several. */
function terminalsOf(sshd: ThrowawaySshd, { config = sshd.configFile, env = {} as NodeJS.ProcessEnv } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "cotty-way-"));
  const terminals = createTerminals({
    stateDir: folder,
    env: { ...process.env, XDG_RUNTIME_DIR: folder, ...env },
    sshConfigFile: config,
  });
  onTestFinished(async () => {
    await terminals[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  let sessions = 0;
  return (options: Partial<TerminalOptions> = {}) =>
    terminals.open({
      target: `ssh:${sshd.name}`,
      owner: { session: `ses_way${sessions++}`, epoch: 1 },
      signal,
      ...options,
    });
}

const write = (sshd: ThrowawaySshd, name: string, text: string) => {
  writeFileSync(join(sshd.folder, name), text, { mode: 0o600 });
  return join(sshd.folder, name);
};
const configOf = (sshd: ThrowawaySshd) => readFileSync(sshd.configFile, "utf8");
const without = (text: string, ...names: string[]) =>
  text.replace(new RegExp(`^ *(?:${names.join("|")}) .*\\n`, "gm"), "");

async function startAgent(sshd: ThrowawaySshd): Promise<string> {
  const socket = join(sshd.folder, "agent");
  const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: "ignore" });
  onTestFinished(() => void agent.kill());
  await expect.poll(() => existsSync(socket)).toBe(true);
  execFileSync("ssh-add", ["-q", sshd.clientKeyFile], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  return socket;
}

describe("the user's own ssh configuration", needs("ssh", "sshd"), () => {
  it("takes the key from a real agent, which is forwarded only where the configuration says so", async () => {
    const sshd = await start();
    const socket = await startAgent(sshd);
    rmSync(sshd.clientKeyFile);
    const plain = without(configOf(sshd), "IdentityFile", "IdentitiesOnly", "IdentityAgent");
    const count = 'ssh-add -l 2>/dev/null | grep -c ED25519; echo "${SSH_AUTH_SOCK:+forwarded}"';
    const outputs = [];
    for (const text of [plain, `${plain}  ForwardAgent yes\n`]) {
      const open = terminalsOf(sshd, { config: write(sshd, "config-agent", text), env: { SSH_AUTH_SOCK: socket } });
      outputs.push((await (await open()).run(count, patient)).output);
    }
    expect(outputs).toEqual(["0\n\n", "1\nforwarded\n"]);
  });

  it("is read with Include, and with Match by host, user and command [S2.20]", async () => {
    const sshd = await start();
    const flag = write(sshd, "flag", "");
    const included = write(
      sshd,
      "included",
      `Match host box user ${me} exec "test -e ${flag}"\n  Port ${sshd.port}\n  IdentityFile ${sshd.clientKeyFile}\n`,
    );
    const rest = without(configOf(sshd), "Port", "IdentityFile").replace("Host box", "Match originalhost box");
    const open = terminalsOf(sshd, { config: write(sshd, "config-match", `Include ${included}\n${rest}`) });
    expect(await (await open()).run("echo in", patient)).toMatchObject({ output: "in\n", confidence: "marks" });
  });

  it("is not needed for an address with user and port, written as a URL", async () => {
    const sshd = await start();
    const block = without(configOf(sshd), "Port", "HostName", "User").replace("Host box", "Host 127.0.0.1");
    const open = terminalsOf(sshd, { config: write(sshd, "config-url", block) });
    const terminal = await open({ target: `ssh:ssh://${me}@127.0.0.1:${sshd.port}` });
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n" });
    await expect(open({ target: `ssh:ssh://${me}@[nonsense` })).rejects.toMatchObject({
      code: expect.stringMatching(/^ssh\./),
    });
  });

  // Not skipped where there is no such address: there is nothing to be reached then.
  const families = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  it.each(families.filter((address) => address === "::1"))("reaches an IPv6 address: %s", async () => {
    const sshd = await start({ serverConfig: ["ListenAddress ::1"] });
    const block = without(configOf(sshd), "HostName").replace("Host box", "Host ::1");
    const alias = `${block}  HostKeyAlias [127.0.0.1]:${sshd.port}\n`;
    const open = terminalsOf(sshd, { config: write(sshd, "config-six", alias) });
    const terminal = await open({ target: `ssh:${me}@::1` });
    expect(await terminal.run("echo ${SSH_CONNECTION%% *}", patient)).toMatchObject({ output: "::1\n" });
  });

  it("leads through two jump hosts [S2.20]", async () => {
    const [first, second, inner] = [
      await start({ name: "gate1" }),
      await start({ name: "gate2" }),
      await start({ name: "inner" }),
    ];
    inner.addClientConfig(["ProxyJump gate1,gate2"]);
    const config = write(inner, "config-all", [inner, second, first].map(configOf).join(""));
    const terminal = await terminalsOf(inner, { config })();
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n" });
    expect(terminal.where.hostKey).toBe(inner.hostFingerprint());
    expect([first, second, inner].map((sshd) => sshd.log().includes("Accepted publickey"))).toEqual([true, true, true]);
  });

  it("keeps its own shared connections to itself", async () => {
    const sshd = await start();
    sshd.addClientConfig(["ControlMaster auto", `ControlPath ${sshd.folder}/own-%C`, "ControlPersist yes"]);
    const terminal = await terminalsOf(sshd)();
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n" });
    expect(readdirSync(sshd.folder).filter((name) => name.startsWith("own-"))).toEqual([]);
  });

  it("may start a command of its own, unless the terminal is asked for another folder or shell", async () => {
    const sshd = await start();
    sshd.addClientConfig(["RemoteCommand cd /usr && exec bash -l", "RequestTTY no"]);
    const open = terminalsOf(sshd);
    const outputs = [];
    for (const options of [{}, { cwd: "/etc" }, { shell: "dash" }]) {
      outputs.push((await (await open(options)).run("pwd; echo ${BASH_VERSION:+bash}", patient)).output);
    }
    expect(outputs).toEqual(["/usr\nbash\n", "/etc\nbash\n", `${sshd.home}\n\n`]);
  });
});

describe("known hosts", needs("ssh", "sshd"), () => {
  it("may be hashed; a changed key is told all the same, with both fingerprints", async () => {
    const sshd = await start();
    execFileSync("ssh-keygen", ["-H", "-f", sshd.knownHostsFile], { stdio: "ignore" });
    const known = sshd.hostFingerprint();
    const terminal = await terminalsOf(sshd)();
    expect(terminal.where.hostKey).toBe(known);
    await sshd.changeHostKey();
    await expect(terminalsOf(sshd)()).rejects.toMatchObject({
      code: "ssh.host-key-changed",
      message: expect.stringContaining(`Known: ssh-ed25519 ${known}`),
    });
  });

  it("may name an authority instead of a key", async () => {
    const sshd = await start();
    const authority = join(sshd.folder, "authority");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", authority]);
    const certify = ["-q", "-s", authority, "-I", "box", "-h", "-n", "127.0.0.1", join(sshd.folder, "host_key.pub")];
    execFileSync("ssh-keygen", certify);
    appendFileSync(sshd.serverConfigFile, `HostCertificate ${sshd.folder}/host_key-cert.pub\n`);
    await sshd.restart();
    writeFileSync(sshd.knownHostsFile, `@cert-authority [127.0.0.1]:* ${readFileSync(`${authority}.pub`, "utf8")}`);
    expect(await (await terminalsOf(sshd)()).run("echo in", patient)).toMatchObject({ output: "in\n" });
    writeFileSync(sshd.knownHostsFile, `@cert-authority [127.0.0.2]:* ${readFileSync(`${authority}.pub`, "utf8")}`);
    await expect(terminalsOf(sshd)()).rejects.toMatchObject({ code: "ssh.host-key-unknown" });
  });

  it("may call a key revoked", async () => {
    const sshd = await start();
    writeFileSync(sshd.knownHostsFile, `@revoked ${readFileSync(sshd.knownHostsFile, "utf8")}`);
    await expect(terminalsOf(sshd)()).rejects.toMatchObject({ code: "ssh.host-key-revoked" });
  });
});

describe("a login", needs("ssh", "sshd"), () => {
  it("may show a banner that looks like a question, and then a prompt", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cotty-banner-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "banner"), `Authorised use only\n${me}@127.0.0.1's password: \n$ `);
    const sshd = await start({ serverConfig: [`Banner ${folder}/banner`] });
    const terminal = await terminalsOf(sshd)();
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n", confidence: "marks" });
  });

  it("may print a megabyte first, and end it like a prompt", async () => {
    const sshd = await start({ homeFiles: { ".bash_profile": "head -c 750000 /dev/urandom | base64; printf '$ '\n" } });
    const terminal = await terminalsOf(sshd)();
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n", confidence: "marks" });
  });

  it("may take ten seconds to come to its prompt", async () => {
    const sshd = await start({ homeFiles: { ".bash_profile": "echo wait; sleep 10\n" } });
    const terminal = await terminalsOf(sshd)();
    expect(await terminal.run("echo in", patient)).toMatchObject({ output: "in\n", confidence: "marks" });
  });

  it.each([
    [
      "a forced command",
      { shell: { interactive: ["sh", "-c", "'echo backup only; exit 7'"], command: ["false"] } },
      7,
      "backup only",
    ],
    ["a profile that gives up", { homeFiles: { ".bash_profile": "echo Expired.; exit 1\n" } }, 1, "Expired."],
  ])("that leads to no shell is an error with its own words: %s", async (_, options, exitCode, words) => {
    const sshd = await start(options);
    await expect(terminalsOf(sshd)()).rejects.toMatchObject({
      code: "ssh.no-shell",
      message: `ssh, step "shell": box accepted the login, but ended it with exit code ${exitCode} before a first prompt. It said: ${words}`,
      nextStep: expect.stringContaining(`ssh -F ${sshd.configFile} box`),
    });
  });
});

describe("a server", needs("ssh", "sshd"), () => {
  it("that allows one session on a connection gives each terminal one of its own", async () => {
    const sshd = await start({ serverConfig: ["MaxSessions 1"] });
    const open = terminalsOf(sshd);
    const [first, second, named] = [await open(), await open(), await open({ shell: "bash" })];
    expect(await first.run("echo one", patient)).toMatchObject({ output: "one\n", exitCode: null });
    expect(await second.run("echo two", patient)).toMatchObject({ output: "two\n", exitCode: null });
    expect(await named.run("echo three; (exit 3)", patient)).toMatchObject({ output: "three\n", exitCode: 3 });
  });

  it("may be started again while a terminal is open: that one goes on, and a new one is reached", async () => {
    const sshd = await start();
    const open = terminalsOf(sshd);
    const before = await open();
    await before.run("cd /usr", patient);
    await sshd.restart();
    const after = await open();
    expect(await before.run("pwd", patient)).toMatchObject({ output: "/usr\n", exitCode: 0 });
    expect(await after.run("pwd", patient)).toMatchObject({ output: `${sshd.home}\n`, exitCode: 0 });
  });
});
