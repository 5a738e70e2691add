import { quantile, report } from "../report.ts";
import { type BenchServer, never } from "./setting.ts";

const sessions = 100;
const seconds = 8;

/** Live sessions that print all the time: what the daemon costs, and how long a person's answer takes meanwhile. */
export async function measureCrowd(bench: BenchServer): Promise<void> {
  const runners = [];
  for (let i = 0; i < sessions; i++) {
    const runner = await bench.openSession();
    const terminal = await runner.openTerminal({ signal: never });
    await terminal.type(Buffer.from("while sleep 0.2; do echo $RANDOM; done\r"), { by: "person" });
    runners.push({ runner, terminal });
  }
  const socket = await bench.connect();
  runners.slice(0, 20).forEach(({ runner, terminal }, channel) => {
    socket.send(JSON.stringify({ type: "attach", channel, session: runner.id, terminalId: terminal.id, from: 0 }));
  });
  const waiting = new Map<string, () => void>();
  socket.on("message", (data, isBinary) => {
    if (isBinary) return;
    const message = JSON.parse(String(data)) as { type: string; id?: string };
    if (message.type === "reply") waiting.get(message.id ?? "")?.();
  });
  const cpu = process.cpuUsage();
  const started = performance.now();
  const times: number[] = [];
  for (let i = 0; performance.now() - started < seconds * 1000; i++) {
    const { runner } = runners[i % sessions] as (typeof runners)[number];
    const replied = Promise.withResolvers<void>();
    waiting.set(`r${i}`, replied.resolve);
    const asked = performance.now();
    // Decided, stored and answered on the same way as an approval.
    const request = { type: "settings", settings: { maxSteps: 1 + (i % 2) } };
    socket.send(JSON.stringify({ type: "request", id: `r${i}`, session: runner.id, request }));
    await replied.promise;
    times.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const used = process.cpuUsage(cpu);
  const share = (used.user + used.system) / 1000 / (performance.now() - started);
  socket.terminate();
  for (const { terminal } of runners) await terminal.close();
  report(
    `${sessions} live sessions printing`,
    `${(share * 100).toFixed(0)} % of a core`,
    `an answer p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    "20 of them watched",
  );
}
