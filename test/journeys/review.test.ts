import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, complete, createCottyHome, projectRoot } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";

const question = "Run it? y = once";

describe("a person at the terminal of cotty run", () => {
  it("approves with y, and with nothing else: Enter alone approves nothing [AP9, S2.9]", async () => {
    using home = createCottyHome();
    const terminal = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    for (const answer of ["\r", "yes\r", "Y es\r"]) {
      await terminal.shows(question);
      terminal.type(answer);
    }
    await terminal.shows(question);
    expect(existsSync(join(home.dir, "made"))).toBe(false);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect(existsSync(join(home.dir, "made"))).toBe(true);
  });

  it("does not approve with what was typed before the question was there", async () => {
    using home = createCottyHome();
    const model = home.script([command("echo busy; sleep 1"), command("touch made"), complete()]);
    const terminal = startInTerminal(home, ["run", "--model", model, "make it"]);
    await terminal.shows("busy");
    terminal.type("y\ry");
    await terminal.shows(question);
    terminal.type("\r");
    await terminal.shows(question);
    expect(existsSync(join(home.dir, "made"))).toBe(false);
    terminal.type("n\r");
    await terminal.shows("Why not?");
    terminal.type("\r");
    expect(await terminal.ended).toBe(4);
  });

  it("says where a command would run, also behind a change of the folder that nobody was asked about", async () => {
    using home = createCottyHome();
    mkdirSync(join(home.dir, "inner"));
    const terminal = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("cd inner"), command("touch made"), complete()]),
      "make it",
    ]);
    await terminal.shows("on local, in ");
    await terminal.shows("inner");
    await terminal.shows(question);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect(existsSync(join(home.dir, "inner/made"))).toBe(true);
  });

  it("edits a command with e, and what runs is what was edited [S3.1]", async () => {
    using home = createCottyHome();
    const terminal = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    await terminal.shows(question);
    terminal.type("e\r");
    await terminal.shows("> touch made");
    terminal.type("-too\r");
    await terminal.shows(question);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect([existsSync(join(home.dir, "made")), existsSync(join(home.dir, "made-too"))]).toEqual([false, true]);
  });

  it("tells the agent why not, and the agent goes on", async () => {
    using home = createCottyHome();
    const model = home.script([
      command("touch made"),
      { when: "use a folder", ...command("mkdir folder") },
      complete(),
    ]);
    const terminal = startInTerminal(home, ["run", "--model", model, "make it"]);
    await terminal.shows(question);
    terminal.type("n\r");
    await terminal.shows("Why not?");
    terminal.type("use a folder\r");
    await terminal.shows("mkdir folder");
    await terminal.shows(question);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect([existsSync(join(home.dir, "made")), existsSync(join(home.dir, "folder"))]).toEqual([false, true]);
  });

  it("has to type out what a dangerous command does [AP4, S0.79]", async () => {
    using home = createCottyHome();
    const model = home.script([command(`rm -rf ${home.dir}/*`), { when: "rejected", ...complete("Left it.") }]);
    const terminal = startInTerminal(home, ["run", "--model", model, "clean"]);
    await terminal.shows("DANGER");
    await terminal.shows("To run it once, type delete on");
    terminal.type("y\r");
    await terminal.shows("To run it once, type delete on");
    terminal.type("n\r");
    await terminal.shows("Why not?");
    terminal.type("keep it\r");
    await terminal.shows("Left it.");
    expect(await terminal.ended).toBe(0);
  });

  it("sees all of a change before it is written, also lines that look like the head of a difference", async () => {
    using home = createCottyHome();
    const content = "++i; evil();\n-- \u202ehidden\n";
    const write = { calls: [{ name: "write_file", input: { path: "a.c", content, reasoning: "r" } }] };
    const terminal = startInTerminal(home, ["run", "--model", home.script([write, complete()]), "write it"]);
    const shown = await terminal.shows("Write it? y = yes · n = no");
    expect(shown.replaceAll("\r", "")).toContain(
      "  │ @@ -0,0 +1,2 @@\n  │ +++i; evil();\n  │ +-- ‹U+202E›hidden\nWrite it?",
    );
    expect(existsSync(join(home.dir, "a.c"))).toBe(false);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(join(home.dir, "a.c"), "utf8")).toBe(content);
  });

  it("types the same phrase in another shell, which shows the same", async () => {
    using home = createCottyHome();
    const input = { path: ".bashrc", content: "alias ls=evil\n", reasoning: "r" };
    const model = home.script([{ calls: [{ name: "write_file", input }] }, complete()]);
    const terminal = startInTerminal(home, ["run", "--model", model, "set it up"]);
    await terminal.shows("To run it once, type escalate on this machine");
    const other = startInTerminal(home, ["approve", "last", "last"]);
    for (const shown of ["> create .bashrc", " DANGER  on local", "+alias ls=evil", "type escalate on this machine"]) {
      await other.shows(shown);
    }
    other.type("yes\r");
    expect([await other.ended, existsSync(join(home.dir, ".bashrc"))]).toEqual([1, false]);
    const third = startInTerminal(home, ["approve", "last", "last"]);
    await third.shows("type escalate on this machine");
    third.type("escalate on this machine\r");
    await third.shows("Approved: create .bashrc");
    expect([await terminal.ended, existsSync(join(home.dir, ".bashrc"))]).toEqual([0, true]);
  });

  it("can be overtaken by another shell, and the question goes away", async () => {
    using home = createCottyHome();
    const terminal = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    await terminal.shows(question);
    // One step waits, so nobody has to name it; that it was not read is said all the same.
    const shown = await home.run(["approve", "last"]);
    expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining("What waits is: touch made") });
    const [, stepId = "", digest = ""] = /(step_\w+) --digest (\w+)/.exec(shown.stderr) ?? [];
    expect(await home.run(["approve", "last", stepId, "--digest", "0".repeat(12)])).toMatchObject({ code: 1 });
    const approved = await home.run(["approve", "last", stepId, "--digest", digest]);
    expect(approved).toMatchObject({ code: 0, stdout: "Approved: touch made\n" });
    expect(await terminal.ended).toBe(0);
    const again = await home.run(["approve", "last", "last"]);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^cotty: No step waits in session s_\w+\.\nSee what waits: cotty show s_\w+\n/);
  });

  it("cannot be overtaken by the agent itself", async () => {
    using home = createCottyHome();
    const approve = `${join(projectRoot, "bin", "cotty")} approve last last --confirm x`;
    const model = home.script([
      command(`env -u COTTY_TERMINAL COTTY_STATE_DIR=${home.dir}/state ${approve}`),
      complete(),
    ]);
    const terminal = startInTerminal(home, ["run", "--mode", "bypassPermissions", "--model", model, "cheat"]);
    await terminal.shows("Decides about an agent's steps in the place of a person");
    const phrase = /To run it once, type (.+?) ·/.exec(await terminal.shows("n = no"))?.[1] ?? "";
    terminal.type(`${phrase}\r`);
    await terminal.shows("where an agent can type");
    expect(await terminal.ended).toBe(0);
  });

  it("can be sent to the background and brought back", async () => {
    using home = createCottyHome();
    const terminal = startInTerminal(
      home,
      ["run", "--model", home.script([command("touch made"), complete()]), "make it"],
      { throughShell: true },
    );
    await terminal.shows(question);
    terminal.type("\u001a");
    await terminal.shows("Stopped");
    terminal.type("fg\r");
    await terminal.shows(question);
    terminal.type("y\r");
    await terminal.shows("[complete]");
    // Until the shell is back, keys are Cotty's to throw away.
    await terminal.shows("$ ");
    terminal.type("exit\r");
    await terminal.ended;
    expect(existsSync(join(home.dir, "made"))).toBe(true);
  });

  it.each([
    ["a step", [command("touch made"), complete()], question],
    ["a question", [{ calls: [{ name: "ask_user", input: { question: "Which?" } }] }, complete()], "your answer>"],
  ])(
    "stops with Ctrl+D where %s waits for an answer, and never breaks off in the middle",
    async (_, replies, asked) => {
      using home = createCottyHome();
      const terminal = startInTerminal(home, ["run", "--model", home.script(replies), "make it"]);
      await terminal.shows(asked);
      terminal.type("\u0004");
      await terminal.shows("[stopped] agent stopped by user.");
      expect(await terminal.ended).toBe(4);
      expect(existsSync(join(home.dir, "made"))).toBe(false);
    },
  );

  it("approves nothing with Ctrl+D in another shell", async () => {
    using home = createCottyHome();
    const model = home.script([command("touch made"), complete()]);
    const terminal = startInTerminal(home, ["run", "--model", model, "make it"]);
    await terminal.shows(question);
    const other = startInTerminal(home, ["approve", "last", "last"]);
    await other.shows("y = yes:");
    other.type("\u0004");
    await other.shows("Nothing was approved.");
    expect([await other.ended, existsSync(join(home.dir, "made"))]).toEqual([1, false]);
    terminal.type("\u0004");
    expect(await terminal.ended).toBe(4);
  });

  it("leaves a log that ends, when its window is closed while a question is open", async () => {
    using home = createCottyHome();
    const model = home.script([command("touch made"), complete()]);
    const terminal = startInTerminal(home, ["run", "--model", model, "make it"]);
    await terminal.shows(question);
    terminal.hangUp();
    await terminal.ended;
    const shown = await home.run(["show", "last"]);
    // Whichever is noticed first: the signal, or that nothing can be printed any more.
    expect(shown.stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^\[stopped\] agent stopped by (signal SIGHUP|the loss of its output)\.$/,
    );
  });

  it("stops everything with Ctrl+C, while the agent works and while it asks", async () => {
    using home = createCottyHome();
    const working = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("echo busy; sleep 60"), complete()]),
      "wait",
    ]);
    await working.shows("busy");
    working.type("\u0003");
    await working.shows("[stopped] agent stopped by user.");
    expect(await working.ended).toBe(4);
    const asking = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    await asking.shows(question);
    asking.type("\u0003");
    await asking.shows("[stopped] agent stopped by user.");
    expect(await asking.ended).toBe(4);
  });

  it("types the password that a running command asks for, unseen and unrecorded", async () => {
    using home = createCottyHome();
    const ask = 'stty -echo; printf "Secret word: "; read -r word; stty echo; echo; echo "got ${#word} characters"';
    const model = home.script([command(ask), complete()]);
    const terminal = startInTerminal(home, ["run", "--model", model, "--mode", "bypassPermissions", "ask me"]);
    // Once in the command, once as the question.
    await terminal.shows("Secret word:");
    await terminal.shows("Secret word:");
    terminal.type("sword fish\r");
    expect(await terminal.shows("got 10 characters")).not.toContain("sword fish");
    expect(await terminal.ended).toBe(0);
    const [session = ""] = /s_\w+/.exec(await home.run(["sessions"]).then(({ stdout }) => stdout)) ?? [];
    const log = await home.run(["show", session, "--json"]);
    expect(log.stdout).toContain("got 10 characters");
    expect(log.stdout).not.toContain("sword fish");
  });
});
