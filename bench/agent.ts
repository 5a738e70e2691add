// What the built-in agent costs on top of its model: a real engine, store and shell, and a model over HTTP on the loopback.
import { performance } from "node:perf_hooks";
import { type AgentWorld, createAgentWorld, type Session } from "../test/support/agent-world.ts";
import { anthropicWire } from "../test/support/fake-anthropic.ts";
import {
  type FakeModelServer,
  type FakeReply,
  fakeKey,
  startFakeModelServer,
} from "../test/support/fake-model-server.ts";
import { median, milliseconds, report } from "./report.ts";

const sessions = Number(process.env["COTTY_BENCH_SESSIONS"] ?? 1000);

const run_ = (command: string): FakeReply => ({
  text: ["I look. "],
  calls: [{ name: "run_command", input: { command, reasoning: "because" } }],
});
const done: FakeReply = { calls: [{ name: "task_complete", input: { summary: "Done.", checks: ["true"] } }] };

export async function run(): Promise<void> {
  await using server = await startFakeModelServer(anthropicWire());
  await using world = await createAgentWorld(server.url);
  await firstCharacter(world, server);
  await stops(world, server);
  await manySessions(world, server);
}

/** From the prompt to the first streamed character in the log, without the model's own delay. */
async function firstCharacter(world: AgentWorld, server: FakeModelServer): Promise<void> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 31; round++) {
    const delayMs = 100;
    server.reply({ text: ["Hello"], delayMs }, { text: ["Hello"], delayMs });
    bare.push((await bareRequest(server.url)) - delayMs);
    const session = await world.open();
    const shown = session.until("text.streamed").then(() => performance.now());
    const began = performance.now();
    await session.send({ type: "prompt", text: "hi" });
    own.push((await shown) - began - delayMs);
    await session.close();
  }
  // The first one loads the model's package. Rounds alternate, so that load on the machine hits both alike.
  const added = median(own.slice(1)) - median(bare.slice(1));
  report(
    "prompt → first character, minus the model",
    milliseconds(added),
    `ours ${milliseconds(median(own.slice(1)))}, bare HTTP ${milliseconds(median(bare.slice(1)))}`,
    "< 50 ms",
  );
}

/** The same server asked without Cotty: what the loopback and a busy machine take for themselves. */
export async function bareRequest(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": fakeKey, "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 16, stream: true, messages: [] }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const took = performance.now() - began;
  for (let more = await reader?.read(); more && !more.done; more = await reader?.read());
  return took;
}

async function stops(world: AgentWorld, server: FakeModelServer): Promise<void> {
  const situations: [string, FakeReply[], (session: Session) => Promise<void>][] = [
    [
      "while the model streams",
      [{ text: ["Let me think"], ending: "hang" }],
      async (session) => void (await session.until("text.streamed")),
    ],
    [
      "while a command runs",
      [run_("echo begun; sleep 300")],
      async (session) => session.printed((await session.until("step.started")).terminalId ?? "", "begun"),
    ],
    [
      "while paused",
      [run_("true"), done],
      async (session) => {
        await session.until("step.proposed");
        await session.send({ type: "pause" });
        await session.until("step.finished");
      },
    ],
  ];
  for (const [name, replies, arrive] of situations) {
    const times: number[] = [];
    for (let round = 0; round < 11; round++) {
      server.reply(...replies);
      const session = await world.open();
      await session.send({ type: "prompt", text: "go" });
      await arrive(session);
      const began = performance.now();
      await session.send({ type: "stop" });
      await session.until("turn.finished");
      times.push(performance.now() - began);
      await session.close();
      server.drop();
    }
    report(`stop ${name}`, milliseconds(median(times)), `worst ${milliseconds(Math.max(...times))}`, "< 100 ms");
  }
}

/** One after the other, each with a shell of its own: a failing step, a correction, a check. */
async function manySessions(world: AgentWorld, server: FakeModelServer): Promise<void> {
  let failed = 0;
  const times: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < sessions; round++) {
    server.reply(run_("ls missing-file"), run_("echo corrected"), done);
    const began = performance.now();
    const session = await world.open();
    const isDone = await Promise.race([complete(session), hung()]);
    if (!isDone) failed++;
    times.push(performance.now() - began);
    await session.close();
    server.requests.length = 0;
    server.drop();
    if (round % 50 === 0) memory.push(heap());
  }
  report(
    `${sessions} sessions in a row: failed or hung`,
    `${failed} (${((failed / sessions) * 100).toFixed(2)} %)`,
    `median ${milliseconds(median(times))}`,
    "< 1 %",
  );
  report(
    "memory from the first tenth to the end",
    `${memory.slice(1, 3).map(megabytes).join(", ")} … ${memory.slice(-2).map(megabytes).join(", ")}`,
    "",
    "flat",
  );
}

async function complete(session: Session): Promise<boolean> {
  await session.send({ type: "prompt", text: "go" });
  await session.runner.idle();
  const end = session.runner.state.turns[0]?.end;
  return end?.outcome === "complete" && end.verification?.status === "verified";
}

function hung(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), 60_000).unref());
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
