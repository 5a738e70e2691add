import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { cpus, release, tmpdir, totalmem, uptime, userInfo } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { createRunbookModel, listRunbooks } from "./index.ts";
import { converse } from "./testing/converse.ts";

const model = createRunbookModel();
const { runbooks } = await listRunbooks();
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty runbooks "));
  mkdirSync(join(folder, "large"));
  writeFileSync(join(folder, "large", "three.bin"), Buffer.alloc(3 * 1024 * 1024, 1));
  writeFileSync(join(folder, "two.bin"), Buffer.alloc(2 * 1024 * 1024, 1));
  writeFileSync(join(folder, "small.txt"), "small");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function summaryOf(prompt: string): Promise<string> {
  return (await converse(model, prompt)).summary ?? "";
}

/** The whole disk takes too long to measure in a test; every other example is carried out as it stands. */
function exampleOf(name: string, examples: string[]): string {
  if (name === "disk") return `what uses the space in "${folder}"`;
  if (name === "big-files" || name === "folder-size") return examples[0]?.replace("/var", ".") ?? "";
  return examples[0] ?? "";
}

describe("every runbook, run for real on this machine", () => {
  it.each(runbooks.map(({ name, examples }) => [name, examples] as const))(
    "%s comes to an end",
    async (name, examples) => {
      const result = await converse(model, exampleOf(name, examples));
      expect(result.text).toMatch(new RegExp(`^Runbook ${name}: `));
      expect(result.summary).not.toBe("");
      expect(result.summary).not.toMatch(/\{\{|\}\}|undefined|NaN|(?<!\/dev\/)\bnull\b/);
    },
  );
});

describe("what runbooks say, against what is true", () => {
  it("the largest files of a folder, by size", async () => {
    expect(await summaryOf(`biggest files in "${folder}"`)).toBe(
      [
        `The largest files under \`${folder}\`:`,
        `- 3 MiB \`${join(folder, "large", "three.bin")}\``,
        `- 2 MiB \`${join(folder, "two.bin")}\``,
        "",
        "Other file systems and folders this user may not read are not counted.",
      ].join("\n"),
    );
  });

  it("the size of a folder", async () => {
    const [first, second, third] = (await summaryOf(`how large is "${folder}"`)).split("\n");
    const kib = Number(/^\d+/.exec(execFileSync("sh", ["-c", 'du -sk "$1"', "sh", folder], { encoding: "utf8" }))?.[0]);
    expect([first, second, third]).toEqual([
      `\`${folder}\` holds ${Math.round(kib / 102.4) / 10} MiB.`,
      "The largest folders in it:",
      `- 3 MiB \`${join(folder, "large")}\``,
    ]);
  });

  it("a folder that does not exist", async () => {
    const told = await converse(model, "biggest files in /does/not/exist");
    expect(told.commands.filter((command) => command.startsWith("find"))).toEqual([]);
    expect(told.summary).toMatch(
      /^Nothing could be found out\.\nNot known: anything about the folder\. .*No such file/,
    );
  });

  it("the port that a program listens on, and one that is free", needs("ss"), async () => {
    await using server = await listening(createServer(), "127.0.0.1");
    expect(await summaryOf(`what listens on port ${server.port}?`)).toMatch(
      new RegExp(
        `^(?:Port ${server.port} is held by .*process ${process.pid}.*|Something listens on port ${server.port}, .*)\nIt accepts connections from this machine only\\.$`,
      ),
    );
  });

  it("a port that nothing listens on", needs("ss"), async () => {
    const server = await listening(createServer(), "127.0.0.1");
    await server[Symbol.asyncDispose]();
    expect(await summaryOf(`is port ${server.port} in use?`)).toBe(`Nothing listens on port ${server.port}.`);
  });

  it("a port that other machines can reach", needs("ss"), async () => {
    await using server = await listening(createServer(), "0.0.0.0");
    expect(await summaryOf(`who uses port ${server.port}`)).toMatch(/It accepts connections from other machines\.$/);
  });

  it("the memory of this machine", async () => {
    const said = /of ([\d.]+) GiB memory/.exec(await summaryOf("how much memory is free"))?.[1];
    expect(Number(said)).toBeCloseTo(totalmem() / 1024 ** 3, 0);
  });

  it("the number of processors", needs("ps"), async () => {
    expect(await summaryOf("why is this machine slow")).toMatch(new RegExp(`\\b${cpus().length} processors?\\b`));
  });

  it("the kernel", async () => {
    expect(await summaryOf("kernel version")).toContain(release());
  });

  it("the uptime, to the minute", async () => {
    const before = uptime();
    const [, days = 0, hours = 0, minutes = 0] =
      /It has run for (?:(\d+) days? ?)?(?:(\d+) hours? ?)?(?:(\d+) minutes? ?)?/.exec(await summaryOf("uptime")) ?? [];
    const said = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60;
    // Two units are said, so at most an hour is left out on a machine that has run for days.
    expect(Math.abs(said - before)).toBeLessThan(before > 86_400 ? 3700 : 130);
  });

  it("the user", async () => {
    expect(await summaryOf("which user am i")).toContain(`You are \`${userInfo().username}\`.`);
  });

  it("the state of a git project", async () => {
    const project = join(folder, "project");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", project, "-c", "user.name=Mira", "-c", "user.email=m@example.com", ...args], {
        stdio: "pipe",
      });
    mkdirSync(project);
    git("init", "-q", "-b", "main");
    writeFileSync(join(project, "a b.txt"), "1");
    git("add", ".");
    git("commit", "-q", "-m", "first; $(touch x)");
    writeFileSync(join(project, "a b.txt"), "2");
    writeFileSync(join(project, "new.txt"), "3");
    const lines = (await summaryOf(`git status of "${project}"`)).split("\n");
    expect(lines.slice(0, 8)).toEqual([
      "You are on branch `main`.",
      "1 file is changed and not committed:",
      "- `a b.txt`",
      "",
      "1 file or folder is new and unknown to git:",
      "- `new.txt`",
      "",
      "The branch follows no remote branch, so whether it is pushed is not known.",
    ]);
    expect(lines.slice(8)).toEqual([
      "The last commits:",
      expect.stringMatching(/^- `[0-9a-f]{7,}` \d{4}-\d\d-\d\d Mira: first; \$\(touch x\)$/),
    ]);
  });

  it("the dates of a certificate, in a file and on a host", needs("openssl"), async () => {
    const { key, cert } = makeCertificate(folder, 40);
    const until = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    expect(await summaryOf(`when does "${cert}" expire`)).toMatch(
      /valid until \d{4}-\d\d-\d\d: (?:39|40) days from now\.\nIt is for .*Cotty test/,
    );
    await using server = await listening(
      createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }),
      "127.0.0.1",
    );
    expect(await summaryOf(`when does the certificate of localhost:${server.port} expire?`)).toContain(
      `The certificate of localhost is valid until ${until}: `,
    );
  });

  it("a host that shows no certificate", needs("openssl"), async () => {
    await using server = await listening(
      createServer((socket) => socket.resume().end("no tls\n")),
      "127.0.0.1",
    );
    expect(await summaryOf(`certificate of localhost:${server.port}`)).toMatch(
      /^localhost showed no certificate on port \d+\./,
    );
  });

  it("a zombie, with its parent", needs("ps"), async () => {
    // The shell becomes sleep, which never collects the child it inherits; a child that ended before would be gone.
    const parent = spawn("sh", ["-c", "sleep 0.3 & echo started; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(parent.stdout, "data");
    try {
      await expect
        .poll(() => summaryOf("are there zombie processes?"), { timeout: 10_000 })
        .toMatch(new RegExp(`- \`[^\`]+\` \\(process \\d+\\), its parent is process ${parent.pid}\\b`));
    } finally {
      parent.kill("SIGKILL");
      await once(parent, "exit");
    }
  });

  it("whether a program is installed", async () => {
    const found = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
    expect(await summaryOf("is git installed?")).toBe(`Yes: \`git\` is \`${found}\`.`);
    expect(await summaryOf("is no-such-program installed?")).toBe(
      "No: the shell finds no program called `no-such-program` in its PATH.",
    );
  });
});

async function listening(server: Server, host: string): Promise<AsyncDisposable & { port: number }> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}

function makeCertificate(directory: string, days: number): { key: string; cert: string } {
  const [key, cert] = [join(directory, "key.pem"), join(directory, "site.crt")];
  const make = `openssl req -x509 -newkey rsa:2048 -nodes -keyout "$1" -out "$2" -days "$3" -subj "/O=Cotty test/CN=localhost"`;
  execFileSync("sh", ["-c", make, "sh", key, cert, String(days)], { stdio: "pipe" });
  return { key, cert };
}
