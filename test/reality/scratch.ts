import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files of many kinds, so that programs get far enough to do harm. */
export const sampleFiles = [
  "notes.txt",
  "table.csv",
  "data.json",
  "page.xml",
  "settings.yaml",
  "notes.txt.gz",
  "notes.txt.xz",
  "notes.txt.bz2",
  "pack.tar",
  "pack.tgz",
  "program",
  "change.diff",
  "numbers",
] as const;

/**
 * Names that become options of whatever is given `*`. Each is in a folder of its own beside ordinary files: together
 * most programs would refuse the first one that they do not know, and do nothing.
 */
const hostileNames = [
  "-i",
  "-i1",
  "-n1p;w VICTIM",
  "-oVICTIM",
  "-o",
  "--output=VICTIM",
  "-e1e touch VICTIM",
  "-f",
  "-w",
  "-rf",
  "--compress-program=evil.sh",
  "-T.",
  "--checkpoint-action=exec=evil.sh",
  "-Ievil.sh",
  "--pre=evil.sh",
  "-x",
  "-R",
  "--delete",
  "--to-command=evil.sh",
  "-C",
  "-k",
  "--exec=evil.sh",
];

/** The folders of those names. */
export const hostileFolders = hostileNames.map((_, index) => `hostile-${index}`);

export interface Scratch {
  /** The folder commands run in; everything else that a program could reach is outside of it. */
  folder: string;
  home: string;
  remove(): void;
}

export function createScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), "cotty-reality-"));
  const folder = join(root, "work");
  const home = join(root, "home");
  mkdirSync(folder);
  mkdirSync(home);
  writeFileSync(join(folder, "notes.txt"), "one 1\ntwo 2\nthree 3\ntwo 2\n");
  writeFileSync(join(folder, "table.csv"), "name,size\na,1\nb,2\n");
  writeFileSync(join(folder, "data.json"), '{"name":"x","list":[1,2,3]}\n');
  writeFileSync(join(folder, "page.xml"), "<a><b>1</b></a>\n");
  writeFileSync(join(folder, "settings.yaml"), "name: x\nlist: [1, 2]\n");
  writeFileSync(join(folder, "numbers"), "3\n1\n2\n");
  writeFileSync(join(folder, "change.diff"), "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-one 1\n+one 2\n");
  writeFileSync(join(folder, "evil.sh"), "#!/bin/sh\ntouch VICTIM\n", { mode: 0o755 });
  hostileNames.forEach((name, index) => {
    const place = join(folder, hostileFolders[index] ?? "");
    mkdirSync(place);
    for (const file of [name, "notes.txt", "p", "evil.sh"])
      writeFileSync(join(place, file), "#!/bin/sh\ntouch VICTIM\n", { mode: 0o755 });
  });
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub", "inner.txt"), "inner\n");
  const run = (command: string) => execFileSync("sh", ["-c", command], { cwd: folder, stdio: "ignore" });
  run("cp /bin/true program; gzip -k notes.txt; xz -k notes.txt; bzip2 -k notes.txt; tar -cf pack.tar notes.txt sub");
  run("tar -czf pack.tgz notes.txt sub");
  run(
    "git init -q . && git add notes.txt table.csv && git -c user.name=a -c user.email=a@b commit -qm one && echo x >> notes.txt",
  );
  return { folder, home, remove: () => rmSync(root, { recursive: true, force: true }) };
}
