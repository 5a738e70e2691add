import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model.ts";
import { createRunbookModel, exampleTasks, listRunbooks } from "./index.ts";
import { answerOf, converse, recordedShell, requestOf, type Shell, toolSpecs } from "./testing/converse.ts";

const model = createRunbookModel({ platform: "linux" });
const osRelease = 'NAME="Debian GNU/Linux"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n';
const osShell = recordedShell({ "uname -srm": "Linux 6.1.0-28-amd64 x86_64\n", "cat /etc/os-release": osRelease });
const osSummary = "This is Debian GNU/Linux 12 (bookworm).\nThe kernel is Linux 6.1.0-28-amd64 on x86_64.";

describe("the runbook model", () => {
  it("proposes a runbook's commands one by one and sums up what they printed", async () => {
    const told = await converse(model, "Which operating system is this?", osShell);
    expect({ text: told.text, commands: told.commands, summary: told.summary }).toEqual({
      text: "Runbook os-version: Operating system and kernel.",
      commands: ["uname -srm", "cat /etc/os-release"],
      summary: osSummary,
    });
  });

  it.each(["help", "what can you do?", "hello"])(
    "lists everything that can be asked for %j, and runs nothing",
    async (prompt) => {
      const { text, commands } = await converse(model, prompt, osShell);
      const { runbooks } = await listRunbooks();
      expect(commands).toEqual([]);
      for (const { examples } of runbooks) expect(text).toContain(`- ${examples[0]}`);
      expect(text).toContain("set a model");
    },
  );

  it("gives each command with a reason, for the person who reviews it", async () => {
    const { calls } = await answerOf(model, requestOf([{ role: "user", text: "kernel version" }]));
    expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
      {
        name: "run_command",
        input: { command: "uname -srm", reasoning: "Read the kernel's name, version and architecture." },
      },
    ]);
  });

  it("goes on where it was after a restart, from the messages alone", async () => {
    const { messages } = await converse(model, "Which operating system is this?", osShell);
    const stored = JSON.parse(JSON.stringify(messages.slice(0, 3))) as ModelMessage[];
    const { calls } = await answerOf(createRunbookModel({ platform: "linux" }), requestOf(stored));
    expect(calls[0]?.input).toEqual({ command: "cat /etc/os-release", reasoning: "Read which release this is." });
  });

  it("answers in words where there is no task_complete", async () => {
    const told = await converse(model, "kernel version", osShell, { tools: toolSpecs("run_command") });
    expect(told.text).toBe(`Runbook os-version: Operating system and kernel.${osSummary}`);
  });

  it("suggests the commands where it has no tools, and says that nothing was run", async () => {
    const told = await converse(model, "kernel version", osShell, { tools: [] });
    expect({ text: told.text, commands: told.commands }).toEqual({
      text: [
        "Runbook os-version: Operating system and kernel. These commands look and change nothing. Nothing was run.",
        "<cmd>uname -srm</cmd>",
        "<cmd>cat /etc/os-release</cmd>",
      ].join("\n"),
      commands: [],
    });
  });

  it("asks the target which system it is when nothing says so", async () => {
    const shell = recordedShell({ "uname -srm": "Darwin 24.1.0 arm64", "uname -s": "Darwin\n", sw_vers: swVers });
    const told = await converse(createRunbookModel(), "os version", shell);
    expect(told.commands).toEqual(["uname -s", "uname -srm", "sw_vers"]);
    expect(told.summary).toBe("This is macOS 15.1 (24B83).\nThe kernel is Darwin 24.1.0 on arm64.");
  });

  it("takes the system from the facts in the system prompt", async () => {
    const told = await converse(createRunbookModel(), "os version", recordedShell({ sw_vers: swVers }), {
      system: "Where you are\n- Target: local (darwin), as mira, shell zsh, in /Users/mira\n- Time: now",
    });
    expect(told.commands).toEqual(["uname -srm", "sw_vers"]);
  });

  it("asks another host itself, since the facts are of this machine", async () => {
    const told = await converse(createRunbookModel(), "os version", recordedShell({ "uname -s": "Linux" }), {
      system: "- Target: ssh:db-1 (darwin), as deploy, shell bash, in /home/deploy",
    });
    expect(told.commands.slice(0, 1)).toEqual(["uname -s"]);
  });

  it("says what stays unknown when a tool is missing", async () => {
    const told = await converse(model, "os version", recordedShell({ "cat /etc/os-release": osRelease }));
    expect(told.summary).toBe(
      "This is Debian GNU/Linux 12 (bookworm).\nNot known: the kernel. `uname` is not installed here.",
    );
  });

  it("goes on with the next step when a command was rejected, and says what is not known", async () => {
    const shell: Shell = (command) =>
      command.startsWith("uname")
        ? { output: "Not executed. The person rejected it: not on this host", isError: true }
        : osShell(command);
    const told = await converse(model, "os version", shell);
    expect(told.summary).toBe(
      "This is Debian GNU/Linux 12 (bookworm).\n" +
        "Not known: the kernel. `uname -srm` did not run. The person rejected it: not on this host.",
    );
  });

  it("does not go on beside a command that is still running", async () => {
    const shell: Shell = () => ({ output: "Still running after 60 s. Nothing was killed.", isError: false });
    const told = await converse(model, "os version", shell);
    expect(told.commands).toEqual(["uname -srm"]);
    expect(told.summary).toBe(
      "Nothing could be found out.\n" +
        "Not known: the kernel. `uname -srm` is still running. Nothing was killed, and no further step was run.",
    );
  });

  it("waits for a running command where there is a tool for it", async () => {
    const outputs = [
      "Still running after 60 s.",
      "Exit code: 0\nOutput:\nLinux 6.1 x86_64",
      `Exit code: 0\nOutput:\n${osRelease}`,
    ];
    const shell: Shell = () => ({ output: outputs.shift() ?? "", isError: false });
    const waitFor = { name: "wait_for", description: "", inputSchema: { properties: { until: {} } } };
    const told = await converse(model, "os version", shell, {
      tools: [...toolSpecs("run_command", "task_complete"), waitFor],
    });
    expect(told.commands).toEqual(["uname -srm", "wait_for", "cat /etc/os-release"]);
    expect(told.summary).toBe("This is Debian GNU/Linux 12 (bookworm).\nThe kernel is Linux 6.1 on x86_64.");
  });

  it("keeps to its runbook when something is said meanwhile, and says that it cannot use it", async () => {
    const { messages } = await converse(model, "os version", osShell);
    const withRemark = [...messages.slice(0, 3), { role: "user" as const, text: "and be careful with that" }];
    const { calls } = await answerOf(model, requestOf(withRemark));
    expect(calls[0]?.input).toMatchObject({ command: "cat /etc/os-release" });
    const answered = messages[4];
    if (answered === undefined) throw new Error("no answer to the second command");
    const { calls: last } = await answerOf(model, requestOf([...withRemark, ...messages.slice(3, 5)]));
    expect(last[0]?.input).toEqual({
      summary: `${osSummary}\nWhat you added meanwhile was not taken into account: a runbook has fixed steps. Ask it as a new request.`,
    });
  });

  it("takes a new request after a stopped one as new", async () => {
    const { messages } = await converse(model, "os version", osShell);
    const stopped: ModelMessage[] = [
      ...messages.slice(0, 2),
      { role: "tool", callId: "x", name: "run_command", output: "[stopped]", isError: true },
      { role: "user", text: "sing a song" },
    ];
    const { text, calls } = await answerOf(model, requestOf(stopped));
    expect({ first: text.split("\n")[0], calls }).toEqual({
      first:
        "No runbook matches this request. Without a model Cotty works from runbooks and cannot think of commands itself.",
      calls: [],
    });
  });

  it("asks for what it needs, and understands the bare answer", async () => {
    const question = await answerOf(model, requestOf([{ role: "user", text: "when does the certificate expire?" }]));
    expect(question).toEqual({
      text: 'Which host\'s certificate? Ask for example: "When does the certificate of example.com expire?"',
      calls: [],
    });
    const { calls } = await answerOf(
      model,
      requestOf([
        { role: "user", text: "when does the certificate expire?" },
        { role: "assistant", text: question.text, calls: [] },
        { role: "user", text: "shop.example.net" },
      ]),
    );
    expect(calls[0]?.input).toMatchObject({
      command:
        "openssl s_client -connect shop.example.net:443 -servername shop.example.net </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates",
    });
  });

  it("says honestly that nothing matches, names the closest runbooks and how to set a model", async () => {
    const { text } = await answerOf(model, requestOf([{ role: "user", text: "compare disk prices of three shops" }]));
    expect(text.split("\n")).toEqual([
      "No runbook matches this request. Without a model Cotty works from runbooks and cannot think of commands itself.",
      "The closest runbooks:",
      expect.stringMatching(/^- disk: What fills the disk\. Ask: "What fills this disk\?"$/),
      ...Array.from({ length: text.split("\n").length - 5 }, () => expect.stringMatching(/^- /)),
      "",
      "For anything else, set a model: add a key with `cotty keys add google` (or anthropic, or openai), or start Ollama, then check with `cotty models`.",
    ]);
  });

  it("refuses to change anything", async () => {
    const { text, calls } = await answerOf(
      model,
      requestOf([{ role: "user", text: "kill what listens on port 8080" }]),
    );
    expect({ first: text.split("\n")[0], calls }).toEqual({
      first: "This asks for a change. Runbooks only look and change nothing, so nothing was run.",
      calls: [],
    });
  });

  it.each([
    ["sing a song", true],
    ["restart nginx", true],
    ["when does the certificate expire?", true],
    ["help", false],
  ])("says of its answer to %j whether it is none: %j", async (prompt, isUnanswered) => {
    expect((await converse(model, prompt, osShell)).isUnanswered).toBe(isUnanswered);
  });

  it("has no answer where nothing could be found out, and one where something was", async () => {
    const nothing = await converse(model, "os version", recordedShell({}));
    const something = await converse(model, "os version", recordedShell({ "cat /etc/os-release": osRelease }));
    expect([nothing.isUnanswered, something.isUnanswered]).toEqual([true, false]);
    expect(nothing.summary).toMatch(/^Nothing could be found out\./);
  });

  it("stops at once when it is aborted", async () => {
    const stream = model.stream(requestOf([{ role: "user", text: "os version" }]), { signal: AbortSignal.abort() });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(/abort/i);
  });

  it("costs nothing and says so", async () => {
    const events = [];
    const request = requestOf([{ role: "user", text: "sing" }]);
    for await (const event of model.stream(request, { signal: new AbortController().signal })) events.push(event);
    expect(events.slice(1)).toEqual([
      { type: "usage", inputTokens: 0, outputTokens: 0, cost: 0 },
      { type: "finished", reason: "unanswered" },
    ]);
  });
});

describe("the list of runbooks", () => {
  it("has at least 18 of Cotty's own, all usable", async () => {
    const { runbooks, problems } = await listRunbooks();
    expect(problems).toEqual([]);
    expect(runbooks.length).toBeGreaterThanOrEqual(18);
    expect(runbooks.every(({ file }) => file === null)).toBe(true);
  });

  it.each(exampleTasks.map(({ task }) => task))("starts a runbook for the first visit's task %s", async (task) => {
    const { calls } = await answerOf(model, requestOf([{ role: "user", text: task }]));
    expect(calls.map((call) => call.name)).toEqual(["run_command"]);
  });
});

const swVers = "ProductName:\t\tmacOS\nProductVersion:\t\t15.1\nBuildVersion:\t\t24B83\n";
