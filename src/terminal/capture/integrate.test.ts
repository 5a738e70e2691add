import { describe, expect, it } from "vitest";
import type { Pty } from "../system/pty.ts";
import { integrate } from "./integrate.ts";
import { createShellCore } from "./shell-core.ts";

/** A PTY in which nobody lives: the test itself says what is printed. */
function silentPty(): { pty: Pty; print(text: string): void } {
  let listener: (bytes: Uint8Array) => void = () => {};
  const onData: Pty["onData"] = (given) => {
    listener = given;
  };
  const idle = { write() {}, onExit() {}, pause() {}, resume() {}, resize() {}, kill() {} };
  return { pty: { pid: 0, device: null, ...idle, onData }, print: (text) => listener(Buffer.from(text)) };
}

describe("a shell inside the shell that ends while it is integrated", () => {
  it("says nothing of the shell outside, which prints its marks as before", async () => {
    const { pty, print } = silentPty();
    const core = createShellCore({
      pty,
      history: "keep",
      startOffset: 0,
      onOutput: () => 0,
      onFinished() {},
      onExit() {},
      onTaken() {},
      onChange() {},
    });
    const { tracker, scanner } = core;
    scanner.setNonce("outer");
    print("\x1b]7711;outer;S;bash;7;7\x07");
    tracker.step({ kind: "integrated", family: "bash" });
    tracker.submit("zsh", { limits: undefined });
    print("\x1b]7711;outer;C;0;7\x07");
    core.enter(8);
    const giveUp = new AbortController();
    const inner = integrate(core, {
      family: "zsh",
      probe: null,
      signal: giveUp.signal,
      timeoutMs: 1000,
      isAtPrompt: true,
    });
    print("\x1b]7711;outer;D;1;0;r:/\x07");
    giveUp.abort();
    expect(await inner).toBe(null);
    expect([tracker.shell.family, tracker.shell.outside, tracker.shell.cwd]).toEqual(["bash", null, "/"]);
  });
});
