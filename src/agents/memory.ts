import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export type MemoryScope = "project" | "user";

/** What the agent keeps for later sessions: one fact a line, in files that people read and edit. */
export interface MemoryFiles {
  fileOf(scope: MemoryScope, cwd: string): string;
  add(scope: MemoryScope, cwd: string, line: string): Promise<void>;
  /** What is in a file, or an empty text; more than the limit is cut, the newest is kept. */
  read(scope: MemoryScope, cwd: string): Promise<string>;
}

const maxCharacters = 20_000;
const heading = "# What Cotty's agent remembers\n\nOne fact a line. Edit or delete whatever is wrong.\n\n";

export function createMemoryFiles(options: { userDir: string }): MemoryFiles {
  const fileOf = (scope: MemoryScope, cwd: string) =>
    scope === "user" ? join(options.userDir, "memory.md") : join(cwd, ".cotty", "memory.md");

  async function read(scope: MemoryScope, cwd: string): Promise<string> {
    const text = await readFile(fileOf(scope, cwd), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
      throw error;
    });
    return text.length <= maxCharacters ? text : text.slice(-maxCharacters);
  }

  return {
    fileOf,
    read,
    async add(scope, cwd, line) {
      const file = fileOf(scope, cwd);
      const known = await read(scope, cwd);
      if (known.split("\n").includes(`- ${line}`)) return;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${known === "" ? heading : ""}- ${line}\n`, { mode: 0o600 });
    },
  };
}
