import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc, it as property } from "@fast-check/vitest";
import { afterAll, describe, expect, it } from "vitest";
import { lookPath, systemFirst } from "./look-path.ts";
import { createLocalSideChannel } from "./side-channel.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-side-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = systemFirst(lookPath(process.env["PATH"]));
const side = createLocalSideChannel({ env: { PATH: path, ONLY: "this" } });
const unhurried = () => ({ signal: new AbortController().signal, timeoutMs: 20_000 });
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("the local side channel", () => {
  it("keeps stdout, stderr and the exit code apart", async () => {
    const result = await side.run(["sh", "-c", "echo out; echo err >&2; exit 3"], unhurried());
    expect({ ...result, stdout: text(result.stdout), stderr: text(result.stderr) }).toEqual({
      stdout: "out\n",
      stderr: "err\n",
      exitCode: 3,
      timedOut: false,
      truncated: false,
    });
  });

  property.prop([fc.array(fc.string({ unit: "grapheme" }), { maxLength: 4 }), fc.uint8Array({ maxLength: 300 })], {
    numRuns: 100,
  })("hands every argument and every byte of input over unchanged", async (words, input) => {
    const args = words.map((word) => word.replaceAll("\0", ""));
    const result = await side.run(["sh", "-c", 'printf "%s|" "$@"; cat', "sh", ...args], {
      ...unhurried(),
      stdin: input,
    });
    const expected = Buffer.concat([
      Buffer.from(args.length === 0 ? "|" : args.map((arg) => `${arg}|`).join("")),
      input,
    ]);
    expect(Buffer.from(result.stdout).equals(expected)).toBe(true);
  });

  it("[TM8] gives the program the environment it was made with, and letters as they are", async () => {
    const result = await side.run(["/usr/bin/env"], unhurried());
    expect(text(result.stdout).trim().split("\n").sort()).toEqual(["LC_ALL=C", "ONLY=this", `PATH=${path}`].sort());
  });

  it("runs in the folder it is told", async () => {
    const result = await side.run(["pwd"], { ...unhurried(), cwd: folder });
    expect(text(result.stdout)).toBe(`${folder}\n`);
  });

  it("answers 127 and says so when there is no such program", async () => {
    const result = await side.run(["no-such-program-zz"], unhurried());
    expect({ exitCode: result.exitCode, stderr: text(result.stderr) }).toEqual({
      exitCode: 127,
      stderr: "no-such-program-zz: not found\n",
    });
  });

  it("reports a program that a signal ended the way shells do", async () => {
    const result = await side.run(["sh", "-c", "kill -TERM $$"], unhurried());
    expect(result.exitCode).toBe(143);
  });

  it("ends the program and all it started when the time is up, with what there was", async () => {
    const pidFile = join(folder, "pid");
    const result = await side.run(["sh", "-c", `echo early; sleep 60 & echo $! > ${pidFile}; wait`], {
      ...unhurried(),
      timeoutMs: 1_500,
    });
    expect({ ...result, stdout: text(result.stdout), stderr: "" }).toEqual({
      stdout: "early\n",
      stderr: "",
      exitCode: null,
      timedOut: true,
      truncated: false,
    });
    const orphan = Number(readFileSync(pidFile, "utf8"));
    // The kernel delivers a SIGKILL in its own time.
    await expect.poll(() => isAlive(orphan)).toBe(false);
  });

  it("does not wait for a daemon that left the group and keeps the pipes", async () => {
    const pidFile = join(folder, "daemon");
    const result = await side.run(["sh", "-c", `setsid sleep 60 & echo $! > ${pidFile}`], {
      ...unhurried(),
      timeoutMs: 1_500,
    });
    process.kill(Number(readFileSync(pidFile, "utf8")));
    expect(result.timedOut).toBe(true);
  });

  it("stops at the size cap and keeps the beginning", async () => {
    const result = await side.run(["yes", "0123456"], { ...unhurried(), maxBytes: 1_000 });
    expect({ ...result, stdout: text(result.stdout), stderr: text(result.stderr) }).toEqual({
      stdout: "0123456\n".repeat(125),
      stderr: "",
      exitCode: null,
      timedOut: false,
      truncated: true,
    });
  });

  it("rejects with the reason of the abort and leaves nothing running", async () => {
    const stop = new AbortController();
    const pidFile = join(folder, "aborted");
    writeFileSync(pidFile, "");
    const running = side.run(["sh", "-c", `echo $$ > ${pidFile}; exec sleep 60`], {
      ...unhurried(),
      signal: stop.signal,
    });
    await expect.poll(() => readFileSync(pidFile, "utf8")).not.toBe("");
    stop.abort(new Error("the person said stop"));
    await expect(running).rejects.toThrow("the person said stop");
    expect(isAlive(Number(readFileSync(pidFile, "utf8")))).toBe(false);
  });

  it("does not mind a program that exits without reading its input", async () => {
    const result = await side.run(["true"], { ...unhurried(), stdin: new Uint8Array(1_000_000) });
    expect(result.exitCode).toBe(0);
  });
});

/** A zombie waits for its parent to read the exit code: it runs nothing any more. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
