import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The programs that tests run for real, and the Debian package each comes in. */
const packages = {
  sshd: "openssh-server",
  ssh: "openssh-client",
  zsh: "zsh",
  fish: "fish",
  busybox: "busybox",
  mksh: "mksh",
  tcsh: "tcsh",
  dash: "dash",
  tmux: "tmux",
  vim: "vim",
  less: "less",
  ps: "procps",
  top: "procps",
  ss: "iproute2",
  gawk: "gawk",
  mawk: "mawk",
  "original-awk": "original-awk",
  openssl: "openssl",
  python3: "python3",
  chromium: "chromium",
  strace: "strace",
  xxd: "xxd",
  rg: "ripgrep",
};

export type Tool = keyof typeof packages;

export const tools = Object.keys(packages) as Tool[];

/** Where a program is, or null. Servers are in the sbin folder beside a bin folder, which few users have on their PATH. */
export function pathOf(tool: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const withServers = [...folders, ...folders.map((folder) => join(dirname(folder), "sbin"))];
  return withServers.map((folder) => join(folder, tool)).find((path) => existsSync(path)) ?? null;
}

export function missingTools(): Tool[] {
  return tools.filter((tool) => pathOf(tool) === null);
}

export function installCommand(missing: readonly Tool[]): string {
  const names = [...new Set(missing.map((tool) => packages[tool]))];
  return `apt-get install -y --no-install-recommends ${names.join(" ")}`;
}

export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

/** Installs them and says what is still missing. */
export function install(missing: readonly Tool[]): Tool[] {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  process.stderr.write(`Installing for the tests: ${missing.join(", ")}\n`);
  // What the package tools say is not the caller's output.
  const stdio: ["ignore", 2, 2] = ["ignore", 2, 2];
  spawnSync("apt-get", ["update", "-qq"], { stdio, env });
  spawnSync("sh", ["-c", `${installCommand(missing)} -qq`], { stdio, env });
  return missingTools();
}
