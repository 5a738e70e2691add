import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CottyHome, createCottyHome, jsonLines, type Started } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../support/sshd.ts";

let home: CottyHome;
let sshd: ThrowawaySshd;
let env: Record<string, string>;
beforeEach(async () => {
  home = createCottyHome();
  sshd = await startSshd();
  const runtime = join(home.dir, "run");
  mkdirSync(runtime, { mode: 0o700 });
  env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}`, XDG_RUNTIME_DIR: runtime };
});
afterEach(async () => {
  home[Symbol.dispose]();
  await sshd[Symbol.asyncDispose]();
});

const onBox = (...words: string[]) => ["exec", "--on", "box", ...words];

/** Processes whose command line holds this word: a command on the host runs on this machine in the end. */
function running(word: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });
}

/** A program that runs for ever, with a name that no other process has. */
const endless = (word: string) => `printf 'begun\\n'; while :; do sleep 0.1; printf 'tick\\n' '${word}'; done`;

describe("cotty exec on a host", needs("ssh", "sshd"), () => {
  it("gives a pipe exactly the bytes that were written, and hands on what comes through one", async () => {
    const numbers = Array.from({ length: 12_000 }, (_, index) => `${index + 1}\n`).join("");
    expect(await home.run(onBox("--", "seq 1 12000"), { env })).toEqual({ code: 0, stdout: numbers, stderr: "" });
    const input = `${numbers}last`;
    expect(await home.run(onBox("--", "cat"), { env, input })).toEqual({ code: 0, stdout: input, stderr: "" });
  });

  it("runs in another folder there, with variables", async () => {
    const args = ["--cwd", "/usr", "--env", "A=b  c='d'", "--", 'pwd; echo "$A"'];
    const expected = { code: 0, stdout: "/usr\nb  c='d'\n", stderr: "" };
    expect(await home.run(onBox(...args), { env })).toEqual(expected);
    expect(await home.run(onBox("--split", ...args), { env })).toEqual(expected);
  });

  const ends: [string, number, (started: Started) => void][] = [
    ["nobody reads what it prints any more", 141, ({ child }) => void child.stdout?.destroy()],
    ["its window is closed", 129, ({ child }) => void child.kill("SIGHUP")],
    ["it is told to end", 143, ({ child }) => void child.kill("SIGTERM")],
  ];
  it.each(ends.flatMap(([when, ...end]) => [[when, "", ...end] as const, [when, " with --split", ...end] as const]))(
    "ends the command there when %s%s",
    async (_, split, code, end) => {
      const word = `word-${code}-${split.length}-${process.pid}`;
      const flags = split === "" ? [] : ["--split"];
      const started = home.start(onBox(...flags, "--shell", "bash", "--", endless(word)), { env });
      await started.printed("begun\n");
      end(started);
      expect((await started.ended).code).toBe(code);
      await expect.poll(() => running(word)).toEqual([]);
    },
  );
});

describe("cotty exec --split on a host", needs("ssh", "sshd"), () => {
  it("keeps the streams apart, on the connection that terminals share, and is recorded", async () => {
    const split = await home.run(onBox("--split", "--", "cat; echo err >&2; exit 4"), { env, input: "in\u0000\r\n" });
    expect(split).toEqual({ code: 4, stdout: "in\u0000\r\n", stderr: "err\n" });
    expect(await home.run(onBox("--", "echo on"), { env })).toMatchObject({ code: 0, stdout: "on\n" });
    expect(sshd.log().match(/Accepted publickey/g)).toHaveLength(1);
    const sessions = (await home.run(["sessions", "--kind", "all"])).stdout;
    const id = /^(s_\w+).*exec cat; echo err/m.exec(sessions)?.[1] ?? "";
    const events = jsonLines((await home.run(["show", id, "--json"])).stdout);
    expect(events.find(({ type }) => type === "step.finished")).toMatchObject({ outcome: "exited", exitCode: 4 });
    expect(events.find(({ type }) => type === "step.proposed")).toMatchObject({ target: "ssh:box" });
    expect(await home.run(["verify", id])).toMatchObject({ code: 0 });
  });

  it("runs nothing on a host whose key this machine has never seen, and says what to do", async () => {
    sshd.forgetHost();
    const ran = await home.run(onBox("--split", "--", "echo on"), { env });
    expect(ran).toMatchObject({ code: 125, stdout: "" });
    expect(ran.stderr).toContain(`never seen the host key`);
    expect(ran.stderr).toContain(sshd.hostFingerprint());
    expect(ran.stderr).toContain("cotty hosts accept");
  });

  it("takes a command's own 255 for what it is", async () => {
    expect(await home.run(onBox("--split", "--", "exit 255"), { env })).toMatchObject({ code: 255, stderr: "" });
  });

  it("ends the command there after --timeout, also where it does not listen, and exits with 124", async () => {
    const word = `word-timeout-${process.pid}`;
    const command = `trap '' INT TERM HUP; ${endless(word)}`;
    const ran = await home.run(onBox("--split", "--timeout", "2", "--shell", "bash", "--", command), { env });
    expect(ran).toMatchObject({ code: 124, stderr: "cotty: The command was ended after 2 s.\n" });
    await expect.poll(() => running(word)).toEqual([]);
  });
});
