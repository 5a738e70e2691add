import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { createId } from "../base/index.ts";
import type { OwnerId } from "./store.ts";

/** This process as an owner of sessions. Each call makes a new owner id: one for each engine. */
export function describeThisProcess(): OwnerId {
  return { id: createId("own"), pid: process.pid, startedAt: startOf(process.pid) ?? 0, host: thisHost() };
}

/**
 * Whether the process that took a lease still exists. The start time tells it from a later process with its pid. An
 * owner on another host, or in another container, is taken to be alive: its lease expires when it is not.
 */
export function isAlive(owner: OwnerId): boolean {
  if (owner.host !== thisHost()) return true;
  return startOf(owner.pid) === owner.startedAt;
}

/** Asks the process that took a lease to end. False where it is gone, or on another host, where its pid means nothing. */
export function endProcess(owner: OwnerId): boolean {
  return owner.host === thisHost() && isAlive(owner) && process.kill(owner.pid, "SIGTERM");
}

let knownHost: string | null = null;

/** Pids mean something only within one boot and one process table, which containers on one machine do not share. */
function thisHost(): string {
  knownHost ??= `${hostname()}/${hash("sha256", `${bootId()} ${processTable()}`).slice(0, 12)}`;
  return knownHost;
}

function bootId(): string {
  return orNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()) ?? "no boot id";
}

function processTable(): string {
  return orNull(() => readlinkSync("/proc/self/ns/pid")) ?? "no process table id";
}

/** When a process started; null when there is none, also when only its exit status is left. */
export function startOf(pid: number): number | null {
  return process.platform === "linux" ? startInProc(pid) : startInPs(pid);
}

function startInProc(pid: number): number | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === null) return null;
  // The name in the second field may contain anything, so count from the last parenthesis: state is field 3.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isGone = fields[0] === "Z" || fields[0] === "X";
  return isGone ? null : Number(fields[19]);
}

function startInPs(pid: number): number | null {
  const line = orNull(() =>
    execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim(),
  );
  const [state = "Z", ...start] = line?.split(/\s+/) ?? [];
  return state.startsWith("Z") ? null : Date.parse(start.join(" "));
}

/** For files and programs whose absence is an answer. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
