import { describe, expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Foreground } from "../../protocol/index.ts";

const jonas = { by: "person:jonas", from: "web" } as const;

async function begin(front: Foreground | null = null) {
  const terminals = createFakeTerminals(() => ({ output: "" }));
  const { engine } = createTestEngine({ script: [{ text: "ok" }], terminals });
  const runner = await openTestSession(engine);
  const { id } = await runner.openTerminal({ signal: never });
  await runner.type(id, new TextEncoder().encode("l"), mira);
  terminals.foreground = front;
  return { runner, holder: () => runner.state.terminals.map((terminal) => terminal.holder) };
}

describe("a task for the agent", () => {
  it("[KB7] takes the sender's idle prompt along, and the agent knows with it what they ran", async () => {
    const { runner, holder } = await begin();
    expect(holder()).toEqual(["person:mira"]);
    await runner.request({ type: "prompt", text: "go" }, mira);
    expect(holder()).toEqual([null]);
    expect(runner.state.current?.meanwhile ?? runner.state.turns[0]?.meanwhile).toEqual([
      "The person used the terminal and ran: `ls` (exit code 0)",
    ]);
  });

  it("[KB7] leaves the keyboard to a program in front, to another person, and where nothing is to be done", async () => {
    const busy = await begin({ program: "vim", waiting: "full-screen", prompt: "" });
    await busy.runner.request({ type: "prompt", text: "go" }, mira);
    const others = await begin();
    await others.runner.request({ type: "prompt", text: "go" }, jonas);
    const empty = await begin();
    await empty.runner.request({ type: "prompt", text: " " }, mira);
    await empty.runner.request({ type: "prompt", text: "why?", kind: "chat" }, mira);
    expect([busy, others, empty].map(({ holder }) => holder())).toEqual([
      ["person:mira"],
      ["person:mira"],
      ["person:mira"],
    ]);
  });
});
