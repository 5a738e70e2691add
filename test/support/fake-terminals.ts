import { spawnSync } from "node:child_process";
import type { Foreground, OwnName, Where } from "../../src/protocol/index.ts";
import type { CommandResult, RunOptions, Screen, Terminal, Terminals } from "../../src/terminal/index.ts";

/** What a fake command does: its result, or a promise the test resolves when it likes. */
export type FakeShell = (
  command: string,
  options: RunOptions,
) => Partial<CommandResult> | Promise<Partial<CommandResult>>;

export interface FakeTerminals extends Terminals {
  /** Every command that was really sent, in order. */
  readonly ran: string[];
  readonly typed: string[];
  cwd: string;
  searchPath: string;
  /** Its shell is integrated. */
  lendsSettings: boolean;
  /** Something stands on the shell's line. */
  mayHaveText: boolean;
  foreground: Foreground | null;
  /** What its shell makes of words for its owner. */
  ownNames: OwnName[];
  /** Where terminals opened from now on say they are. */
  where: Where;
  /** Ends every open shell, as a dropped link or `exit` would. */
  endShells(): void;
}

/** Terminals without a machine behind them, for the engine's rules. Real shells are in the journeys. */
export function createFakeTerminals(shell: FakeShell = () => ({})): FakeTerminals {
  const ran: string[] = [];
  const typed: string[] = [];
  const results = new Map<string, Promise<CommandResult>>();
  const open = new Map<string, Terminal>();
  const ends: (() => void)[] = [];
  let offset = 0;
  let opened = 0;

  function createTerminal(id: string): Terminal {
    let closed = false;
    let told: OwnName[] = [];
    ends.push(() => {
      closed = true;
    });
    const terminal: Terminal = {
      id,
      target: "local",
      shell: "bash",
      where: fake.where,
      run(command, options) {
        if (options.expectCwd !== undefined && options.expectCwd !== fake.cwd) {
          return Promise.resolve(fill({ outcome: "context-changed", exitCode: null }, offset));
        }
        const own = fake.ownNames.filter(({ word, is }) => is !== "alias" && options.usualWords?.includes(word));
        if (options.usualWords !== undefined) told = own;
        if (own.length > 0) return Promise.resolve(fill({ outcome: "context-changed", exitCode: null }, offset));
        ran.push(command);
        const result = Promise.resolve(shell(command, options)).then((partial) => fill(partial, offset));
        if (options.key) results.set(options.key, result);
        return Promise.race([result, whenAborted(options.signal, offset)]);
      },
      resume(key) {
        return results.get(key) ?? Promise.resolve(null);
      },
      ownNames: async (words) => fake.ownNames.filter(({ word }) => words.includes(word)),
      async sendKeys(keys) {
        typed.push(keys);
        return screen;
      },
      async type(bytes) {
        typed.push(new TextDecoder().decode(bytes));
      },
      async secret() {},
      async takeKeyboard() {},
      giveKeyboard: async () => [{ command: "ls", exitCode: 0 }],
      wait: (_condition, options) => terminal.run("", options),
      async interrupt() {
        typed.push("^C");
      },
      async resize() {},
      screen: async () => screen,
      state: async () => ({
        name: closed ? "closed" : fake.foreground === null ? "ready" : "running",
        foreground: fake.foreground,
        cwd: fake.cwd,
        offset,
        keyboard: { holder: "agent", mayHaveText: fake.mayHaveText },
        searchPath: fake.searchPath,
        lendsSettings: fake.lendsSettings,
        ...(fake.lendsSettings && { ownNames: told.map(({ word, is }) => ({ word, is })) }),
      }),
      async *output() {},
      side: async (argv, options) => {
        const [program = "", ...args] = argv;
        const done = spawnSync(program, args, {
          cwd: options.cwd,
          input: options.stdin,
          timeout: options.timeoutMs,
          stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        });
        return {
          stdout: done.stdout,
          stderr: done.stderr,
          exitCode: done.status,
          timedOut: done.signal === "SIGTERM",
          truncated: false,
        };
      },
      async close() {
        closed = true;
        open.delete(id);
      },
      untilClosed: ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
      [Symbol.asyncDispose]: () => terminal.close(),
    };
    return terminal;
  }

  const fake: FakeTerminals = {
    ran,
    typed,
    cwd: "/home/mira",
    searchPath: "/usr/bin:/bin",
    lendsSettings: true,
    mayHaveText: false,
    foreground: null,
    ownNames: [],
    where: { target: "local", host: "here", user: "mira" },
    endShells() {
      for (const end of ends.splice(0)) end();
    },
    prepare: async () => undefined,
    async open() {
      const terminal = createTerminal(`term_${++opened}`);
      open.set(terminal.id, terminal);
      offset += 10;
      return terminal;
    },
    adopt: async (id) => open.get(id) ?? null,
    isAlive: async (id) => open.has(id),
    async [Symbol.asyncDispose]() {
      open.clear();
    },
  };
  return fake;
}

const screen: Screen = {
  text: "screen",
  cols: 80,
  rows: 24,
  cursor: { row: 0, column: 0 },
  alternate: false,
  title: "",
};

function fill(partial: Partial<CommandResult>, offset: number): CommandResult {
  return {
    outcome: "exited",
    exitCode: 0,
    output: "",
    bytes: 0,
    droppedBytes: 0,
    cwd: "/home/mira",
    durationMs: 1,
    confidence: "marks",
    range: { from: offset, to: offset },
    ...(partial.outcome === "running" && { foreground: { program: null, waiting: "working", prompt: "" } }),
    ...partial,
  } as CommandResult;
}

function whenAborted(signal: AbortSignal, offset: number): Promise<CommandResult> {
  const result = fill({ outcome: "running", exitCode: null }, offset);
  if (signal.aborted) return Promise.resolve(result);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(result), { once: true }));
}
