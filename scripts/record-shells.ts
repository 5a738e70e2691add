// Records what real shells print while commands are given to them, for the tests of the machine that follows their marks:
// node scripts/record-shells.ts [shell …]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ShellName, shellNames } from "../src/protocol/index.ts";
import { handOver } from "../src/terminal/capture/hand-over.ts";
import { integrate } from "../src/terminal/capture/integrate.ts";
import { createShellCore, type ShellCore } from "../src/terminal/capture/shell-core.ts";
import type { ShellInput } from "../src/terminal/machine/step-shell.ts";
import { shells } from "../src/terminal/shells/shells.ts";
import { openLocalPty } from "../src/terminal/system/pty.ts";
import { testedShells } from "../src/terminal/testing/shells.ts";

type Line = { printed: string } | { input: ShellInput };
/** `agent`: handed over as Cotty does it. `person`: typed, and Enter. */
type Act = { agent: string } | { person: string };

const fixtures = join(import.meta.dirname, "../src/terminal/machine/fixtures");
const usual: Act[] = [
  { agent: "echo one; false" },
  { agent: "echo 'open" },
  { person: "cd /usr" },
  { person: "" },
  { agent: "if fi" },
  { agent: "cat /dev/null" },
];
/** What a shell does after the usual: its hooks are taken away, where it has any. */
const more: Partial<Record<ShellName, Act[]>> = {
  bash: [{ agent: "unset PROMPT_COMMAND; echo gone" }],
  zsh: [{ agent: "precmd_functions=(); echo gone" }],
};
const ownArguments: Partial<Record<ShellName, string[]>> = { fish: ["-C", "function fish_prompt; printf '> '; end"] };

const wanted = process.argv.slice(2);
for (const name of shellNames) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const lines = await record(name);
  writeFileSync(join(fixtures, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

async function record(name: ShellName): Promise<Line[]> {
  const { family } = shells[name];
  const argv: [string, ...string[]] = [...testedShells[name].bare, ...(ownArguments[name] ?? [])];
  const acts = [...usual, ...(more[name] ?? [])];
  const home = mkdtempSync(join(tmpdir(), "cotty-record-"));
  const env = { PATH: "/usr/bin:/bin", HOME: home, TERM: "xterm", LANG: "C.UTF-8", PS1: "$ ", XDG_DATA_HOME: home };
  const pty = openLocalPty({ argv, cwd: "/", env, cols: 80, rows: 24 });
  const lines: Line[] = [];
  let offset = 0;
  const onData: typeof pty.onData = (listener) =>
    pty.onData((bytes) => {
      lines.push({ printed: Buffer.from(bytes).toString("latin1") });
      listener(bytes);
    });
  const core = createShellCore({
    pty: { ...pty, onData },
    history: "keep",
    startOffset: 0,
    onOutput(bytes) {
      offset += bytes.length;
      return offset - bytes.length;
    },
    onFinished() {},
    onExit() {},
    onTaken() {},
    onChange() {},
  });
  tap(core, (input) => lines.push({ input }));
  const signal = AbortSignal.timeout(30_000);
  await integrate(core, { family, probe: null, signal, timeoutMs: 10_000 });
  for (const act of acts) await play(core, act, signal);
  pty.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  return sinceLoaded(lines);
}

/** What the machine is told besides what the shell prints. */
function tap({ tracker }: ShellCore, note: (input: ShellInput) => void) {
  const { step, submit, challenge } = tracker;
  Object.assign(tracker, {
    step(input: Parameters<typeof step>[0]) {
      if (!["printed", "paste-mode", "mark", "outer-mark", "integrated"].includes(input.kind)) note(input);
      step(input);
    },
    submit(text: string, options: Parameters<typeof submit>[1]) {
      note({ kind: "submitted", command: { by: "agent", text } });
      return submit(text, options);
    },
    challenge() {
      const digits = challenge();
      note({ kind: "challenged", digits });
      return digits;
    },
  });
}

async function play(core: ShellCore, act: Act, signal: AbortSignal): Promise<void> {
  const { tracker, conditions, keyboard } = core;
  const settled = () =>
    (tracker.isAtPrompt && core.quietMs() > 50) || tracker.shell.phase.name === "continuation" || null;
  if ("agent" in act) await handOver(core, act.agent, {});
  else keyboard.typeAsPerson(Buffer.from(`${act.person}\r`));
  for (let looks = 0; looks < 100 && settled() === null; looks++) {
    await conditions.until(settled, { timeoutMs: 50, signal });
  }
  if (tracker.shell.phase.name !== "continuation") return;
  keyboard.write("\x03");
  await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: 2000, signal });
}

/** The typed integration, echoed by the terminal, says nothing. */
function sinceLoaded(lines: Line[]): Line[] {
  const begin = lines.findIndex((line) => "printed" in line && /\x1b\]7711;\w+;S;/.test(line.printed));
  const [first, ...rest] = lines.slice(begin);
  if (first === undefined || !("printed" in first)) throw new Error("The shell was not integrated.");
  return [
    { input: { kind: "integrating" } },
    { printed: first.printed.slice(first.printed.search(/\x1b\]7711;\w+;S;/)) },
    ...rest,
  ];
}
