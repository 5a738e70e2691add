import { quantile, report } from "../report.ts";
import { barePty, benchTerminals, never, onBytes, openShell } from "./setting.ts";

const keys = 1000;

/** A key is typed, and the time is taken until its echo is where a viewer reads it. */
export async function measureEcho(folder: string): Promise<void> {
  const bare = await bareEcho(folder);
  const ours = await hostEcho(folder);
  for (const share of [0.5, 0.99]) {
    const [own, theirs] = [quantile(ours, share), quantile(bare, share)];
    report(
      `keystroke echo p${share * 100}`,
      micros(own),
      `bare node-pty: ${micros(theirs)}`,
      `ratio ${(own / theirs).toFixed(2)}`,
    );
  }
}

const micros = (ms: number) => `${(ms * 1000).toFixed(0)} µs`;

async function bareEcho(folder: string): Promise<number[]> {
  const pty = barePty(folder, ["cat"]);
  let heard = Promise.withResolvers<void>();
  onBytes(pty, () => heard.resolve());
  const times: number[] = [];
  for (let i = 0; i < keys; i++) {
    heard = Promise.withResolvers();
    const started = performance.now();
    pty.write(i % 50 === 49 ? "\x15" : "x");
    await heard.promise;
    times.push(performance.now() - started);
  }
  pty.kill();
  return times.slice(100);
}

async function hostEcho(folder: string): Promise<number[]> {
  await using terminals = benchTerminals(folder);
  await using terminal = await openShell(terminals, folder);
  await terminal.run("cat", { signal: never, timeoutMs: 300 });
  const { offset } = await terminal.state();
  const output = terminal.output(offset, { signal: never })[Symbol.asyncIterator]();
  const times: number[] = [];
  for (let i = 0; i < keys; i++) {
    const heard = output.next();
    const started = performance.now();
    void terminal.type(Buffer.from(i % 50 === 49 ? "\x15" : "x"), { by: "agent" });
    await heard;
    times.push(performance.now() - started);
  }
  await output.return?.();
  return times.slice(100);
}
