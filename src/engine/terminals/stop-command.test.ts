import { describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });

describe("[AP17] a stop", () => {
  async function stopped(
    commands: string[],
    { ends, holder = "agent" }: { ends: string; holder?: "agent" | "person" },
  ) {
    const last = commands.length;
    let count = 0;
    const terminals = createFakeTerminals(() => (++count === last ? new Promise(() => {}) : {}));
    const { engine, store } = createTestEngine({
      script: commands.map(run),
      terminals: { ...terminals, open: async (options) => deaf(await terminals.open(options)) },
    });
    /** A terminal whose command ends only with this key. */
    function deaf(terminal: Awaited<ReturnType<typeof terminals.open>>): typeof terminal {
      const state = async () => {
        const name = terminals.typed.includes(ends) ? ("ready" as const) : ("running" as const);
        const now = await terminal.state();
        return { ...now, name, keyboard: { ...now.keyboard, holder } };
      };
      return { ...terminal, state };
    }
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await stepIn(runner, store, "running");
    while (count < last) await stepIn(runner, store, "running");
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
    return { typed: terminals.typed, summary: runner.state.turns[0]?.end?.summary };
  }

  it("sends Ctrl+C alone where that is heard", async () => {
    expect(await stopped(["cat"], { ends: "^C" })).toEqual({
      typed: ["^C"],
      summary: "[stopped] agent stopped by user.",
    });
  });

  it("makes what does not listen to Ctrl+C quit", async () => {
    expect(await stopped(["cat"], { ends: "\x1c" })).toEqual({
      typed: ["^C", "\x1c"],
      summary: "[stopped] agent stopped by user.",
    });
  });

  it("types nothing more where a person has the keyboard: it would reach what they run later", async () => {
    expect(await stopped(["cat"], { ends: "\x1c", holder: "person" })).toEqual({
      typed: ["^C"],
      summary: "[stopped] agent stopped by user.\nIt did not end with Ctrl+C and still runs: cat",
    });
  });

  /** A command is reported as running from an offset; then the model waits, and a person stops it. */
  async function stoppedLater({ commandFrom, holder = "agent" }: { commandFrom: number; holder?: "agent" | "person" }) {
    const terminals = createFakeTerminals(() => ({ outcome: "running", exitCode: null, range: { from: 40, to: 50 } }));
    const { engine, store } = createTestEngine({
      script: [run("npm start"), run("touch x")],
      terminals: {
        ...terminals,
        async open(options) {
          const terminal = await terminals.open(options);
          const state = async () => {
            const now = await terminal.state();
            const name = terminals.typed.includes("^C") ? ("ready" as const) : ("running" as const);
            return { ...now, name, commandFrom, keyboard: { ...now.keyboard, holder } };
          };
          return { ...terminal, state };
        },
      },
    });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await stepIn(runner, store, "review");
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
    return { typed: terminals.typed, summary: runner.state.turns[0]?.end?.summary };
  }

  it("ends what was reported as running and is still in front", async () => {
    expect(await stoppedLater({ commandFrom: 40 })).toEqual({
      typed: ["^C"],
      summary: "[stopped] agent stopped by user.",
    });
  });

  it("types nothing into what is in front in its place", async () => {
    expect(await stoppedLater({ commandFrom: 90 })).toEqual({
      typed: [],
      summary: "[stopped] agent stopped by user.",
    });
  });

  it("names what still runs where a person has the keyboard", async () => {
    expect(await stoppedLater({ commandFrom: 40, holder: "person" })).toEqual({
      typed: [],
      summary: "[stopped] agent stopped by user.\nIt still runs where a person has the keyboard: npm start",
    });
  });

  it("names what still runs, and what was put in the background", async () => {
    const { summary } = await stopped(["(sleep 8; ls) &", "cat"], { ends: "nothing" });
    expect(summary).toBe(
      [
        "[stopped] agent stopped by user.",
        "It did not end with Ctrl+C and still runs: cat",
        "It may still run in the background: (sleep 8; ls) &",
      ].join("\n"),
    );
  });
});
