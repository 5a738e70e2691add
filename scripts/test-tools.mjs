// The programs that the tests run for real. `--install` installs what is missing (as root on Debian).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const tools = {
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

const missing = Object.entries(tools).filter(([program]) => !isInstalled(program));
if (missing.length === 0) process.exit(0);
const packages = [...new Set(missing.map(([, name]) => name))];
const command = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;

const canInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");
if (!process.argv.includes("--install") || !canInstall) {
  process.stderr.write(
    `Missing for the tests: ${missing.map(([program]) => program).join(", ")}\nInstall: ${command}\n`,
  );
  process.exit(1);
}
process.stderr.write(`Installing for the tests: ${packages.join(" ")}\n`);
const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
const result = spawnSync("sh", ["-c", `${command} -qq >/dev/null`], { stdio: "inherit", env });
process.exit(result.status ?? 1);

function isInstalled(program) {
  const places = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return places.some((place) => existsSync(join(place, program)));
}
