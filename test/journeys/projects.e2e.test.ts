import { once } from "node:events";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import type { AgentMessage } from "../../src/protocol/index.ts";
import { type CottyHome, command, complete, createCottyHome } from "../support/cotty.ts";
import { ended, startTestDaemon } from "../support/daemon.ts";
import { needs } from "../support/needs.ts";
import { streamOf } from "../support/server.ts";
import { startSshd } from "../support/sshd.ts";

function addProjects(home: CottyHome, model: string, more: Record<string, { target: string; cwd: string }> = {}): void {
  for (const folder of ["config/cotty", "shop"]) mkdirSync(join(home.dir, folder), { recursive: true });
  const projects = {
    shop: { target: "local", cwd: join(home.dir, "shop") },
    lost: { target: "local", cwd: `/nowhere/${"é".repeat(80)}` },
    ...more,
  };
  const text = Object.entries(projects).map(
    ([name, { target, cwd }]) => `[projects.${name}]\ntarget = "${target}"\ncwd = "${cwd}"\n`,
  );
  writeFileSync(join(home.dir, "config/cotty/config.toml"), `model = "${model}"\n${text.join("")}`);
}

/** A terminal's other end: what it printed, and how to wait for a part of it. */
function screenOf(socket: WebSocket) {
  let printed = "";
  const closed = once(socket, "close");
  socket.on("message", (data: Buffer) => {
    printed += data.toString("utf8");
  });
  return {
    closed,
    async until(text: string): Promise<string> {
      while (!printed.includes(text)) await Promise.race([once(socket, "message"), closed.then(() => fail(text))]);
      return printed;
    },
  };
  function fail(text: string): never {
    throw new Error(`It was closed before it printed ${text}: ${JSON.stringify(printed)}`);
  }
}

describe("a project's terminal", () => {
  it("is a real shell in the project's folder, which a page that comes back finds again, also after a restart [S4.7]", async () => {
    using home = createCottyHome();
    addProjects(home, "offline/runbooks");
    using first = await startTestDaemon(home);
    const socket = first.dial("/projects/shop/terminal?cols=91&rows=23");
    const screen = screenOf(socket);
    await once(socket, "open");
    // Typed before there is a prompt: it waits for the shell.
    socket.send('kept=$((40+2)); echo "in:$PWD size:$(stty size)"\r');
    await screen.until(`in:${join(home.dir, "shop")} size:23 91`);
    socket.close();
    await screen.closed;
    process.kill(first.pid, "SIGKILL");
    await ended(first.pid);

    using second = await startTestDaemon(home);
    const again = second.dial("/projects/shop/terminal?cols=70&rows=20");
    const screenAgain = screenOf(again);
    await once(again, "open");
    again.send('echo "kept:$kept size:$(stty size)"\r');
    const printed = await screenAgain.until("kept:42 size:20 70");
    // What was on it comes first.
    expect(printed).toContain("size:23 91");
    again.send("exit\r");
    const [code, reason] = await screenAgain.closed;
    expect([code, String(reason)]).toEqual([1000, "The shell has ended."]);
    await home.run(["daemon", "stop"]);
  });

  it("is a shell on another host where the project's target is one [S4.7]", needs("ssh", "sshd"), async () => {
    await using sshd = await startSshd();
    using home = createCottyHome();
    addProjects(home, "offline/runbooks", { far: { target: `ssh:${sshd.name}`, cwd: sshd.home } });
    using daemon = await startTestDaemon(home, { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` });
    const socket = daemon.dial("/projects/far/terminal?cols=91&rows=23");
    const screen = screenOf(socket);
    await once(socket, "open");
    socket.send('echo "on:$(echo "$SSH_CONNECTION" | cut -d" " -f4) in:$PWD"\r');
    await screen.until(`on:${sshd.port} in:${realpathSync(sshd.home)}`);
    socket.send("exit\r");
    await screen.closed;
    await home.run(["daemon", "stop"]);
  });

  it("that cannot be opened is closed with the reason, as far as it fits, and the daemon lives", async () => {
    using home = createCottyHome();
    addProjects(home, "offline/runbooks");
    using daemon = await startTestDaemon(home);
    const socket = daemon.dial("/projects/lost/terminal");
    const [code, reason] = await once(socket, "close");
    expect(code).toBe(1011);
    expect(String(reason)).toMatch(/^A session cannot begin in \/nowhere\/é+$/);
    expect(await daemon.call("/me")).toMatchObject({ scope: "operate" });
    await home.run(["daemon", "stop"]);
  });
});

describe("a project's agent", () => {
  it("tells its history after the daemon was killed, and goes on in the same session [S4.30, S4.44, S4.59]", async () => {
    using home = createCottyHome();
    const when = (role: string, reply: object) => ({ ...reply, when: { role } });
    addProjects(home, home.script([when("user", command("touch made")), when("tool", complete("All done."))]));
    using first = await startTestDaemon(home);
    const stream = streamOf(first.dial("/projects/shop/agent/cotty"));
    const messages = stream.messages as unknown as AgentMessage[];
    await stream.opened();
    stream.send({ type: "prompt", prompt: "make it", settings: { permissionMode: "default" } });
    const use = await stream.until(() => messages.find(({ type }) => type === "tool_use"));
    if (use.type !== "tool_use") throw new Error("A tool is used.");
    stream.send({ type: "approve", toolId: use.tool.id });
    await stream.until(() => messages.find(({ type }) => type === "done"));
    process.kill(first.pid, "SIGKILL");
    await ended(first.pid);

    using second = await startTestDaemon(home);
    const again = streamOf(second.dial("/projects/shop/agent/cotty"));
    const told = again.messages as unknown as AgentMessage[];
    const history = await again.until(() => told.find(({ type }) => type === "history"));
    expect(told[0]).toEqual(messages[0]);
    if (history.type !== "history") throw new Error("It is the history.");
    expect(history.history.map(({ content, tool }) => tool?.status ?? content)).toEqual([
      "make it",
      "complete",
      "All done.",
    ]);
    await home.run(["daemon", "stop"]);
  });
});
