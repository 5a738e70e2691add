import { appendFile, lstat, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../base/index.ts";
import type { KnowledgeFile } from "./agent.ts";
import { projectFileNames, readProjectFile } from "./project-files.ts";

export type MemoryScope = "project" | "user";

/** Where a session works. */
export interface MemoryPlace {
  target: string;
  cwd: string;
}

/** What the agent keeps for later sessions: one fact a line, in files on this machine that people read and edit. */
export interface MemoryFiles {
  fileOf(scope: MemoryScope, place: MemoryPlace): string;
  add(scope: MemoryScope, place: MemoryPlace, line: string): Promise<void>;
  /** What the agent is told: the project's own files where they are on this machine, then what was remembered. */
  known(place: MemoryPlace): Promise<KnowledgeFile[]>;
  /** The names of a project's own files, for whoever reads them on another host. */
  readonly projectFiles: readonly string[];
}

const maxCharacters = 20_000;
const heading = "# What Cotty's agent remembers\n\nOne fact a line. Edit or delete whatever is wrong.\n\n";
const projectMemory = join(".cotty", "memory.md");

export function createMemoryFiles(options: { userDir: string }): MemoryFiles {
  const isHere = (place: MemoryPlace) => place.target === "local";

  function fileOf(scope: MemoryScope, place: MemoryPlace): string {
    if (scope === "user") return join(options.userDir, "memory.md");
    if (isHere(place)) return join(place.cwd, projectMemory);
    // A project on another host has no folder here, and one of the same name here is another project.
    return join(options.userDir, "memory", `${fileName(place.target)}${fileName(place.cwd)}.md`);
  }

  async function read(scope: MemoryScope, place: MemoryPlace): Promise<string> {
    const isProjects = scope === "project" && isHere(place);
    const text = isProjects ? await readProjectFile(place.cwd, projectMemory) : await readOwn(fileOf(scope, place));
    return text.length <= maxCharacters ? text : text.slice(-maxCharacters);
  }

  return {
    fileOf,
    projectFiles: projectFileNames,
    async known(place) {
      const files: KnowledgeFile[] = [];
      for (const path of isHere(place) ? projectFileNames : []) {
        files.push({ kind: "project", path, text: await readProjectFile(place.cwd, path) });
      }
      for (const scope of ["user", "project"] as const) {
        files.push({ kind: "memory", path: fileOf(scope, place), text: await read(scope, place) });
      }
      return files.filter(({ text }) => text.trim() !== "");
    },
    async add(scope, place, line) {
      const file = fileOf(scope, place);
      await refuseLinks(file);
      const known = await read(scope, place);
      if (known.split("\n").includes(`- ${line}`)) return;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${known === "" ? heading : ""}- ${line}\n`, { mode: 0o600 });
    },
  };
}

async function readOwn(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw error;
  });
}

/** A repository could link its memory to a file of the person's, and have the agent write there. */
async function refuseLinks(file: string): Promise<void> {
  for (const path of [dirname(file), file]) {
    const found = await lstat(path).catch(() => null);
    if (found?.isSymbolicLink())
      throw new UserError(
        "memory.link",
        `${path} is a link, so nothing was written through it.`,
        "Replace it by a file.",
      );
  }
}

function fileName(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, "_");
}
