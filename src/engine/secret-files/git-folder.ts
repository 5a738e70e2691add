import type { PathWord } from "../../policy/index.ts";

/** As one path; a leading `~` is the home. Null where only the run decides. */
export function folderOf(folder: PathWord | null, cwd: PathWord | null): string | null {
  if (folder === null || cwd === null || folder.pattern !== undefined || cwd.pattern !== undefined) return null;
  if (folder.path.startsWith("/")) return folder.path;
  if (folder.from === "home" || cwd.path === "") return written(folder);
  return cwd.path.startsWith("/") ? `${cwd.path}/${folder.path}` : `${written(cwd)}/${folder.path}`;
}

const written = ({ from, path }: PathWord): string => (from === "home" ? `~/${path}` : path === "" ? "." : path);
