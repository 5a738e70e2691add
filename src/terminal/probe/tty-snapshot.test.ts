import { describe, expect, it } from "vitest";
import { judgeForeground } from "./judge-foreground.ts";
import { parsePsRow } from "./ps-snapshot.ts";
import { judgeWait, parseProcStat, parseStty, ptsOfDevice, type TtyProcess, type TtySnapshot } from "./tty-snapshot.ts";

const gnu = `speed 38400 baud; rows 24; columns 80; line = 0;
intr = ^C; quit = ^\\; erase = ^?; min = 1; time = 0;
-parenb -parodd cs8 -icrnl ixon opost isig -icanon iexten -echo echoe`;
const busybox = `speed 38400 baud; rows 24; columns 80;
intr = ^C; icrnl ixon
isig icanon iexten echo echoe`;
const bsd = `speed 9600 baud; 24 rows; 80 columns;
lflags: icanon isig iexten -echo echoe -echok echoke
iflags: -istrip icrnl -inlcr`;

describe("what stty says", () => {
  it.each([
    ["GNU", gnu, { icanon: false, echo: false, isig: true, icrnl: false }],
    ["busybox", busybox, { icanon: true, echo: true, isig: true, icrnl: true }],
    ["BSD", bsd, { icanon: true, echo: false, isig: true, icrnl: true }],
    ["nobody", "stty: standard input: Input/output error", null],
  ])("is understood in the dialect of %s", (_, text, expected) => {
    expect(parseStty(text)).toEqual(expected);
  });
});

describe("a line of /proc/PID/stat", () => {
  it("is read from the last bracket on, because a program chooses its own name", () => {
    expect(parseProcStat("71 (a ) 1 2 (x) S 70 69 68 34818 67 4194304 1 0")).toEqual({
      pid: 71,
      name: "a ) 1 2 (x",
      state: "S",
      parent: 70,
      group: 69,
      session: 68,
      tty: 34818,
      foregroundGroup: 67,
    });
  });

  it("is nothing when the process has ended", () => {
    expect(parseProcStat("")).toBe(null);
  });

  it.each([
    [34816, "/dev/pts/0"],
    [34818, "/dev/pts/2"],
    [(137 << 8) | 1, "/dev/pts/257"],
    [1025, null],
    [0, null],
  ])("names the terminal %d as %s", (device, expected) => {
    expect(ptsOfDevice(device)).toBe(expected);
  });
});

describe("a row of ps", () => {
  it("gives group, foreground group and the name without its folder or the dash of a login shell", () => {
    expect([
      parsePsRow("  812   812   900 Ss   wait_w -bash"),
      parsePsRow("  900   900   900 S+   -      /usr/local/bin/my tool"),
      parsePsRow("garbage"),
    ]).toEqual([
      { process: { pid: 812, group: 812, name: "bash", waits: "tty" }, foregroundGroup: 900 },
      { process: { pid: 900, group: 900, name: "my tool", waits: "unknown" }, foregroundGroup: 900 },
      null,
    ]);
  });
});

describe("who holds the keyboard", () => {
  const raw = { icanon: false, echo: false, isig: false, icrnl: false };
  const cooked = { icanon: true, echo: true, isig: true, icrnl: true };
  const shell: TtyProcess = { pid: 10, group: 10, name: "bash", waits: "elsewhere" };
  const program = (name: string, waits: TtyProcess["waits"], pid = 20): TtyProcess => ({ pid, group: 20, name, waits });
  const snapshot = (change: Partial<TtySnapshot>): TtySnapshot => ({
    shell,
    foregroundGroup: 20,
    foreground: [],
    termios: cooked,
    certainty: "certain",
    ...change,
  });

  const notShell = { isShell: false, isSurelyPrompt: false, mayBePrompt: false, shellReadsAt: "", shellImage: "" };

  it("is unknown when the line cannot be read or nobody is in front", () => {
    expect([
      judgeForeground(snapshot({ termios: null, foreground: [program("cat", "tty")] })),
      judgeForeground(snapshot({})),
    ]).toEqual([null, null]);
  });

  it("is a line editor when Enter arrives raw and Ctrl+C does not, a full screen when both do", () => {
    const python = [program("python3", "poll")];
    expect([
      judgeForeground(snapshot({ foreground: python, termios: { ...raw, isig: true } })),
      judgeForeground(snapshot({ foreground: [program("vim", "poll")], termios: raw })),
    ]).toEqual([
      { program: "python3", waiting: "line-input", ...notShell, certainty: "certain" },
      { program: "vim", waiting: "full-screen", ...notShell, certainty: "certain" },
    ]);
  });

  it("is a server that works, not one that waits for a line, when it polls in a cooked terminal", () => {
    expect(judgeForeground(snapshot({ foreground: [program("nginx", "poll")] }))).toEqual({
      program: "nginx",
      waiting: "working",
      ...notShell,
      certainty: "certain",
    });
  });

  it("may be a prompt of the shell by the way it reads, whatever shell is behind the name sh", () => {
    const may = (name: string, termios: typeof raw, more: Partial<TtyProcess>) => {
      const reading: TtyProcess = { ...shell, name, waits: "tty", ...more };
      return judgeForeground(snapshot({ shell: reading, foregroundGroup: 10, foreground: [reading], termios }))
        ?.mayBePrompt;
    };
    expect([
      may("sh", raw, { waits: "poll" }),
      may("sh", cooked, { wantedBytes: 8192 }),
      may("sh", cooked, { wantedBytes: 1 }),
      may("bash", raw, { waits: "poll" }),
      may("bash", raw, { wantedBytes: 1 }),
      may("bash", cooked, { wantedBytes: 4096 }),
      may("mksh", { ...raw, isig: true }, {}),
    ]).toEqual([true, true, false, true, false, false, false]);
  });

  it("[TM4] is not the shell while something in its group waits for keys as well, but what only runs there is no matter", () => {
    const reading: TtyProcess = { ...shell, waits: "poll" };
    const isShell = (beside: Partial<TtyProcess>) =>
      judgeForeground(
        snapshot({
          shell: reading,
          foregroundGroup: 10,
          foreground: [reading, { pid: 20, group: 10, name: "less", waits: "tty", ...beside }],
          termios: raw,
        }),
      )?.isShell;
    expect([
      isShell({}),
      isShell({ waits: "unknown" }),
      isShell({ waits: "poll", opensTty: true }),
      isShell({ waits: "poll", opensTty: false }),
      isShell({ waits: "elsewhere" }),
    ]).toEqual([false, false, false, true, true]);
  });

  it("[TM4] is nobody that computes or has ended", () => {
    const waits = (state: string, syscall: string) =>
      judgeWait({ machine: "x86_64", state, syscall, wchan: "0", isTtyDescriptor: () => true });
    expect([
      waits("R", ""),
      waits("Z", ""),
      waits("S", "running"),
      waits("S", ""),
      waits("S", "0 0x0 0x0 0x1"),
    ]).toEqual(["elsewhere", "elsewhere", "elsewhere", "unknown", "tty"]);
  });

  it("is only probable when the program belongs to somebody else and cannot be looked into", () => {
    expect(
      judgeForeground(snapshot({ foreground: [program("sudo", "unknown")], termios: { ...cooked, echo: false } })),
    ).toEqual({ program: "sudo", waiting: "password", ...notShell, certainty: "probable" });
  });
});
