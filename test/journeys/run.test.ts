import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Envelope, type Event, eventSchemas } from "../../src/protocol/index.ts";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";

const trust = ["--mode", "bypassPermissions"];

describe("cotty run", () => {
  it("works on a task in a real terminal and prints events that fit the protocol, without a gap [S0.18, S1.4]", async () => {
    using home = createCottyHome();
    const model = home.script([{ text: "I look.", ...command("printf 'a\\nb\\n'; (exit 3)") }, complete("Seen.")]);
    const ran = await home.run(["run", "--json", "--model", model, ...trust, "look"]);
    const events = jsonLines(ran.stdout).map((line) =>
      eventSchemas[Envelope.parse(line).type as Event["type"]].parse(line),
    );
    expect(ran.code).toBe(0);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map((event) => event.type)).toEqual([
      "session.opened",
      "prompt.received",
      "turn.started",
      "text.streamed",
      "terminal.opened",
      "step.proposed",
      "step.approved",
      "step.started",
      "step.finished",
      "turn.finished",
      "terminal.closed",
    ]);
    expect(events.find((event) => event.type === "step.finished")).toMatchObject({
      outcome: "exited",
      exitCode: 3,
      output: "a\nb\n",
    });
    const verified = await home.run(["verify"]);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout).toContain("events intact");
  });

  it.each([
    ["0 for a task that is complete", [complete()], trust, 0],
    ["0 for an answer in words", [{ text: "42" }], trust, 0],
    ["1 for a model that fails", [{ error: { code: "x", message: "No.", nextStep: "Try." } }], trust, 1],
    ["3 when a person is needed and there is none", [command("touch x"), complete()], ["--mode", "review"], 3],
    ["5 at the step limit", Array.from({ length: 21 }, () => command("true")), trust, 5],
    ["124 after its time is over", [command("sleep 30"), complete()], [...trust, "--timeout", "1"], 124],
  ])("exits with %s", async (_, replies, flags, code) => {
    using home = createCottyHome();
    const ran = await home.run(["run", "--model", home.script(replies), ...flags, "do it"]);
    expect(ran).toMatchObject({ code });
  });

  it("exits with 4 when it is interrupted, and leaves a log that ends as stopped", async () => {
    using home = createCottyHome();
    const running = home.start([
      "run",
      "--json",
      "--model",
      home.script([command("sleep 30"), complete()]),
      ...trust,
      "wait",
    ]);
    await running.printed("step.started");
    running.child.kill("SIGINT");
    const ran = await running.ended;
    expect(ran.code).toBe(4);
    expect(jsonLines(ran.stdout).find((event) => event["type"] === "turn.finished")).toMatchObject({
      outcome: "stopped",
      summary: "[stopped] agent stopped by user.",
    });
  });

  it.each(["SIGTERM", "SIGHUP"] as const)("tells a stop by %s as what it was, not as a person's", async (signal) => {
    using home = createCottyHome();
    const script = home.script([command("sleep 30"), complete()]);
    const running = home.start(["run", "--json", "--model", script, ...trust, "wait"]);
    await running.printed("step.started");
    running.child.kill(signal);
    const ran = await running.ended;
    const events = jsonLines(ran.stdout);
    expect(ran.code).toBe(4);
    expect(events.find((event) => event["type"] === "stop.requested")).toMatchObject({
      by: "engine",
      from: `signal ${signal}`,
    });
    expect(events.find((event) => event["type"] === "turn.finished")).toMatchObject({
      outcome: "stopped",
      summary: `[stopped] agent stopped by signal ${signal}.`,
    });
  });

  it("says what to do when nobody can be asked", async () => {
    using home = createCottyHome();
    const ran = await home.run(["run", "--model", home.script([command("touch x")]), "--mode", "review", "do it"]);
    expect(ran.stdout).toContain("nobody is there: touch x");
    expect(ran.stdout).toContain("--mode bypassPermissions");
  });

  it.each([
    [["rnu", "x"], "Did you mean: cotty run"],
    [["run", "--modle", "m", "x"], "--model"],
    [["run", "--mode", "fast", "x"], "Allowed choices"],
    [["run"], "missing required argument"],
    [["run", "--timeout", "soon", "x"], "not a number"],
    [["run", "   "], "prompt is empty"],
    [["run", "--agent", "nobody", "x"], "There is no agent"],
    [["run", "--model", "gogle/x", "x"], "Did you mean"],
  ])("exits with 2 and a hint for %j", async (args, hint) => {
    using home = createCottyHome();
    const ran = await home.run(args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(hint);
  });

  it("keeps one shell for all steps of a session [S0.84, S1.2]", async () => {
    using home = createCottyHome();
    const model = home.script([command("cd /usr && export A=1"), command('echo "$PWD $A"'), complete()]);
    const ran = await home.run(["run", "--json", "--model", model, ...trust, "x"]);
    const outputs = jsonLines(ran.stdout).flatMap((event) =>
      event["type"] === "step.finished" ? [event["output"]] : [],
    );
    expect(outputs).toEqual(["", "/usr 1\n"]);
  });
});

describe("after kill -9 in the middle of a run", () => {
  it("the session is readable up to the last stored event, verifies, and the next run starts clean", async () => {
    using home = createCottyHome();
    const running = home.start([
      "run",
      "--json",
      "--model",
      home.script([command("sleep 30"), complete()]),
      ...trust,
      "wait",
    ]);
    await running.printed("step.started");
    running.child.kill("SIGKILL");
    await running.ended;
    const shown = await home.run(["show", "last", "--json"]);
    expect(jsonLines(shown.stdout).at(-1)).toMatchObject({ type: "step.started" });
    expect(await home.run(["verify", "last"])).toMatchObject({ code: 0 });
    expect(await home.run(["run", "--model", home.script([complete()]), ...trust, "again"])).toMatchObject({ code: 0 });
  });
});

describe("looking back", () => {
  it("lists, shows, searches and deletes sessions [S2.43, S2.48]", async () => {
    using home = createCottyHome();
    expect((await home.run(["sessions"])).stdout).toContain("No sessions yet");
    await home.run([
      "run",
      "--model",
      home.script([command("echo walrus"), complete("Found it.")]),
      ...trust,
      "find the walrus",
    ]);
    const listed = (await home.run(["sessions"])).stdout;
    expect(listed).toContain("find the walrus");
    const shown = (await home.run(["show", "last"])).stdout;
    expect(shown).toContain("> echo walrus");
    expect(shown).toContain("[complete] Found it.");
    expect((await home.run(["search", "walrus"])).stdout).toContain("walrus");
    expect(await home.run(["search", "ngnix"])).toMatchObject({
      code: 1,
      stderr: "No command or text matches “ngnix”.\n",
    });
    expect(readdirSync(join(home.dir, "state", "terminals")).length).toBe(1);
    expect((await home.run(["sessions", "delete", "last"])).stdout).toContain("Deleted");
    expect(readdirSync(join(home.dir, "state", "terminals"))).toEqual([]);
    expect((await home.run(["sessions"])).stdout).toContain("No sessions yet");
    expect(await home.run(["show", "nothing"])).toMatchObject({ code: 1 });
  });

  it("never lets output move the cursor of whoever reads it", async () => {
    using home = createCottyHome();
    await home.run(["run", "--model", home.script([{ text: "\u001b[2Jwiped\u202egnp" }]), ...trust, "x"]);
    const shown = (await home.run(["show", "last"])).stdout;
    expect(shown).not.toContain("\u001b");
    expect(shown).toContain("␛[2Jwiped‹U+202E›gnp");
  });
});
