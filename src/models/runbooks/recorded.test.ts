import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createRunbookModel } from "./index.ts";
import { converse, recordedShell } from "./testing/converse.ts";

const Outputs = z.record(z.string(), z.union([z.string(), z.strictObject({ exitCode: z.int(), output: z.string() })]));

const prompts = {
  darwin: [
    "What fills this disk?",
    "What uses my memory?",
    "Why is this machine slow?",
    "Which programs listen on the network?",
    "What listens on port 3000?",
    "Which services failed?",
    "Are there recent errors in the logs?",
    "Is the network working?",
    "Does DNS work for example.com?",
    "What is my IP address?",
    "Who is logged in?",
    "Are there package updates?",
    "Which cron jobs are there?",
    "Give me an overview of this machine",
    "Which operating system is this?",
    "How long has this machine been up?",
    "How hot is this machine?",
    "What hardware does this machine have?",
  ],
  linux: [
    "Which programs listen on the network?",
    "What listens on port 22?",
    "Which services failed?",
    "Status of the nginx service",
    "Are there recent errors in the logs?",
    "Which docker containers are running?",
    "Who is logged in?",
    "Are there package updates?",
    "Can this machine reach db-1.example.net?",
    "What does nothing.example.com resolve to?",
    "Which cron jobs are there?",
    "Why is this machine slow?",
    "What uses my memory?",
    "How hot is this machine?",
  ],
} as const;

describe.each(["darwin", "linux"] as const)("recorded outputs of %s", (platform) => {
  const fixture = join(import.meta.dirname, "fixtures", platform);
  const outputs = Outputs.parse(parse(readFileSync(`${fixture}.toml`, "utf8")));
  const model = createRunbookModel({ platform, clock: { now: () => Date.parse("2025-11-15T13:02:10Z") } });

  // The file is the expected wording, read through by a person; a change of it is a change of what people are told.
  it("are read into the sentences people get", async () => {
    const told: string[] = [];
    for (const prompt of prompts[platform]) {
      const { summary, commands } = await converse(model, prompt, recordedShell(outputs));
      told.push(`# ${prompt}\n${commands.map((command) => `$ ${command}`).join("\n")}\n\n${summary}\n`);
    }
    await expect(told.join("\n")).toMatchFileSnapshot(`${fixture}.summaries.md`);
  });

  it("fall back to the next tool when one is missing", async () => {
    const { "ss -tulnp": _ss, "lsof -nP -iTCP -sTCP:LISTEN": _lsof, ...rest } = outputs;
    const told = await converse(model, "open ports", recordedShell(rest));
    const expected = {
      linux: {
        commands: ["ss -tulnp", "netstat -tulnp"],
        first: "Other machines can reach 2 ports, unless a firewall is in between:",
      },
      darwin: { commands: ["lsof -nP -iTCP -sTCP:LISTEN", "netstat -an -p tcp"], first: "Nothing could be found out." },
    }[platform];
    expect({ commands: told.commands, first: told.summary?.split("\n")[0] }).toEqual(expected);
  });
});

describe("what a person is told where there is little to tell", () => {
  const model = createRunbookModel({ platform: "linux" });
  const toldOf = async (prompt: string, outputs: Parameters<typeof recordedShell>[0]) =>
    (await converse(model, prompt, recordedShell(outputs))).summary;

  it("a folder without git is called that", async () => {
    const output = "fatal: not a git repository (or any of the parent directories): .git\n";
    expect(await toldOf("git status", { "git -C . status": { exitCode: 128, output } })).toBe(
      "`.` is not part of a git project.",
    );
  });

  it("a project that git refuses to read is not called clean", async () => {
    const output = "fatal: detected dubious ownership in repository at '/srv/app'\n";
    expect(await toldOf("git status of /srv/app", { "git -C /srv/app status": { exitCode: 128, output } })).toBe(
      "git does not read `/srv/app`: detected dubious ownership in repository at '/srv/app'.",
    );
  });

  it("a machine without a journal is not called one without errors", async () => {
    const none = "No journal files were found.\n-- No entries --\n";
    const summary = await toldOf("recent errors in the logs", { "journalctl -p err": none });
    expect(summary?.split("\n")[0]).toBe("No journal is kept on this machine, or this user may not read it.");
    expect(summary).not.toContain("no error");
  });

  it("a name that surely exists is not suggested to whoever just asked for it", async () => {
    const outputs = { "cat /etc/resolv.conf": "nameserver 192.0.2.1\n", "getent ahosts": { exitCode: 2, output: "" } };
    expect(await toldOf("does dns work for example.com?", outputs)).toContain('Next, ask "is the network working?"');
    expect(await toldOf("does dns work for db.example.net?", outputs)).toContain("try a name that surely exists");
  });

  it("a processor has its name, also where lscpu indents it", async () => {
    const lscpu =
      "CPU(s):                      2\nVendor ID:                   AuthenticAMD\n  Model name:                AMD EPYC\nVirtualization features:\n  Hypervisor vendor:         KVM\n";
    const summary = await toldOf("which cpu model", { lscpu, "cat /proc/meminfo": "MemTotal: 1048576 kB\n" });
    expect(summary).toContain("Processor: AMD EPYC.");
    expect(summary).toContain("hypervisor: KVM");
  });
});

describe("busybox, whose tools know less", () => {
  const model = createRunbookModel({ platform: "linux" });
  const badOption = "ps: bad -o argument 'etime', supported arguments: user,group,comm,args,pid,ppid,stat,rss\n";

  it("is not taken for a machine without zombies", async () => {
    const shell = recordedShell({
      "ps -A -o stat=": { exitCode: 1, output: badOption },
      "ps -A -o pcpu=": badOption,
    });
    const { summary } = await converse(model, "are there zombie processes?", shell);
    const why = "failed. ps: bad -o argument 'etime', supported arguments: user,group,comm,args,pid,ppid,stat,rss.";
    expect(summary).toBe(
      [
        "Nothing could be found out.",
        `Not known: whether there are zombie or stuck processes. \`ps -A -o stat=,pid=,ppid=,etime=,comm= | grep …\` ${why}`,
        `Not known: whether a process keeps a processor busy. \`ps -A -o pcpu=,pid=,user=,etime=,time=,args= | …\` ${why}`,
      ].join("\n"),
    );
  });

  it("sorts its shortened sizes right", async () => {
    const shell = recordedShell({
      "cat /proc/meminfo": "MemTotal: 1000000 kB\nMemAvailable: 500000 kB\n",
      "ps -A": "ps: bad -o argument 'pcpu', supported arguments: user,pid,rss\n",
      "ps -o pid,user,rss,comm":
        "PID   USER     RSS  COMMAND\n    1 root     4500 init\n   27 deploy   574m node\n   31 deploy   1.2g java\n",
    });
    const { summary } = await converse(model, "what uses my memory?", shell);
    expect(summary?.split("\n").slice(1)).toEqual([
      "The processes that hold the most:",
      "- 1.2 GiB `java` (process 31, deploy)",
      "- 574 MiB `node` (process 27, deploy)",
      "- 4.4 MiB `init` (process 1, root)",
    ]);
  });

  it.each([
    "sh: 1: vmstat: not found",
    "/bin/sh: vmstat: not found",
    "bash: vmstat: command not found",
    "zsh:1: command not found: vmstat",
    "fish: Unknown command: vmstat",
  ])("has no tool where the shell says %j behind a pipe", async (output) => {
    const { summary } = await converse(model, "why is this machine slow?", recordedShell({ "vmstat 1 2": output }));
    expect(summary).toContain("Not known: whether the processors wait for disks. `vmstat` is not installed here.");
  });
});
