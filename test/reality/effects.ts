/** What a command did that a read does not do. */
export interface Effect {
  kind: "writes" | "executes" | "connects";
  what: string;
}

/** Devices that swallow or show, and the terminal itself. */
const harmlessFiles = /^\/dev\/(?:null|tty|zero|full|stdout|stderr|pts\/\d+|fd\/\d+|ptmx)$|^\/proc\/self\/fd\/\d+$/;
/** libc asks these for names of users and hosts; nothing of the command goes there. */
const harmlessSockets = /nscd\/socket|\/run\/systemd\/userdb/;

export interface Expected {
  /** Names of the programs that the command line itself and its row name. */
  programs: ReadonlySet<string>;
  /** Sockets that the row names. */
  sockets: readonly string[];
  /** Locks, folders and devices that the row names. */
  files: RegExp | undefined;
}

/** Reads what strace wrote; a call that another process interrupts has its arguments in its first line. A call that failed counts: the next machine may let it pass. */
export function effectsOf(trace: string, expected: Expected): Effect[] {
  return trace.split("\n").flatMap((line) => {
    const call = /^\d+ +(\w+)\((.*)$/s.exec(line);
    return call === null ? [] : effectOf(call[1] ?? "", call[2] ?? "", expected);
  });
}

function effectOf(name: string, rest: string, expected: Expected): Effect[] {
  // No name at all, or a folder as a file: no machine lets that pass.
  if (/ = -1 (?:EFAULT|EISDIR) /.test(rest)) return [];
  switch (name) {
    case "open":
    case "openat":
    case "openat2":
    case "creat":
      return opened(name, rest, expected);
    case "execve":
    case "execveat":
      return executed(rest, expected);
    case "connect":
    case "sendto":
    case "sendmsg":
    case "bind":
      return reached(rest, expected);
    case "kill":
    case "tkill":
    case "tgkill":
      // Signals to oneself (Go sends itself SIGURG) and questions whether a process is there.
      return /, (?:0|SIG_0|SIGPIPE|SIGABRT|SIGTTOU|SIGTTIN|SIGTSTP|SIGSTOP|SIGTERM|SIGINT|SIGCHLD|SIGURG)\b/.test(rest)
        ? []
        : [{ kind: "writes", what: `${name}(${rest}` }];
    default:
      // What names no file (fchown) is about one that was opened before.
      return quoted(rest).some((file) => isHarmless(file, expected)) ||
        (expected.files !== undefined && quoted(rest).length === 0)
        ? []
        : [{ kind: "writes", what: `${name}(${rest}` }];
  }
}

const isHarmless = (file: string, { files }: Expected): boolean =>
  harmlessFiles.test(file) || files?.test(file) === true;

function opened(name: string, rest: string, expected: Expected): Effect[] {
  // A file without a name is gone with its process.
  if (name !== "creat" && (/O_TMPFILE/.test(rest) || !/O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(rest))) return [];
  const [file = ""] = quoted(rest);
  return isHarmless(file, expected) ? [] : [{ kind: "writes", what: `${name}(${rest}` }];
}

function executed(rest: string, { programs }: Expected): Effect[] {
  const [path = ""] = quoted(rest);
  // A search along PATH tries folder after folder; the first bash is the one that runs the command line.
  return programs.has(path.slice(path.lastIndexOf("/") + 1)) ? [] : [{ kind: "executes", what: `execve(${rest}` }];
}

function reached(rest: string, { sockets }: Expected): Effect[] {
  if (!/sa_family=AF_(?:INET6?|UNIX)/.test(rest)) return [];
  const isKnown = harmlessSockets.test(rest) || sockets.some((socket) => rest.includes(socket));
  return isKnown ? [] : [{ kind: "connects", what: rest }];
}

const quoted = (text: string): string[] => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? "");
