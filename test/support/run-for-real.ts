import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A command line that was run by a real shell, in a folder of its own. */
interface RealRun {
  /** Names of files that appeared, went or changed. */
  changed: string[];
}

/** What is put into the folder before: names to their content; a name that ends in a slash is a folder. */
export type Folder = Readonly<Record<string, string>>;

/** Runs a line as a person would, line by line at a prompt, and looks at what it did to its folder. */
export function runForReal(shell: "bash" | "zsh", line: string, folder: Folder = {}): RealRun {
  const cwd = mkdtempSync(join(tmpdir(), "cotty-real-"));
  try {
    for (const [name, content] of Object.entries(folder)) {
      if (name.endsWith("/")) mkdirSync(join(cwd, name));
      else writeFileSync(join(cwd, name), content);
    }
    const before = contentsOf(cwd);
    const options = { bash: ["--norc", "--noprofile", "--noediting", "-i", "+H"], zsh: ["-f"] }[shell];
    // An interactive shell of its own session leaves the terminal of the tests alone.
    const [program = shell, ...words] = [...(hasSessions ? ["setsid", "-w"] : []), shell, ...options];
    spawnSync(program, words, {
      cwd,
      input: `${line}\nwait\n`,
      timeout: 10_000,
      killSignal: "SIGKILL",
      env: { PATH: process.env["PATH"] ?? "", HOME: cwd, TERM: "dumb", HISTFILE: "" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const after = contentsOf(cwd);
    return {
      changed: [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)),
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function contentsOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? "folder" : readFileSync(path, "latin1")] as const;
    }),
  );
}

const isInstalled = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

const hasSessions = isInstalled("setsid");
