import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll } from "vitest";
import { createHostFinder } from "../../src/terminal/ssh-hosts/find-hosts.ts";
import { listHosts } from "../../src/terminal/ssh-hosts/list-hosts.ts";

export const folder = mkdtempSync(join(tmpdir(), "cotty-find-hosts-"));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = new AbortController().signal;

/** What the resolver of this test knows. */
const names: Record<string, string[] | { why: string }> = {
  "web.example": ["10.0.0.7", "10.0.0.9"],
  "slow.example": { why: "could not be looked up" },
};
export const lookedUp: string[] = [];

/** A finder whose ssh reads this configuration, as the user's own would be read. */
export function finder(config: string, hosts: Record<string, string | null>, now?: () => number) {
  const bin = mkdtempSync(join(folder, "case-"));
  const path = process.env["PATH"] ?? "";
  const file = join(bin, "config");
  writeFileSync(file, config);
  const ssh = spawnSync("which", ["ssh"], { encoding: "utf8" }).stdout.trim();
  // What a look-up would change of the configuration is in a file of its own, since there may be no network here.
  const choice = `file=${file}\n[ ! -e ${file}.lookedup ] || case "$*" in *CanonicalizeHostname=no*) ;; *) file=${file}.lookedup ;; esac`;
  const script = `#!/bin/sh\necho "$*" >> ${bin}/asked\n${choice}\nexec ${ssh} -F "$file" "$@"\n`;
  writeFileSync(join(bin, "ssh"), script, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}${delimiter}${path}` };
  const configured = () => listHosts({ home: bin, configFile: file, ours: new Map() });
  const lookUp = async (name: string) => {
    lookedUp.push(name);
    return names[name] ?? [];
  };
  const found = createHostFinder({
    hosts: new Map(Object.entries(hosts)),
    env,
    lookUp,
    configured,
    ...(now && { now }),
  });
  return {
    asked: join(bin, "asked"),
    write: (text: string) => writeFileSync(file, text),
    writeLookedUp: (text: string) => writeFileSync(`${file}.lookedup`, text),
    matching: async (destination: string, isGuess = false) =>
      (await found.matching(destination, { signal, isGuess })).map(({ name }) => name),
    full: (destination: string) => found.matching(destination, { signal }),
    guess: (destination: string, port: string | null = null) =>
      found.matching(destination, { signal, isGuess: true, port }),
    named: async (...words: string[]) => (await found.named(words, { signal })).map(({ name }) => name),
  };
}
