import { neverAborted } from "../../base/index.ts";
import type { CommandResult } from "../contract/command-result.ts";
import type { RunOptions } from "../contract/terminal.ts";
import type { Writer } from "../contract/values.ts";
import { stripAnsi } from "../text/strip-ansi.ts";
import type { Expected, HostileCase } from "./hostile-case.ts";
import type { ShellName } from "./shells.ts";

/** What the corpus needs of a session: a ShellSession has it, and a Terminal can be fitted to it. */
export interface CorpusSession {
  run(command: string, options: RunOptions): Promise<CommandResult>;
  type(bytes: Uint8Array, options: { by: Writer; signal: AbortSignal }): Promise<void>;
  giveKeyboard(): Promise<unknown>;
  /** Bytes of the human stream so far. */
  shownLength(): number;
  /** The human stream from there on, or at least the last 64 KB of that. */
  shown(from: number): string;
  close(): Promise<void>;
}

export interface CorpusVerdict {
  name: string;
  /** Null: as expected. */
  problem: string | null;
}

/** Runs every case that applies to the shell, each followed by `echo alive`, which must be answered. */
export async function runHostileCorpus(options: {
  shell: ShellName;
  cases: readonly HostileCase[];
  openSession(): Promise<CorpusSession>;
  onVerdict?(verdict: CorpusVerdict): void;
}): Promise<CorpusVerdict[]> {
  const verdicts: CorpusVerdict[] = [];
  let session: CorpusSession | null = null;
  for (const { name, ...rest } of options.cases.filter((each) => appliesTo(each, options.shell))) {
    session ??= await options.openSession();
    const problem = await runCase(session, { name, ...rest }, options.shell).catch(
      (error: unknown) => `threw ${error instanceof Error ? error.stack : error}`,
    );
    const isAlive = rest.endsShell || rest.isMute || (await answersAlive(session));
    const verdict = { name, problem: problem ?? (isAlive ? null : "echo alive was not answered afterwards") };
    verdicts.push(verdict);
    options.onVerdict?.(verdict);
    if (rest.endsShell || !isAlive) {
      await session.close();
      session = null;
    }
  }
  await session?.close();
  return verdicts;
}

function appliesTo(each: HostileCase, shell: ShellName): boolean {
  return (each.only?.includes(shell) ?? true) && !(shell === "fish" && each.fish === null);
}

async function runCase(session: CorpusSession, each: HostileCase, shell: ShellName): Promise<string | null> {
  const command = shell === "fish" ? (each.fish ?? each.command) : each.command;
  const expected = each.differs?.[shell]?.expect ?? each.expect;
  if (each.halfTyped !== undefined) {
    const before = session.shownLength();
    await session.type(Buffer.from(each.halfTyped), { by: "person", signal: neverAborted });
    await until(() => stripAnsi(session.shown(before)).includes(each.halfTyped ?? ""));
    await session.giveKeyboard();
  }
  const before = session.shownLength();
  const keys = typeKeys(session, each, before);
  const result = await session.run(command, { signal: neverAborted, timeoutMs: each.timeoutMs ?? 10_000 });
  await keys;
  const screen = expected.screen;
  if (screen !== undefined && !(await until(() => screen.test(stripAnsi(session.shown(before)))))) {
    return `the screen ends with ${JSON.stringify(stripAnsi(session.shown(before)).slice(-120))}`;
  }
  if (each.leaveWith !== undefined) {
    await session.type(Buffer.from(each.leaveWith), { by: "agent", signal: neverAborted });
  }
  return difference(result, expected);
}

async function typeKeys(session: CorpusSession, each: HostileCase, before: number): Promise<void> {
  for (const { when, keys } of each.keys ?? []) {
    if (!(await until(() => when.test(session.shown(before))))) return;
    await session.type(Buffer.from(keys), { by: "agent", signal: neverAborted });
  }
}

export function difference(result: CommandResult, expected: Expected): string | null {
  const outcome = expected.outcome ?? "exited";
  const shown = JSON.stringify(result.output.slice(0, 300));
  if (result.outcome !== outcome) return `outcome ${result.outcome} instead of ${outcome}: ${result.exitCode} ${shown}`;
  if (expected.exitCode === "not zero" ? result.exitCode === 0 : differs(result.exitCode, expected.exitCode)) {
    return `exit code ${result.exitCode} instead of ${expected.exitCode}: ${shown}`;
  }
  if (differs(result.cwd, expected.cwd)) return `cwd ${result.cwd} instead of ${expected.cwd}`;
  if (differs(result.confidence, expected.confidence)) return `confidence ${result.confidence}`;
  const { output } = expected;
  const isRight =
    output === undefined ||
    (typeof output === "string"
      ? result.output === output
      : output instanceof RegExp
        ? output.test(result.output)
        : output(result.output, result.bytes));
  return isRight ? null : `output ${shown}`;
}

const differs = <T>(actual: T, expected: T | undefined) => expected !== undefined && actual !== expected;

/** A nested program that was told to leave may take a moment. */
async function answersAlive(session: CorpusSession): Promise<boolean> {
  return await until(async () => {
    const result = await session.run("echo alive", { signal: neverAborted, timeoutMs: 8000 });
    return result.outcome === "exited" && result.exitCode === 0 && /(^|\n)alive\n$/.test(result.output);
  });
}

async function until(look: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 8000; Date.now() < end; ) {
    if (await look()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
