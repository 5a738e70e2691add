import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { needs } from "../support/needs.ts";

describe("a word that is no command", () => {
  it.each([
    [["hosts", "chek", "web-1"], 'There is no command "hosts chek".', "cotty hosts check"],
    [["tokens", "lst"], 'There is no command "tokens lst".', "cotty tokens list"],
    [["keys", "ad", "openai"], 'There is no command "keys ad".', "cotty keys add"],
    [["confg", "--help"], 'There is no command "confg".', "cotty config"],
    [["sessions", "--limit", "3", "prun"], 'There is no command "sessions prun".', "cotty sessions prune"],
  ])("is told apart from an argument, with what was meant: %j", async (args, message, meant) => {
    using home = createCottyHome();
    const ran = await home.run(args);
    expect(ran).toEqual({ code: 2, stdout: "", stderr: `cotty: ${message}\nDid you mean: ${meant}\n` });
  });
});

describe("sessions from another shell", () => {
  it("lists what waits, gives sessions names, and stops what runs", async () => {
    using home = createCottyHome();
    const asking = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    await asking.shows("Run it? y = once");
    const [item] = jsonLines((await home.run(["pending", "--json"])).stdout);
    expect(item).toMatchObject({ kind: "step", command: "touch made", target: "local" });
    const shown = (await home.run(["pending"])).stdout;
    expect(shown).toContain(`cotty approve ${item?.["session"]} ${item?.["stepId"]} --digest `);

    expect((await home.run(["rename", "last", "the", "new name"])).stdout).toContain("is now called the new name\n");
    expect((await home.run(["sessions", "--state", "waiting"])).stdout).toContain("the new name");
    expect((await home.run(["stop", "last"])).stdout).toBe(`Stopped: ${item?.["session"]}  the new name\n`);
    expect(await asking.ended).toBe(4);
    expect((await home.run(["pending"])).stdout).toBe("Nothing waits for you.\n");
    expect((await home.run(["rename", "last", "at rest"])).code).toBe(0);
    expect((await home.run(["sessions", "--state", "stopped"])).stdout).toContain("at rest");
    expect((await home.run(["verify"])).code).toBe(0);
    expect((await home.run(["stop"])).code).toBe(2);
  });

  it("stops a command of a person's own, here and in every session", async () => {
    using home = createCottyHome();
    const running = home.start(["exec", "--", "echo begun; sleep 1000"]);
    await running.printed("begun");
    expect((await home.run(["stop", "--all"])).stdout).toMatch(/^Stopped: s_\w+ {2}exec /);
    expect((await running.ended).code).toBe(143);
    expect((await home.run(["stop", "--all"])).stdout).toBe("Nothing is running.\n");
  });

  it("approves the only step that waits, in the newest session that has one, once it was shown", async () => {
    using home = createCottyHome();
    const asking = startInTerminal(home, [
      "run",
      "--model",
      home.script([command("touch made"), complete()]),
      "make it",
    ]);
    await asking.shows("Run it? y = once");
    await home.run(["exec", "--", "true"]);
    const approving = startInTerminal(home, ["approve", "last"]);
    await approving.shows("> touch made");
    await approving.shows("y = yes:");
    approving.type("y\r");
    expect([await approving.ended, await asking.ended]).toEqual([0, 0]);
  });

  it("goes on in a session with a second prompt, which the agent hears after the first", async () => {
    using home = createCottyHome();
    await home.run(["run", "--model", home.script([{ text: "First answer." }]), "one"]);
    await home.run(["exec", "--", "true"]);
    const second = await home.run(["run", "--session", "last", "--model", home.script([{ text: "Second." }]), "two"]);
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining("Second.")]);
    expect(second.stdout).not.toContain("First answer.");
    const shown = (
      await home.run([
        "show",
        jsonLines((await home.run(["sessions", "--json", "--kind", "run"])).stdout)[0]?.["id"] as string,
      ])
    ).stdout;
    expect(shown.indexOf("First answer.")).toBeLessThan(shown.indexOf("Second."));
    expect((await home.run(["run", "--session", "last", "--on", "x", "two"])).code).toBe(2);
  });

  it("keeps a person's own commands apart in the list, and finds sessions by host, state and size", async () => {
    using home = createCottyHome();
    await home.run(["run", "--model", home.script([{ text: "Hello." }]), "greet"]);
    await home.run(["exec", "--", "head -c 30000 /dev/zero | tr '\\0' x"]);
    const titles = async (...args: string[]) =>
      jsonLines((await home.run(["sessions", "--json", ...args])).stdout).map(
        ({ title }) => String(title).split(" ")[0],
      );
    expect(await titles()).toEqual(["exec", "greet"]);
    expect(await titles("--kind", "run")).toEqual(["greet"]);
    expect(await titles("--kind", "exec")).toEqual(["exec"]);
    expect(await titles("--kind", "all")).toEqual(["exec", "greet"]);
    expect(await titles("--on", "web-1")).toEqual([]);
    expect(await titles("--on", "local", "--state", "answered")).toEqual(["greet"]);
    expect((await home.run(["sessions"])).stdout).toContain("1 of cotty exec not shown: --kind exec, or --kind all");
    expect((await home.run(["sessions", "prune"])).code).toBe(2);
    expect((await home.run(["sessions", "prune", "--larger-than", "1GB"])).stdout).toBe("Nothing to delete.\n");
    expect((await home.run(["sessions", "prune", "--larger-than", "20KB"])).stdout).toMatch(/^Deleted s_\w+\.\n$/);
    expect(await titles("--kind", "all")).toEqual(["greet"]);
  });
});

describe("what a shell completes", () => {
  const completed = async (...words: string[]) => {
    using home = createCottyHome();
    return (await home.run(["complete", "--", ...words])).stdout
      .split("\n")
      .flatMap((line) => line.split("\t")[0] || []);
  };

  it("is commands, options, their values, and the arguments of a command", async () => {
    expect(await completed("appr")).toEqual(["approve"]);
    expect(await completed("keys", "")).toEqual(["list", "add", "remove"]);
    expect(await completed("keys", "add", "o")).toEqual(["openai"]);
    expect(await completed("run", "--mode", "p")).toEqual(["plan"]);
    expect(await completed("run", "--t")).toEqual(["--timeout"]);
    expect(await completed("config", "set", "agent.max_s")).toEqual(["agent.max_steps"]);
    expect(await completed("show", "l")).toEqual(["last"]);
    expect(await completed("sessions", "--state", "time")).toEqual(["timed-out"]);
  });

  it("holds no host whose name a shell would read as code", async () => {
    using home = createCottyHome();
    await home.run(["config", "set", "hosts.web-1.policy", "protected"]);
    execFileSync("mkdir", ["-p", join(home.dir, ".ssh")]);
    writeFileSync(join(home.dir, ".ssh", "config"), "Host web-2 $(touch${IFS}x) a;b\n");
    const found = (await home.run(["complete", "--", "hosts", "check", ""])).stdout.split("\n");
    expect(found).toContain("web-1");
    expect(found.filter((word) => /[$;]/.test(word))).toEqual([]);
  });

  it("reaches bash", async () => {
    using home = createCottyHome();
    const script =
      'source <(cotty completion bash); COMP_WORDS=(cotty keys add an); COMP_CWORD=3; _cotty; echo "${COMPREPLY[@]}"';
    expect(execFileSync("bash", ["-c", script], { env: home.env, encoding: "utf8" })).toBe("anthropic\n");
  });

  it("reaches fish", needs("fish"), async () => {
    using home = createCottyHome();
    const script = 'cotty completion fish | source; complete -C "cotty keys add an"';
    expect(execFileSync("fish", ["-c", script], { env: home.env, encoding: "utf8" })).toBe("anthropic\n");
  });
});

describe("the manual page and runbooks", () => {
  it("has every command and option that the program has, and no text that is read as a request", async () => {
    using home = createCottyHome();
    const { stdout } = await home.run(["man"]);
    expect(stdout).toContain(".SS cotty config set key value\n");
    expect(stdout).toContain(".B \\-\\-digest <text>\n");
    expect(stdout).not.toContain("cotty complete ");
    const requests = stdout.split("\n").filter((line) => /^[.']/.test(line));
    expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|B)( |$)/.test(line))).toEqual([]);
  });

  it("tests a runbook: what it would run, which of its examples find it, and what is wrong in it", async () => {
    using home = createCottyHome();
    const file = join(home.dir, "queue.toml");
    writeFileSync(
      file,
      `name = "mail-queue"
title = "What waits in the mail queue"
about = "Counts the messages that wait."
examples = ["How many mails wait in the queue?", "What fills this disk?"]
phrases = ["mails wait queue"]
[[steps]]
id = "queue"
why = "List the queue."
finds = "what waits"
[[steps.try]]
run = "mailq"
rows = '^(?<id>\\w+) '
[[steps.values]]
name = "count"
compute = "count"
[[summary]]
say = "{{queue.count}} messages wait."
`,
    );
    const ran = await home.run(["runbooks", "test", file]);
    expect([ran.stdout, ran.stderr]).toEqual([expect.stringContaining("    > mailq\n"), expect.any(String)]);
    expect(ran.stdout).toContain("✓ “How many mails wait in the queue?”\n");
    expect(ran.stdout).toContain("✗ “What fills this disk?”: finds disk instead\n");
    expect(ran.code).toBe(1);
    writeFileSync(file, 'name = "mail-queue"\n');
    const broken = await home.run(["runbooks", "test", file]);
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("cannot be used:")]);
    expect((await home.run(["runbooks"])).stdout).toContain("What fills this disk?");
  });
});
