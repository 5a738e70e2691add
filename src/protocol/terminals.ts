import * as z from "zod";

/** `local`, or `ssh:` followed by anything the ssh client accepts as a destination. */
export const Target = z.string().regex(/^(local|ssh:[^-].*)$/, 'A target is "local" or "ssh:HOST".');
export type Target = z.infer<typeof Target>;

/** What became of a command. A time-out is `running`: nothing is killed. */
export const CommandOutcome = z.enum([
  "exited",
  "running",
  "incomplete-input",
  "not-at-prompt",
  "interrupted",
  "terminal-closed",
  "context-changed",
]);
export type CommandOutcome = z.infer<typeof CommandOutcome>;

/** How sure we are of outcome and exit code: `marks` are authenticated by the shell itself. */
export const Confidence = z.enum(["marks", "heuristic"]);
export type Confidence = z.infer<typeof Confidence>;

/** Bytes of a terminal's raw log, as absolute offsets [from, to). */
export const OffsetRange = z.looseObject({ from: z.int().min(0), to: z.int().min(0) });
export type OffsetRange = z.infer<typeof OffsetRange>;

/** Where something really ran, as the target itself reported it. */
export const Where = z.looseObject({
  target: Target,
  host: z.string().optional(),
  user: z.string().optional(),
  cwd: z.string().optional(),
  shell: z.string().optional(),
  /** SHA256 fingerprint of the host key, for ssh targets. */
  hostKey: z.string().optional(),
  machineId: z.string().optional(),
});
export type Where = z.infer<typeof Where>;

/** What a foreground program is doing with the keyboard. */
export const WaitingKind = z.enum(["prompt", "line-input", "password", "full-screen", "working"]);
export type WaitingKind = z.infer<typeof WaitingKind>;

/** What a step waits for: as above, or for a person to give the keyboard back. */
export const StepWaitingKind = z.enum([...WaitingKind.options, "keyboard"]);
export type StepWaitingKind = z.infer<typeof StepWaitingKind>;

/** What a login on another host waits for: an answer that is not shown while it is typed, one that is, or the host. */
export const LoginWaitingKind = WaitingKind.extract(["password", "line-input", "working"]);
export type LoginWaitingKind = z.infer<typeof LoginWaitingKind>;

/**
 * Programs that are no shell but show the prompt of one: on another machine, in a container, for another user, or in a
 * terminal inside the terminal. By the names that the kernel gives them.
 */
export const shellCarriers: ReadonlySet<string> = new Set(
  (
    "ssh mosh-client autossh sshpass telnet rlogin docker podman nerdctl kubectl oc crictl lxc incus machinectl nsenter " +
    "systemd-run unshare chroot sudo doas su runuser pkexec script expect screen dtach abduco zellij socat nc ncat picocom " +
    "minicom cu virsh"
  )
    .split(" ")
    .concat("tmux: client"),
);

/** The program in front, and what it does with the keyboard. */
export const Foreground = z.looseObject({
  /** Its name where it is known. */
  program: z.string().nullable(),
  waiting: WaitingKind,
  /** The last line on screen, which is usually the question it asks. */
  prompt: z.string(),
});
export type Foreground = { program: string | null; waiting: WaitingKind; prompt: string };
