import { quantile, report } from "../report.ts";
import { type BenchServer, never } from "./setting.ts";

const viewers = 200;
const events = 500;

/** One session changes, and every viewer is told; the delay is from storing to the last byte at a viewer. */
export async function measureViewers(bench: BenchServer): Promise<void> {
  const runner = await bench.openSession();
  const delays: number[] = [];
  const storedAt = new Map<number, number>();
  const first = runner.state.seq;
  let done = Promise.withResolvers<void>();
  let missing = viewers * events;
  const sockets = await Promise.all(
    Array.from({ length: viewers }, async () => {
      const socket = await bench.connect();
      const caughtUp = Promise.withResolvers<void>();
      socket.on("message", (data) => {
        const text = String(data);
        if (text.startsWith('{"type":"caught-up"')) return caughtUp.resolve();
        if (!text.startsWith('{"type":"event"')) return;
        const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
        delays.push(performance.now() - (storedAt.get(seq) ?? Number.NaN));
        if (--missing === 0) done.resolve();
      });
      socket.send(JSON.stringify({ type: "subscribe", session: runner.id, after: first }));
      await caughtUp.promise;
      return socket;
    }),
  );
  const change = async (index: number) => {
    storedAt.set(first + 1 + index, performance.now());
    await runner.request(
      { type: "settings", settings: { maxSteps: 1 + (index % 2) } },
      { by: "person:bench", from: "bench" },
    );
  };
  const started = performance.now();
  // As fast as a model streams text at its best, 100 events a second; then as fast as it goes.
  for (let index = 0; index < events / 2; index++) {
    await change(index);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const paced = delays.length;
  for (let index = events / 2; index < events; index++) await change(index);
  await done.promise;
  const seconds = (performance.now() - started) / 1000;
  done = Promise.withResolvers();
  for (const socket of sockets) socket.terminate();
  report(
    `${viewers} viewers of one session`,
    `${Math.round((viewers * events) / seconds)} events/s`,
    `p99 delay at 100 events/s: ${quantile(delays.slice(0, paced), 0.99).toFixed(1)} ms`,
    `p99 flat out: ${quantile(delays.slice(paced), 0.99).toFixed(0)} ms`,
  );
}

/** A client that was away asks for everything: 50,000 events until it has caught up. */
export async function measureReconnect(bench: BenchServer): Promise<void> {
  const total = 50_000;
  const { store } = bench.world;
  const id = "s_bench_reconnect";
  await store.createSession({ id, title: "long", target: "local", cwd: "/", at: Date.now() });
  const owner = { id: "bench", pid: process.pid, startedAt: 0, host: "bench" };
  const lease = await store.acquire(id, owner, { ttlMs: 60_000 });
  if (!lease) throw new Error("The bench owns its session.");
  for (let seq = 0; seq < total; seq += 1000) {
    const batch = Array.from({ length: 1000 }, (_, index) => ({
      type: "text.streamed" as const,
      text: `word ${seq + index} of an answer that goes on `,
      at: Date.now(),
      by: "agent:cotty" as const,
      turn: "turn_1",
    }));
    await store.append(lease, seq, batch);
  }
  const socket = await bench.connect();
  let received = 0;
  const caughtUp = Promise.withResolvers<void>();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as { type: string; events?: unknown[] };
    if (message.type === "events") received += message.events?.length ?? 0;
    if (message.type === "caught-up") caughtUp.resolve();
  });
  const started = performance.now();
  socket.send(JSON.stringify({ type: "subscribe", session: id, after: 0 }));
  await caughtUp.promise;
  const took = performance.now() - started;
  socket.terminate();
  await store.release(lease);
  report("reconnect with 50,000 events", `${took.toFixed(0)} ms`, `${received} received`, "bound 1000 ms");
  never.throwIfAborted();
}
