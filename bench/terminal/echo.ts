import { quantile, report } from "../report.ts";
import { barePty, benchTerminals, never, onBytes, openShell } from "./setting.ts";

const rounds = 50;
const keysInOneTurn = 20;
const warmUpRounds = 10;

/** A key is typed, and the time is taken until its echo is where a viewer reads it. Both sides take turns. */
export async function measureEcho(folder: string): Promise<void> {
  await using bare = bareEcho(folder);
  await using ours = await hostEcho(folder);
  const times = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries({ bare, ours })) {
      for (let i = 0; i < keysInOneTurn; i++) {
        const started = performance.now();
        await side.press(i === keysInOneTurn - 1 ? "\x15" : "x");
        if (round >= warmUpRounds) times[name as keyof typeof times].push(performance.now() - started);
      }
    }
  }
  for (const share of [0.5, 0.99]) {
    const [own, theirs] = [quantile(times.ours, share), quantile(times.bare, share)];
    report(
      `keystroke echo p${share * 100}`,
      micros(own),
      `bare node-pty: ${micros(theirs)}`,
      `ratio ${(own / theirs).toFixed(2)}`,
    );
  }
}

const micros = (ms: number) => `${(ms * 1000).toFixed(0)} µs`;

function bareEcho(folder: string) {
  const pty = barePty(folder, ["cat"]);
  let heard = Promise.withResolvers<void>();
  onBytes(pty, () => heard.resolve());
  return {
    async press(key: string) {
      heard = Promise.withResolvers();
      pty.write(key);
      await heard.promise;
    },
    async [Symbol.asyncDispose]() {
      pty.kill();
    },
  };
}

async function hostEcho(folder: string) {
  const terminals = benchTerminals(folder);
  const terminal = await openShell(terminals, folder);
  await terminal.run("cat", { signal: never, timeoutMs: 300 });
  const { offset } = await terminal.state();
  const output = terminal.output(offset, { signal: never })[Symbol.asyncIterator]();
  return {
    async press(key: string) {
      const heard = output.next();
      void terminal.type(Buffer.from(key), { by: "agent" });
      await heard;
    },
    async [Symbol.asyncDispose]() {
      await output.return?.();
      await terminals[Symbol.asyncDispose]();
    },
  };
}
