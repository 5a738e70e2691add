import { posix } from "node:path";

/**
 * The PATH of a shell as it counts for files: `fixed` are folders, `named` are relative ones, which are another folder
 * wherever the shell is, and `anywhere` says that programs are looked for in whatever folder the shell is in.
 */
export interface ProgramFolders {
  fixed: readonly string[];
  named: readonly string[];
  anywhere: boolean;
}

/** bash takes a `~` in it for the home. */
export function programFolders(searchPath: string): ProgramFolders {
  const entries = searchPath === "" ? [] : searchPath.split(":");
  const relative = entries.filter((each) => !/^[/~]/.test(each)).map((each) => posix.normalize(each || "."));
  return {
    fixed: [...new Set(entries.filter((each) => /^[/~]/.test(each)))],
    named: relative.map((each) => each.replace(/\/$/, "")).filter((each) => each !== "." && !each.startsWith("..")),
    anywhere: relative.some((each) => each === "." || each === "./" || each.startsWith("..")),
  };
}

/** Whether a shell with this PATH would find the file by its name alone. `real`: the fixed folders as they really are. */
export function isOnPath(file: string, { named, anywhere }: ProgramFolders, real: readonly string[]): boolean {
  const folder = posix.dirname(file);
  return anywhere || real.includes(folder) || named.some((each) => folder === each || folder.endsWith(`/${each}`));
}
