import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Scratch } from "./scratch.ts";

/** What the kernel is asked for by anything that writes, starts or connects. */
const calls =
  "open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat,mknod,mknodat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,utimensat,utime,utimes,futimesat,setxattr,lsetxattr,fsetxattr,removexattr,mount,umount2,kill,tkill,tgkill,reboot,swapon,swapoff,init_module,finit_module,delete_module,sethostname,settimeofday,clock_settime,execve,execveat,connect,sendto,sendmsg,bind";

/** A shell without network whose commands are watched by strace, one after another. */
export interface WatchedShell {
  /** The system calls of one command line, as strace writes them. */
  run(command: string): Promise<string>;
  stop(): void;
}

/** A command that waits or never ends is ended: what it did until then counts. */
const seconds = 2;

const loop = `
ulimit -v 4000000 -f 20000
cd "$1"
while read -r _; do
  { timeout -s KILL ${seconds} strace -f --seccomp-bpf -qqq -s 300 -e signal=none -e trace=${calls} -o "$2" bash --norc --noprofile "$3" < /dev/null > /dev/null 2>&1; } 2> /dev/null
  echo done
done`;

export function startWatchedShell(scratch: Scratch, id: number): WatchedShell {
  const file = (name: string) => join(scratch.home, "..", `${name}-${id}`);
  const [trace, script] = [file("trace"), file("script")];
  const shell: ChildProcess = spawn("unshare", ["-n", "bash", "-c", loop, "watched", scratch.folder, trace, script], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: scratch.home,
      LANG: "C.UTF-8",
      TERM: "dumb",
      USER: "root",
    },
  });
  const { stdin, stdout } = shell;
  if (stdin === null || stdout === null) throw new Error("The watched shell has no pipes.");
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async run(command) {
      writeFileSync(script, command);
      writeFileSync(trace, "");
      stdin.write("go\n");
      const { done } = await answers.next();
      if (done === true) throw new Error(`The watched shell ended at: ${command}`);
      return readFileSync(trace, "utf8");
    },
    stop: () => stdin.end(),
  };
}
