import { constants } from "node:fs";
import { open } from "node:fs/promises";

export type PolicyText =
  | { status: "absent" }
  | { status: "read"; text: string }
  | { status: "failed"; reason: string; nextStep: string };

/** No rules that people write come near this; a file that does is something else in its place. */
const maxBytes = 1024 * 1024;

/**
 * The text of a file of rules, or why there is none: a file that is there and cannot be read must not pass for one that
 * is not there, since its rules would be gone.
 */
export async function readPolicyFile(file: string): Promise<PolicyText> {
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
