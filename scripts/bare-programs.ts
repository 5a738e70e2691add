import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** What even the smallest Debian has, by its package manager, and git, without which there is no clone. */
function barePackages(): string[] {
  const all = execFileSync("dpkg-query", ["-W", "-f=${Package} ${Priority} ${Essential}\n"], { encoding: "utf8" });
  const rows = all
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
  return rows.flatMap(([name = "", priority, essential]) =>
    priority === "required" || essential === "yes" || name === "git" ? [name] : [],
  );
}

/** Fills a folder with links to the programs that a bare machine has; all the others are hidden where PATH is this folder. */
export function linkBarePrograms(bin: string): void {
  mkdirSync(bin);
  const listed = execFileSync("dpkg-query", ["-L", ...barePackages()], { encoding: "utf8", maxBuffer: 1e9 });
  // By their real paths: /bin may be /usr/bin, and awk or which are links that no package owns.
  const owned = new Set(
    listed
      .split("\n")
      .filter((path) => /\/s?bin\//.test(path) && existsSync(path))
      .map((path) => realpathSync(path)),
  );
  for (const folder of ["/usr/bin", "/usr/sbin", "/bin", "/sbin"].filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!existsSync(path) || existsSync(join(bin, name)) || !owned.has(realpathSync(path))) continue;
      symlinkSync(path, join(bin, name));
    }
  }
  // Where another awk was installed, it has taken the name.
  if (!existsSync(join(bin, "awk"))) symlinkSync("/usr/bin/mawk", join(bin, "awk"));
}
