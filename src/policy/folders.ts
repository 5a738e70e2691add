import { type PathWord, pathWord, type ShellState } from "../shell/index.ts";
import type { Folders } from "./types.ts";

/** Where the line may be by now, for whoever can look there. */
export function foldersOf({ folders: [likely, ...others] }: ShellState): Folders {
  const asPath = (text: string) => pathWord({ text });
  return [asPath(likely), ...others.map(asPath)];
}

/** The folder that something certainly happens in; null where it may be another one. */
export const certainFolder = ([folder, ...others]: Folders): PathWord | null => (others.length > 0 ? null : folder);

/** Those of which the text tells where they are. */
export const knownFolders = (folders: Folders): PathWord[] => folders.filter((folder) => folder !== null);
