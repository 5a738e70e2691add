import { systemFolders } from "../system/look-path.ts";

/**
 * A script for sh as one line that every login shell reads the same way. sshd gives a command to the user's own shell
 * (bash, fish, tcsh, …), and those disagree about backslashes, quotes, newlines and `!` even inside quotes; so all
 * that is not plain goes as octal for printf. The script must not depend on a newline at its end. The sh is the system's,
 * and so is its printf, whatever the PATH there begins with; the script itself has the PATH of the login.
 */
export function remoteCommand(script: string): string {
  const encoded = Array.from(new TextEncoder().encode(script), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9 _./:=,@+-]/.test(character) ? character : `\\0${byte.toString(8).padStart(3, "0")}`;
  }).join("");
  return `exec /bin/sh -c 'eval "$(PATH=${systemFolders.join(":")}:$PATH; printf %b "${encoded}")"'`;
}
