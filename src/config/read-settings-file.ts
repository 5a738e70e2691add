import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** The text of a file that people write, or why there is none. */
export type SettingsText =
  | { status: "absent" }
  | { status: "read"; text: string }
  | { status: "failed"; reason: string; nextStep: string };

/** No file that people write comes near this; one that does is something else in its place. */
const maxBytes = 1024 * 1024;

/** A file that is there and cannot be read must not pass for one that is not there, since its rules would be gone. */
export async function readSettingsFile(file: string): Promise<SettingsText> {
  try {
    // Not blocking: a repository may put a link to a pipe or a device there, which would be read for ever.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error("it is not a regular file");
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes; at most ${maxBytes} are read`);
    return { status: "read", text: await handle.readFile("utf8") };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "absent" };
    return { status: "failed", reason: message, nextStep: `Make ${file} a readable file, or move it away.` };
  }
}
