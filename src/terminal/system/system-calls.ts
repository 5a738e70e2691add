export interface Termios {
  icanon: boolean;
  echo: boolean;
  isig: boolean;
  icrnl: boolean;
}

/** The system calls that Node does not offer. */
export interface SystemCalls {
  /** Makes this process the parent of everything below it that loses its own. False: the system refused. */
  adoptOrphans(): boolean;
  /** A child that has ended and that nobody has waited for yet; it stays as it is. */
  endedChild(): { pid: number } | "none" | "no-children";
  /** Takes an ended child out of the process table. */
  reap(pid: number): void;
  /** The process that opened the other end of a Unix socket; null: the system does not tell. */
  peerPid(socketFd: number): number | null;
  /** How the line of a terminal is set; null: this is none. */
  lineSettings(terminalFd: number): Termios | null;
}

const prSetChildSubreaper = 36;
const [pAll, pPid] = [0, 1];
const [wNoHang, wExited, wNoWait] = [1, 4, 0x01000000];
const noChildProcesses = 10; // ECHILD
const [solSocket, soPeerCred] = [1, 17];
const inputFlags = { icrnl: 0o400 };
const localFlags = { isig: 0o1, icanon: 0o2, echo: 0o10 };
const architectures = ["x64", "arm64", "arm", "ia32", "riscv64", "loong64"];

/** Null where they cannot be made: another system than Linux, or koffi is not installed. */
export async function loadSystemCalls(): Promise<SystemCalls | null> {
  // The numbers above hold for these.
  if (process.platform !== "linux" || !architectures.includes(process.arch)) return null;
  const koffi = await import("koffi").catch(() => null);
  if (koffi === null) return null;
  const library = koffi.load(null);
  const prctl = library.func(
    "int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)",
  );
  const waitid = library.func("int waitid(int idType, unsigned int id, void *info, int options)");
  const getsockopt = library.func("int getsockopt(int fd, int level, int name, void *value, void *length)");
  const tcgetattr = library.func("int tcgetattr(int fd, void *settings)");
  const settings = Buffer.alloc(256);
  // A siginfo_t: signal, error and code, then the pid, which a union of pointers aligns.
  const info = Buffer.alloc(128);
  const pidOffset = ["arm", "ia32"].includes(process.arch) ? 12 : 16;
  return {
    adoptOrphans: () => prctl(prSetChildSubreaper, 1, 0, 0, 0) === 0,
    endedChild() {
      info.fill(0);
      const isAnswered = waitid(pAll, 0, info, wExited | wNoHang | wNoWait) === 0;
      if (!isAnswered) return koffi.errno() === noChildProcesses ? "no-children" : "none";
      const pid = info.readInt32LE(pidOffset);
      return pid === 0 ? "none" : { pid };
    },
    reap: (pid) => void waitid(pPid, pid, info, wExited | wNoHang),
    peerPid(socketFd) {
      const credentials = Buffer.alloc(12);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(credentials.length);
      if (getsockopt(socketFd, solSocket, soPeerCred, credentials, length) !== 0) return null;
      const pid = credentials.readInt32LE(0);
      // 0: a process that this one cannot see, such as one outside its container.
      return pid > 0 ? pid : null;
    },
    lineSettings(terminalFd) {
      if (tcgetattr(terminalFd, settings) !== 0) return null;
      // Four words of flags: input, output, control, local.
      const [input, local] = [settings.readUInt32LE(0), settings.readUInt32LE(12)];
      const has = (flags: number, flag: number) => (flags & flag) !== 0;
      return {
        icanon: has(local, localFlags.icanon),
        echo: has(local, localFlags.echo),
        isig: has(local, localFlags.isig),
        icrnl: has(input, inputFlags.icrnl),
      };
    },
  };
}
