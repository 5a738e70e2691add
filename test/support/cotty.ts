import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const cottyProgram = join(projectRoot, "bin", "cotty");

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A home of its own for Cotty: state, configuration and files of one test, gone when the test ends. */
export interface CottyHome extends Disposable {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the real program to its end. */
  run(args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ran>;
  start(args: string[], options?: { env?: Record<string, string> }): Started;
  /** Writes a script for the scripted model and answers with the model's id. */
  script(replies: unknown): string;
}

export interface Started {
  readonly child: ChildProcess;
  /** Resolves with everything printed so far once it contains the text. */
  printed(text: string): Promise<string>;
  readonly ended: Promise<Ran>;
}

export function createCottyHome(): CottyHome {
  const dir = mkdtempSync(join(tmpdir(), "cotty-test-"));
  // Written out, never inherited: whose shell, keys and language a machine has must not decide what a test sees.
  const env = {
    // As after an installation: Cotty names itself `cotty` where the PATH leads to it.
    PATH: `${join(projectRoot, "bin")}:${process.env["PATH"]}`,
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    HOME: dir,
    COTTY_STATE_DIR: join(dir, "state"),
    XDG_CONFIG_HOME: join(dir, "config"),
    NO_COLOR: "1",
  };
  const children = new Set<ChildProcess>();
  let scripts = 0;

  function start(args: string[], options: { env?: Record<string, string> } = {}): Started {
    const child = spawn(cottyProgram, args, {
      cwd: dir,
      env: { ...env, ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    children.add(child);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const ended = once(child, "close").then(([code]) => {
      children.delete(child);
      return { code: code as number | null, stdout, stderr };
    });
    return {
      child,
      ended,
      async printed(text) {
        while (!stdout.includes(text)) {
          const ending = await Promise.race([once(child.stdout, "data").then(() => null), ended]);
          if (ending && !stdout.includes(text))
            throw new Error(`It ended without printing ${text}: ${JSON.stringify(ending)}`);
        }
        return stdout;
      },
    };
  }

  return {
    dir,
    env,
    start,
    async run(args, options = {}) {
      const started = start(args, options);
      started.child.stdin?.end(options.input ?? "");
      return started.ended;
    },
    script(replies) {
      const file = join(dir, `script-${++scripts}.json`);
      writeFileSync(file, JSON.stringify(replies));
      return `scripted/${file}`;
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill("SIGKILL");
      // Shells that end now still write their history into this home.
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

export const command = (text: string, more: object = {}) => ({
  calls: [{ name: "run_command", input: { command: text, reasoning: "because" } }],
  ...more,
});

export const complete = (summary = "Done.", more: object = {}) => ({
  calls: [{ name: "task_complete", input: { summary, ...more } }],
});

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Every file below a folder that holds this text. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });
}
