/**
 * An engine process to be killed: opens a terminal in STATE_DIR, begins COMMAND under the key "step_1", prints the
 * terminal's id once the command has printed something, and waits.
 */
import { createTerminals } from "../terminals.ts";

const [stateDir = "", command = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir } });
const owner = { session: "ses_killed", epoch: 1 };
const terminal = await terminals.open({ target: "local", owner, shell: "/bin/bash", cwd: stateDir, signal });
const { offset } = await terminal.state();
void terminal.run(command, { signal, timeoutMs: 60_000, key: "step_1" });
let text = "";
for await (const { bytes } of terminal.output(offset, { signal })) {
  text += Buffer.from(bytes).toString("latin1");
  if (/begun\r\n/.test(text)) process.stdout.write(`${terminal.id}\n`);
}
