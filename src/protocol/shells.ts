/**
 * The shells that print marks, by the names that they tell. Whoever adds one here is told by the compiler where a shell has
 * something of its own: `terminal/shells/shells.ts`, the dialect in which policy reads it, and the tests.
 */
export const shellNames = ["bash", "zsh", "fish", "dash", "ash", "mksh"] as const;
export type ShellName = (typeof shellNames)[number];

export function isShellName(name: string): name is ShellName {
  return (shellNames as readonly string[]).includes(name);
}
