import { isShellName, type ShellName, shellNames } from "../../protocol/index.ts";

/** Which script a shell is given, and with it the way in which a command gets there. */
export type ShellFamily = "bash" | "zsh" | "fish" | "sh";

/** Everything in which one shell differs from another, as far as anybody but its script has to know. */
export interface ShellTraits {
  family: ShellFamily;
  /** Names of its program, also as the kernel tells them of a process. */
  processes: readonly string[];
  /** What the kernel calls the program where somebody asked for the shell by its name. */
  programs: readonly string[];
  /** Some systems have it as their `sh`. */
  mayBeSh: boolean;
  /** It says by itself that a command begins and ends. Without, a prompt is the ordinary end of what was abandoned. */
  hasHooks: boolean;
  /**
   * How the terminal tells a prompt. `lines`: it has no line editor, and reads its prompt and the answer to a `read` in the
   * very same way but for how much it asks for. `owns-interrupt`: at its prompt, and never for `read`, Ctrl+C is a key like
   * another. `keys`: it reads a question as it reads the prompt.
   */
  promptReads: "lines" | "owns-interrupt" | "keys";
  /** At its prompt it may ask the terminal something, such as where the cursor is. */
  asksTerminal: boolean;
  /** What it says where a carried command is not complete: it is evaluated, so the shell cannot ask for the rest. */
  wantsMore: RegExp | null;
}

export const shells: Record<ShellName, ShellTraits> = {
  bash: {
    family: "bash",
    processes: ["bash"],
    programs: ["bash"],
    mayBeSh: true,
    hasHooks: true,
    promptReads: "keys",
    asksTerminal: true,
    wantsMore: null,
  },
  zsh: {
    family: "zsh",
    processes: ["zsh"],
    programs: ["zsh"],
    mayBeSh: false,
    hasHooks: true,
    promptReads: "keys",
    asksTerminal: true,
    wantsMore: null,
  },
  fish: {
    family: "fish",
    processes: ["fish"],
    programs: ["fish"],
    mayBeSh: false,
    hasHooks: true,
    promptReads: "keys",
    asksTerminal: true,
    wantsMore: null,
  },
  dash: {
    family: "sh",
    processes: ["dash"],
    programs: ["dash"],
    mayBeSh: true,
    hasHooks: false,
    promptReads: "lines",
    asksTerminal: false,
    wantsMore: /unterminated quoted string|end of file unexpected|eof in backquote substitution|missing '(\}|\)\))'/i,
  },
  ash: {
    family: "sh",
    processes: ["busybox", "ash"],
    programs: ["ash", "busybox sh", "busybox ash"],
    mayBeSh: true,
    hasHooks: false,
    promptReads: "owns-interrupt",
    asksTerminal: true,
    wantsMore:
      /unterminated quoted string|unexpected end of file|unexpected "\(eof\)"|eof in backquote substitution|missing '(\}|\)\))'/i,
  },
  mksh: {
    family: "sh",
    processes: ["mksh", "lksh"],
    programs: ["mksh"],
    mayBeSh: true,
    hasHooks: false,
    promptReads: "owns-interrupt",
    asksTerminal: false,
    wantsMore: /no closing quote|here document '.*' unclosed|unmatched '\S+'|unexpected '?eof'?/i,
  },
};

/** Of the sh family, and it does not say which: what holds for every one of them, or does no harm. */
const someSh = { family: "sh", hasHooks: false, asksTerminal: true } as const;

/** By the name that the shell's own marks tell. */
export function traitsOf(name: string): Pick<ShellTraits, "family" | "hasHooks" | "asksTerminal"> {
  return isShellName(name) ? shells[name] : someSh;
}

/** `/usr/local/bin/bash`, `-zsh`, `busybox ash`: the name at the end decides. Null: not a shell we know. */
export function familyOf(name: string): ShellFamily | null {
  const base = name.split("/").at(-1)?.replace(/^-/, "") ?? "";
  // Each is a name for one of several shells.
  if (base === "sh" || base === "ksh") return "sh";
  const known = shellNames.find((each) => shells[each].processes.includes(base));
  return known === undefined ? null : shells[known].family;
}

/** Whether a program is the shell that was asked for by name. */
export function isShellProgram(shell: string, program: string): boolean {
  if (shell === "sh")
    return program === "sh" || shellNames.some((each) => shells[each].mayBeSh && isShellProgram(each, program));
  if (shell === "rbash") return isShellProgram("bash", program);
  return isShellName(shell) ? shells[shell].programs.includes(program) : shell === program;
}
