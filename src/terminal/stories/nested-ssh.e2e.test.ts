import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";

describe("ssh inside a terminal", needs("ssh", "sshd"), () => {
  it("is noticed as a foreign prompt, is given no command, and its end is the end of the command", async () => {
    const sshd = await startSshd();
    onTestFinished(() => sshd[Symbol.asyncDispose]());
    const session = await openInTest("bash");
    const inside = await session.run(`ssh -F ${sshd.configFile} ${sshd.name}`, { ...soon, timeoutMs: 500 });
    expect(inside.outcome).toBe("running");
    await expect.poll(async () => (await session.state()).name).toBe("foreign-prompt");
    const typed = session.typed();
    expect(await session.run("echo leaked", soon)).toMatchObject({
      outcome: "not-at-prompt",
      output: "",
      foreground: { program: "ssh", waiting: "prompt" },
    });
    expect(session.typed()).toBe(typed);
    await session.type(Buffer.from("exit 7\r"), { by: "agent", signal });
    expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 7 });
    expect(await session.run("echo here", soon)).toMatchObject({ outcome: "exited", output: "here\n" });
  });
});
