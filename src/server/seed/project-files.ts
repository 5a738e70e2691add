import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerDeps } from "../deps.ts";

/** Which session a place of a project has now, one small file each: a daemon that starts again finds it. */
export function openProjectSessions(stateDir: string): ServerDeps["projectSessions"] {
  const directory = join(stateDir, "projects");
  // A project's name is a person's own and may hold anything; a hash is always the name of a file.
  const fileOf = (key: string) => join(directory, createHash("sha256").update(key).digest("hex"));
  return {
    get(key) {
      try {
        return readFileSync(fileOf(key), "utf8").trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    set(key, session) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const draft = `${fileOf(key)}.new`;
      writeFileSync(draft, `${session}\n`, { mode: 0o600 });
      renameSync(draft, fileOf(key));
    },
  };
}
