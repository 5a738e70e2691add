import { describe, expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Event } from "../../protocol/index.ts";

const jonas = { by: "person:jonas", from: "web" } as const;
const bytes = (text: string) => new TextEncoder().encode(text);

async function begin() {
  const terminals = createFakeTerminals(() => ({ output: "" }));
  const { engine, store } = createTestEngine({ script: [{ text: "ok" }], terminals });
  const runner = await openTestSession(engine);
  const { id } = await runner.openTerminal({ signal: never });
  async function taken() {
    const found: string[] = [];
    for await (const event of store.read(runner.id)) {
      if (event.type === "keyboard.taken") found.push(`${event.by} by ${(event as Event<"keyboard.taken">).from}`);
    }
    return found;
  }
  return { engine, store, runner, terminals, id, taken };
}

describe("what a person types", () => {
  it("[KB3] arrives byte for byte and in order, and the keyboard is recorded once for each change of hands", async () => {
    const { engine, runner, terminals, id, taken } = await begin();
    // All at once: the first waits for the log, and the others must not overtake it.
    const replies = await Promise.all(["a", "b", "c"].map((key) => engine.type(runner.id, id, bytes(key), mira)));
    await engine.type(runner.id, id, bytes("d"), jonas);
    await engine.type(runner.id, id, bytes("e"), jonas);
    expect(terminals.typed).toEqual(["a", "b", "c", "d", "e"]);
    expect(await taken()).toEqual(["person:mira by typing", "person:jonas by typing"]);
    expect(replies.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted"]);
  });

  it("[KB3] finds the keyboard theirs on the log when its first byte is on the terminal", async () => {
    const terminals = createFakeTerminals(() => ({ output: "" }));
    const holders: unknown[] = [];
    const { engine } = createTestEngine({
      script: [{ text: "ok" }],
      terminals: {
        ...terminals,
        async open(options) {
          const terminal = await terminals.open(options);
          const type = async () => void holders.push(runner.state.terminals.map(({ holder }) => holder));
          return { ...terminal, type };
        },
      },
    });
    const runner = await openTestSession(engine);
    const { id } = await runner.openTerminal({ signal: never });
    await runner.type(id, bytes("x"), mira);
    expect(holders).toEqual([["person:mira"]]);
  });

  it("[KB3] changes nothing where it is refused", async () => {
    const { engine, runner, terminals, id, taken } = await begin();
    expect(await runner.type("t_none", bytes("x"), mira)).toMatchObject({
      outcome: "refused",
      error: { code: "terminal.unknown" },
    });
    await runner.closeTerminal(id);
    expect(await runner.type(id, bytes("x"), mira)).toMatchObject({ error: { code: "terminal.closed" } });
    await expect(engine.type("s_none", id, bytes("x"), mira)).rejects.toThrow("There is no session s_none.");
    expect([terminals.typed, await taken()]).toEqual([[], []]);
  });

  it("[KB5] is typed once where a client that lost the answer sends it again, unless it was refused", async () => {
    const { runner, terminals, id } = await begin();
    const again = { ...mira, requestId: "r1" };
    const replies = [await runner.type("t_none", bytes("x"), again)];
    for (const text of ["ls\r", "ls\r"]) replies.push(await runner.type(id, bytes(text), again));
    expect([terminals.typed, replies.map(({ outcome }) => outcome)]).toEqual([
      ["ls\r"],
      ["refused", "accepted", "accepted"],
    ]);
  });

  it("goes to the process that owns the session and never through the disk: it may be a secret", async () => {
    const { store, runner, id } = await begin();
    const other = createTestEngine({ script: [{ text: "ok" }], store });
    await expect(other.engine.type(runner.id, id, bytes("hunter2"), mira)).rejects.toThrow(
      "what is typed may be a secret: it is not passed on",
    );
  });
});
