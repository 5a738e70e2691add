import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** More names than this below a searched folder are not looked through, and then one of them may be ours. */
const maxNames = 100_000;

/**
 * Whether a second name of a file of ours is below a folder, or may be. Nearly always none of ours has a name outside, and
 * the folder is not looked at.
 */
export async function hasSecondName(own: string, folder: string): Promise<boolean> {
  const ours = await linkedFiles(own, Number.POSITIVE_INFINITY);
  const elsewhere = ours && namedElsewhere(ours);
  if (elsewhere?.size === 0) return false;
  const files = await linkedFiles(folder, maxNames);
  return elsewhere === null || files === null || files.some(({ identity }) => elsewhere.has(identity));
}

/** Files that have more names than those in their folder. */
function namedElsewhere(files: readonly LinkedFile[]): ReadonlySet<string> {
  const names = new Map<string, number>();
  for (const { identity } of files) names.set(identity, (names.get(identity) ?? 0) + 1);
  return new Set(files.flatMap(({ identity, links }) => ((names.get(identity) ?? 0) < links ? [identity] : [])));
}

interface LinkedFile {
  identity: string;
  links: number;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/** The files below a folder that have several names, without what links lead to. Null where it cannot be told. */
async function linkedFiles(folder: string, max: number): Promise<LinkedFile[] | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) =>
    isAbsent(error) ? [] : null,
  );
  if (entries === null || entries.length > max) return null;
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(files.map(({ parentPath, name }) => lstat(join(parentPath, name)).catch(() => null)));
  return found.flatMap((each) =>
    each !== null && each.nlink > 1 ? [{ identity: `${each.dev}:${each.ino}`, links: each.nlink }] : [],
  );
}
