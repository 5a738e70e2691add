import type { WaitingKind } from "../../protocol/index.ts";
import { type ShellTraits, shells } from "../shells/shells.ts";
import type { Termios } from "../system/system-calls.ts";
import type { TtyProcess, TtySnapshot } from "./tty-snapshot.ts";

const processesWhere = (isMeant: (shell: ShellTraits) => boolean) =>
  Object.values(shells).flatMap((shell) => (isMeant(shell) ? shell.processes : []));

/** Programs that show a prompt for commands. Text typed into one of them is a command. */
const commandReaders = new Set([
  ...processesWhere(() => true),
  ..."sh rbash ksh ksh93 oksh csh tcsh nu pwsh elvish xonsh yash".split(" "),
]);

const plainShells = new Set(["sh", ...processesWhere(({ promptReads }) => promptReads === "lines")]);
const promptTakesInterrupt = new Set(processesWhere(({ promptReads }) => promptReads === "owns-interrupt"));

/** Who takes the next key. */
export interface KeyTaker {
  /**
   * The terminal's own shell is in front and waits, and nothing that it started waits for keys beside it. While a command
   * of ours runs, `prompt` together with this means that the shell itself reads (its `read` builtin): only who knows of
   * the command can tell.
   */
  isShell: boolean;
  /**
   * The place in its own code from which the shell reads: one and the same for every prompt, and another one for a
   * question of a command, of a key or of a hook. Empty: it does not read, or that cannot be told.
   */
  shellReadsAt: string;
  /** Which program image the shell's process runs: another one after an `exec`. Empty: cannot tell. */
  shellImage: string;
}

export interface ForegroundLook extends KeyTaker {
  /** The program that holds the keyboard, where it is known. */
  program: string | null;
  waiting: WaitingKind;
  /** The shell reads as it does for nothing but its prompt. False: it may read for a command, or is not in front. */
  isSurelyPrompt: boolean;
  /** The shell reads as it does for its prompt. False: certainly for something else, or it is not in front. */
  mayBePrompt: boolean;
  certainty: "certain" | "probable";
}

/** Who holds the keyboard and what for, from what was seen of the terminal. Null: cannot tell. */
export function judgeForeground(snapshot: TtySnapshot): ForegroundLook | null {
  const { shell, termios, foreground } = snapshot;
  if (termios === null) return null;
  const taker = judgeKeyTaker(snapshot);
  const { isShell } = taker;
  const holder = isShell ? shell : pickHolder(snapshot);
  if (holder === null && foreground.length === 0) return null;
  const hasUnknown = foreground.some((process) => process.waits === "unknown");
  return {
    program: holder?.name ?? null,
    waiting: isShell ? judgeShell(shell, termios) : judgeProgram(holder, termios),
    ...taker,
    isSurelyPrompt: isShell && hasUnknown === false && readsForPrompt(shell, termios),
    mayBePrompt: isShell && mayBePrompt(shell, termios),
    certainty: hasUnknown ? "probable" : snapshot.certainty,
  };
}

export function judgeKeyTaker({
  shell,
  shellImage,
  foreground,
  foregroundGroup,
}: Omit<TtySnapshot, "termios">): KeyTaker {
  const isInFront = foregroundGroup === shell.group && isWaiting(shell);
  const isShell = isInFront && !foreground.some((process) => process.pid !== shell.pid && takesKeys(process));
  return {
    isShell,
    // The thread of fish that reads is not the one that the kernel shows first.
    shellReadsAt: isShell && shell.name !== "fish" ? (shell.stack ?? "") : "",
    shellImage: shellImage ?? "",
  };
}

/**
 * Without job control, and in a process substitution (`: <(less FILE >/dev/tty)`), a program is in the shell's own group
 * and takes keys that are meant for the shell. One that only writes there (`exec > >(tee log)`) does not.
 */
function takesKeys({ waits, opensTty }: TtyProcess): boolean {
  return waits === "tty" || waits === "unknown" || (waits === "poll" && opensTty !== false);
}

/**
 * Whether a shell waits for commands there, and not a menu or a script that only looks like one: a shell that runs a
 * script is given its name, and one that asks for a line (`read`) does not edit it. Null: cannot tell.
 */
export function isShellAtPrompt(snapshot: TtySnapshot): boolean | null {
  const { shell, termios, shellArguments = [] } = snapshot;
  if (termios === null || snapshot.certainty !== "certain" || shell.waits === "unknown") return null;
  const isReading = snapshot.foregroundGroup === shell.group && isWaiting(shell);
  if (!isReading || !commandReaders.has(shell.name)) return false;
  if (shellArguments.some((word) => !/^[-+]/.test(word))) return false;
  return !termios.icanon || (plainShells.has(shell.name) && (shell.wantedBytes ?? 0) > 1);
}

/**
 * The same while an ssh client logs in. It is no shell: it polls while it waits for the host, and asks only where it, or
 * a program of its own such as a ProxyCommand, really reads the terminal.
 */
export function judgeLogin(snapshot: TtySnapshot): ForegroundLook | null {
  const { termios, foreground } = snapshot;
  if (termios === null) return null;
  const reader = foreground.find((process) => process.waits === "tty");
  const isRead = termios.icanon && reader !== undefined;
  return {
    program: (reader ?? snapshot.shell).name,
    waiting: isEchoOff(termios) ? "password" : isRead ? "line-input" : "working",
    isShell: false,
    isSurelyPrompt: false,
    mayBePrompt: false,
    shellReadsAt: "",
    shellImage: "",
    certainty: snapshot.certainty,
  };
}

/** Typing is safe from being shown: the line is read as a whole and the terminal does not echo it. */
export function isEchoOff(termios: Termios): boolean {
  // Without icanon the program may well draw what is typed itself, as every shell does at its prompt.
  return termios.icanon && !termios.echo;
}

function judgeShell(shell: TtyProcess, termios: Termios): WaitingKind {
  if (isEchoOff(termios)) return "password";
  if (!termios.icanon) return "prompt";
  return plainShells.has(shell.name) ? "prompt" : "line-input";
}

/**
 * dash takes a whole line at its prompt and single bytes for `read`. busybox and mksh take over Ctrl+C at their prompt,
 * and never for `read`. The line editors of others read a question as they read the prompt: those have to be asked.
 */
function readsForPrompt(shell: TtyProcess, termios: Termios): boolean {
  if (plainShells.has(shell.name)) return (shell.wantedBytes ?? 0) > 1;
  return promptTakesInterrupt.has(shell.name) && !termios.icanon && !termios.isig;
}

/** The line editor of bash waits for a key before it reads it; `read -n1` reads at once. `sh` may be any of them. */
function mayBePrompt(shell: TtyProcess, termios: Termios): boolean {
  if (termios.icanon) {
    return plainShells.has(shell.name) && (shell.waits === "unknown" || readsForPrompt(shell, termios));
  }
  if (promptTakesInterrupt.has(shell.name)) return readsForPrompt(shell, termios);
  return shell.name !== "bash" || shell.waits !== "tty";
}

function judgeProgram(holder: TtyProcess | null, termios: Termios): WaitingKind {
  if (isEchoOff(termios)) return "password";
  if (holder === null || !isWaiting(holder)) return "working";
  // A server in poll() has the same face as a program that polls its input, so only a real read counts here.
  if (termios.icanon) {
    if (plainShells.has(holder.name) && readsForPrompt(holder, termios)) return "prompt";
    return holder.waits === "tty" ? "line-input" : "working";
  }
  if (commandReaders.has(holder.name)) return "prompt";
  // Line editors (readline) take CR as it comes and leave Ctrl+C to the terminal; screens take over both or neither.
  return termios.isig && !termios.icrnl ? "line-input" : "full-screen";
}

/** In a pipeline several programs are in front: the one that reads the terminal holds it. */
function pickHolder({ foreground, foregroundGroup, shell }: TtySnapshot): TtyProcess | null {
  const others = foreground.filter((process) => process.pid !== shell.pid);
  return (
    others.find((process) => process.waits === "tty") ??
    others.find((process) => process.waits === "poll") ??
    others.find((process) => process.waits === "unknown") ??
    others.find((process) => process.pid === foregroundGroup) ??
    others.at(-1) ??
    (foregroundGroup === shell.group ? shell : null)
  );
}

function isWaiting(process: TtyProcess): boolean {
  return process.waits !== "elsewhere";
}
