import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { needs } from "../support/needs.ts";
import { type SshdOptions, startSshd, type ThrowawaySshd } from "../support/sshd.ts";
import type { LoginQuestion } from "../support/sshd-logins.ts";

const password: LoginQuestion = { method: "password", answer: "open sesame" };
const code: LoginQuestion = { method: "keyboard-interactive", answer: "123 456" };

let home: CottyHome;
let sshd: ThrowawaySshd;
beforeEach(() => {
  home = createCottyHome();
});
afterEach(async () => {
  home[Symbol.dispose]();
  await sshd?.[Symbol.asyncDispose]();
});

async function start(options: SshdOptions) {
  sshd = await startSshd(options);
  return { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
}

/** Everything Cotty has stored: events, raw logs, recordings. */
function stored(): string {
  const folder = join(home.dir, "state");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("a host that asks for a password", needs("ssh", "sshd", "root"), () => {
  it("asks the person at `cotty exec`, and the command runs with its own exit code [S2.34]", async () => {
    const env = await start({ questions: [password] });
    const cotty = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2)); (exit 3)"], { env });
    await cotty.shows("password:");
    cotty.type(`${password.answer}\r`);
    expect(await cotty.shows("on-42")).not.toContain(password.answer);
    expect(await cotty.ended).toBe(3);
    expect(stored()).toContain("on-42");
    expect(stored()).not.toContain(password.answer);
  });

  it("asks the person at `cotty run` for the password and then for a code, and says when one was wrong", async () => {
    const env = await start({ questions: [password, code] });
    const model = home.script([command("echo on-$((40+2))"), complete("Seen.")]);
    const flags = ["--on", "box", "--model", model, "--mode", "bypassPermissions"];
    const cotty = startInTerminal(home, ["run", ...flags, "look"], { env });
    await cotty.shows("password:");
    cotty.type("a wrong one\r");
    await cotty.shows("That was not accepted.");
    await cotty.shows("password:");
    cotty.type(`${password.answer}\r`);
    await cotty.shows(") Password:");
    cotty.type(`${code.answer}\r`);
    await cotty.shows("on-42");
    expect(await cotty.ended).toBe(0);
    const log = stored();
    expect([password.answer, code.answer, "a wrong one"].filter((secret) => log.includes(secret))).toEqual([]);
  });

  it("asks the person at `cotty hosts check`, once for all steps", async () => {
    const env = await start({ questions: [password, code] });
    const cotty = startInTerminal(home, ["hosts", "check", "box"], { env });
    await cotty.shows("password:");
    cotty.type(`${password.answer}\r`);
    await cotty.shows(") Password:");
    cotty.type(`${code.answer}\r`);
    await cotty.shows("✓ login       ");
    await cotty.shows("✓ integration bash");
    expect(await cotty.ended).toBe(0);
  });

  it("lets go at Ctrl+C before anything has run", async () => {
    const env = await start({ questions: [password] });
    const cotty = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    await cotty.shows("password:");
    cotty.type("\x03");
    expect(await cotty.ended).toBe(130);
  });

  it("says so where nobody can answer, and nothing runs anywhere", async () => {
    const env = await start({ questions: [password] });
    const model = home.script([command("echo on-which-machine"), complete()]);
    const flags = ["--on", "box", "--json", "--model", model, "--mode", "bypassPermissions"];
    const ran = await home.run(["run", ...flags, "look"], { env });
    const events = jsonLines(ran.stdout);
    expect(events.map(({ type }) => type)).not.toContain("step.proposed");
    expect(events.find(({ type }) => type === "turn.finished")).toMatchObject({
      outcome: "failed",
      error: { code: "ssh.login-asks", message: expect.stringContaining("'s password:") },
    });
    const piped = await home.run(["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    expect(piped).toMatchObject({ code: 125, stdout: "" });
    expect(piped.stderr).toContain("nobody is here to answer");
  });
});

describe("a key with a passphrase", needs("ssh", "sshd"), () => {
  it("is unlocked by the person, in the same way", async () => {
    const env = await start({ passphrase: "open sesame" });
    const cotty = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    await cotty.shows("Enter passphrase for key");
    cotty.type("open sesame\r");
    await cotty.shows("on-42");
    expect(await cotty.ended).toBe(0);
    expect(stored()).not.toContain("open sesame");
  });
});

describe("a host that takes long and asks nothing", needs("ssh", "sshd"), () => {
  it("is waited for, also where nobody could answer a question", async () => {
    const env = await start({});
    sshd.addClientConfig([`ProxyCommand sh -c 'sleep 3; exec ${throughItself()}'`]);
    const ran = await home.run(["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    expect(ran).toEqual({ code: 0, stdout: "on-42\n", stderr: "" });
  });
});

/** A second client that only carries the bytes of the first. */
function throughItself(): string {
  const { clientKeyFile, knownHostsFile, port } = sshd;
  const known = `-o StrictHostKeyChecking=yes -o UserKnownHostsFile=${knownHostsFile}`;
  return `ssh -F /dev/null -o BatchMode=yes -i ${clientKeyFile} ${known} -p ${port} -W 127.0.0.1:${port} 127.0.0.1`;
}

describe("a question that is answered in plain sight", needs("ssh", "sshd"), () => {
  it("reaches the person too: here one of the user's own ProxyCommand", async () => {
    const env = await start({});
    const ask = `printf "Floor? " > /dev/tty; read floor < /dev/tty; [ "$floor" = 4 ] && exec ${throughItself()}`;
    sshd.addClientConfig([`ProxyCommand sh -c '${ask}'`]);
    const cotty = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    await cotty.shows("Floor?");
    cotty.type("4\r");
    await cotty.shows("on-42");
    expect(await cotty.ended, cotty.bytes()).toBe(0);
  });
});

describe("a host that this machine has never seen", needs("ssh", "sshd"), () => {
  it("is met only when the person types yes below its fingerprint", async () => {
    const env = await start({});
    sshd.forgetHost();
    const refused = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    await refused.shows(sshd.hostFingerprint());
    await refused.shows("Type yes");
    refused.type("y\r");
    expect(await refused.ended).toBe(125);
    expect(readFileSync(sshd.knownHostsFile, "utf8")).toBe("");

    const declined = startInTerminal(home, ["hosts", "accept", "box"], { env });
    await declined.shows("Type yes");
    declined.type("n\r");
    await declined.shows("The host key of box was not accepted.");
    expect(await declined.ended).toBe(1);

    const accepted = startInTerminal(home, ["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    await accepted.shows("Type yes");
    accepted.type("yes\r");
    await accepted.shows("on-42");
    expect(await accepted.ended).toBe(0);
  });

  it("is accepted by a script that names the fingerprint, and by no other", async () => {
    const env = await start({});
    sshd.forgetHost();
    const shown = await home.run(["hosts", "accept", "box"], { env });
    expect(shown.code).toBe(2);
    expect(shown.stderr).toContain(`cotty hosts accept box ${sshd.hostFingerprint()}`);
    const wrong = await home.run(["hosts", "accept", "box", `SHA256:${"A".repeat(43)}`], { env });
    expect(wrong.code).toBe(1);
    expect(readFileSync(sshd.knownHostsFile, "utf8")).toBe("");
    const right = await home.run(["hosts", "accept", "box", sshd.hostFingerprint()], { env });
    expect(right).toMatchObject({ code: 0, stderr: "" });
    expect(await home.run(["exec", "--on", "box", "--", "echo on-$((40+2))"], { env })).toEqual({
      code: 0,
      stdout: "on-42\n",
      stderr: "",
    });
  });
});
