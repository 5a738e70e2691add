import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs that tests run for real, and the Debian package each comes in. */
const packages = {
  sshd: "openssh-server",
  ssh: "openssh-client",
  zsh: "zsh",
  fish: "fish",
  busybox: "busybox",
  mksh: "mksh",
  dash: "dash",
  tmux: "tmux",
  vim: "vim",
  less: "less",
  top: "procps",
  chromium: "chromium",
};

export type Tool = keyof typeof packages;

export function missingTools(): Tool[] {
  const places = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  const isInstalled = (program: string) => places.some((place) => existsSync(join(place, program)));
  return (Object.keys(packages) as Tool[]).filter((tool) => !isInstalled(tool));
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
