import { describe, expect, it } from "vitest";
import { isOwnChild } from "./own-children.ts";
import { openLocalPty, type Pty, type PtyExit } from "./pty.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", TERM: "xterm-256color", HOME: "/" };
const open = (...argv: [string, ...string[]]) => openLocalPty({ argv, cwd: "/", env, cols: 80, rows: 24 });

function collect(pty: Pty): Promise<{ bytes: Buffer; exit: PtyExit }> {
  const chunks: Uint8Array[] = [];
  pty.onData((bytes) => chunks.push(bytes));
  return new Promise((resolve) => pty.onExit((exit) => resolve({ bytes: Buffer.concat(chunks), exit })));
}

describe("openLocalPty", () => {
  it("delivers every byte of a child that prints and exits at once, before it tells of the exit", async () => {
    const lengths = [];
    for (let i = 0; i < 20; i++) {
      const { bytes, exit } = await collect(open("sh", "-c", "seq 1 30000; printf end; exit 3"));
      expect(exit).toEqual({ exitCode: 3, signal: null });
      lengths.push(bytes.length, bytes.subarray(-3).toString());
    }
    // seq prints 168,894 bytes; the tty adds a CR to each of its 30,000 lines.
    expect(new Set(lengths)).toEqual(new Set([198_897, "end"]));
  });

  it("keeps the tail for a reader that was paused when the child ended", async () => {
    const pty = open("sh", "-c", "printf one; printf two");
    const chunks: string[] = [];
    const exits: PtyExit[] = [];
    pty.pause();
    pty.onData((bytes) => chunks.push(Buffer.from(bytes).toString()));
    const exited = new Promise<void>((resolve) =>
      pty.onExit((exit) => {
        exits.push(exit);
        resolve();
      }),
    );
    // Until node-pty has closed the device and told of the exit: what nobody holds then is lost.
    await expect.poll(() => isOwnChild(pty.pid)).toBe(false);
    expect({ chunks, exits }).toEqual({ chunks: [], exits: [] });

    pty.resume();
    await exited;
    expect({ text: chunks.join(""), exits }).toEqual({ text: "onetwo", exits: [{ exitCode: 0, signal: null }] });
  });

  it("names the signal that ended the child and gives no exit code then", async () => {
    const { exit } = await collect(open("sh", "-c", "kill -9 $$"));
    expect(exit).toEqual({ exitCode: null, signal: "SIGKILL" });
  });

  it("types into the child and resizes its window", async () => {
    const pty = open("sh", "-c", "stty -echo; printf ready; read line; stty size; echo got:$line");
    const result = collect(pty);
    let seen = "";
    const ready = new Promise<void>((resolve) =>
      pty.onData((bytes) => {
        seen += Buffer.from(bytes).toString();
        if (seen.includes("ready")) resolve();
      }),
    );
    await ready;
    pty.resize(101, 33);
    pty.write("hello\r");
    await result;
    expect(seen).toBe("ready33 101\r\ngot:hello\r\n");
  });

  it("refuses a program or a folder that does not exist, and says which", () => {
    expect(() => open("no-such-shell")).toThrow('There is no program "no-such-shell" that can be run on this machine.');
    expect(() => openLocalPty({ argv: ["sh"], cwd: "/no/such", env, cols: 80, rows: 24 })).toThrow(
      "A terminal cannot start in /no/such: there is no such folder.",
    );
  });
});
