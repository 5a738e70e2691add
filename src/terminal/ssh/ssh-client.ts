import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export const installClient = "Install OpenSSH's client (Debian: apt-get install openssh-client).";

/** Whether this machine has an ssh program at all, told without running it. */
export function hasSshClient(env: NodeJS.ProcessEnv): boolean {
  return (env["PATH"] ?? "").split(delimiter).some((folder) => isProgram(join(folder, "ssh")));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not in this folder.
  }
}
