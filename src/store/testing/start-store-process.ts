import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Lease } from "../store.ts";
import type { Answer, Order } from "./store-process.ts";

export interface StoreProcess extends AsyncDisposable {
  readonly pid: number;
  order(order: Order): void;
  /** The next line it says; answers come in the order in which orders are done. */
  next(): Promise<Answer>;
  ask(order: Order): Promise<Answer>;
  take(session: string, ttlMs?: number): Promise<Lease | null>;
  /** Stops it as Ctrl+Z would, and waits until it has stopped. */
  stop(): Promise<void>;
  resume(): void;
  /** kill -9, and wait until it is gone. Answers with what it had said and nobody had read. */
  kill(): Promise<Answer[]>;
}

const program = fileURLToPath(new URL("./store-process.ts", import.meta.url));

export async function startStoreProcess(directory: string): Promise<StoreProcess> {
  const child = spawn(process.execPath, [program, directory], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function next(): Promise<Answer> {
    const { value, done } = await lines.next();
    if (done) throw new Error("The store process ended before it answered.");
    return JSON.parse(value) as Answer;
  }
  function order(what: Order) {
    child.stdin.write(`${JSON.stringify(what)}\n`);
  }
  async function ask(what: Order) {
    order(what);
    return next();
  }
  async function kill() {
    child.kill("SIGKILL");
    const unread: Answer[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next()) unread.push(JSON.parse(line.value));
    await exited;
    return unread;
  }

  await next();
  return {
    pid: child.pid ?? 0,
    order,
    next,
    ask,
    take: async (session, ttlMs = 60_000) => (await ask({ do: "take", session, ttlMs })).result as Lease | null,
    async stop() {
      child.kill("SIGSTOP");
      while (!isStopped(child.pid ?? 0)) await new Promise(setImmediate);
    },
    resume: () => void child.kill("SIGCONT"),
    kill,
    [Symbol.asyncDispose]: async () => void (await kill()),
  };
}

function isStopped(pid: number): boolean {
  if (process.platform === "linux") return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  return execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("T");
}
