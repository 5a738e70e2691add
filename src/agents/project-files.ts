import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/** What a project tells agents about itself. */
export const projectFileNames: readonly string[] = ["AGENTS.md", ".cotty/knowledge.md"];

const maxBytes = 64 * 1024;

/**
 * A text file of a project, or an empty text. Projects come from anywhere: only a regular file that really lies inside
 * is read, so that no repository can send a private file to a model by linking to it, nor hang a turn with a pipe.
 */
export async function readProjectFile(folder: string, name: string): Promise<string> {
  try {
    const path = await insideProject(folder, name);
    if (path === null) return "";
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stat = await file.stat();
    if (!stat.isFile()) return "";
    // The newest is at the end where something is appended, the most important at the beginning elsewhere.
    const from = name.endsWith("memory.md") ? Math.max(0, stat.size - maxBytes) : 0;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, from);
    const text = buffer.subarray(0, bytesRead).toString("utf8");
    return text.includes("\0") ? "" : text;
  } catch {
    // Not there, or not readable: a project need not have such a file, and work goes on without it.
    return "";
  }
}

/**
 * Where a file of a project really is; null when that is somewhere else. `AGENTS.md` may be a link to `CLAUDE.md`, and
 * not to `.env`, which lies inside as well. A file that is not there throws.
 */
export async function insideProject(folder: string, name: string): Promise<string | null> {
  const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
  return path.startsWith(root.endsWith(sep) ? root : root + sep) && path.endsWith(".md") ? path : null;
}
