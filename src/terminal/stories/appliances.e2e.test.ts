import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { createTerminals } from "../terminals.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-appliance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The program of a switch: it prompts, and keeps every line it was ever given. */
const program = join(folder, "switch");
writeFileSync(
  program,
  `#!/bin/sh
echo "SwitchOS 4.2"
while printf "$1" && IFS= read -r line; do
  printf '%s\\n' "$line" >> "$2"
  case $line in "show version") echo "4.2.1" ;; *) echo "% Unknown command" ;; esac
done
`,
  { mode: 0o755 },
);

const refusesCommands = ["sh", "-c", "'echo % Unknown command; exit 1'", "--"];
const runsCommands = ["sh", "-c"];

describe("a host whose login is no shell", needs("ssh", "sshd"), () => {
  it.each([
    ["a switch", "switch-3# ", refusesCommands, "auto"],
    ["a switch with integration off", "switch-3# ", refusesCommands, "off"],
    ["a switch with a line editor", "\\033[?2004hswitch-3# ", refusesCommands, "auto"],
    ["a menu on a host that has a shell as well", "Enter an option: ", runsCommands, "auto"],
    ["a menu that prompts as a shell does", "menu> ", runsCommands, "auto"],
  ] as const)("is typed nothing at: %s", async (_, prompt, command, integration) => {
    const received = join(mkdtempSync(join(folder, "case-")), "received");
    writeFileSync(received, "");
    const interactive = [program, `'${prompt}'`, received];
    await using sshd = await startSshd({ shell: { interactive, command: [...command] } });
    await using terminals = createTerminals({
      stateDir: mkdtempSync(join(folder, "state-")),
      env: process.env,
      sshConfigFile: sshd.configFile,
    });
    const owner = { session: "ses_appliance", epoch: 1 };
    const terminal = await terminals.open({ target: "ssh:box", owner, integration, signal });
    expect(readFileSync(received, "utf8")).toBe("");
    // What a person types goes there, and nothing else.
    await terminal.type(Buffer.from("show version\r"), { by: "person" });
    await expect.poll(async () => (await terminal.screen()).text, { timeout: 30_000 }).toContain("4.2.1");
    expect(readFileSync(received, "utf8")).toBe("show version\n");
    await terminal.close();
  });
});
