import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionSummary } from "../../src/protocol/index.ts";
import { seenText } from "../../src/secrets/seen-text.ts";
import { stripAnsi } from "../../src/terminal/text/strip-ansi.ts";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { type CottyHome, createCottyHome } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { ended, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { type FakeReply, fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";

/** A secret in a file, and the command that prints it. */
interface Plant {
  name: string;
  secret: string;
  file: string;
  content: string;
  command: string;
}

const token = "ghp_Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js1Fg0YaUeIo";
const remembered = "hunter22xyz";
const encoded = Buffer.from(`a key of 64 bytes, whatever it is ${"Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js".slice(0, 30)}`).toString(
  "base64",
);
const long = "so far to the right ".repeat(6);

const samples = [
  ...secretSamples.map(({ secret, line, kind }, at) => ({ name: `${kind} ${at}`, secret, line })),
  { name: "base64", secret: encoded, line: encoded },
  { name: "a word", secret: "swordfish", line: "db_password: swordfish" },
  { name: "zero-width", secret: token, line: [...token].join("\u200b") },
  { name: "lines of ten", secret: token, line: (token.match(/.{1,10}/g) ?? []).join("\n") },
  { name: "cursor-left", secret: token, line: `${token.slice(0, 10)}XXX\u001b[3D${token.slice(10)}` },
  {
    name: "backwards",
    secret: token,
    line: [...token]
      .map((letter, at) => `\u001b[${at + 1}G${letter}`)
      .toReversed()
      .join(""),
  },
];

const cut = long.length + 9;

/**
 * Each at the very end of output, where the prompt follows it at once, and in one more place: with a line's end, in the
 * middle, or behind other text and in two pieces.
 */
const plants: Plant[] = samples.flatMap(({ name, secret, line }, at) => {
  const places = [
    { where: "with a line's end", content: `${line}\n`, command: (file: string) => `cat ${file}` },
    { where: "in the middle", content: `before it\n${line}\nafter it\n`, command: (file: string) => `cat ${file}` },
    {
      where: "in two pieces",
      content: `${long}\n${line}`,
      command: (file: string) => `head -c ${cut} ${file}; sleep 0.02; tail -c +${cut + 1} ${file}`,
    },
  ];
  const other = places[at % places.length] as (typeof places)[number];
  const file = `plant-${at}.txt`;
  return [
    { name: `${name}, without a line's end`, secret, file, content: line, command: `cat ${file}` },
    {
      name: `${name}, ${other.where}`,
      secret,
      file: `2-${file}`,
      content: other.content,
      command: other.command(`2-${file}`),
    },
  ];
});

const readable = "readable-words-4711";
const run = (command: string) => ({ name: "run_command", input: { command, reasoning: "r" } });
const done: FakeReply = { calls: [{ name: "task_complete", input: { summary: "All shown." } }] };

/** The text of a view as a person may read it: as it is, without sequences and invisible letters, joined, and drawn. */
function readings(text: string): string[] {
  const plain = stripAnsi(text).replaceAll(/\u200b|\u00ad|\u0301|\ufeff/g, "");
  return [text, plain, plain.replaceAll(/\\+[rn]|\s/g, ""), seenText(text).text];
}

/** Every run of eight letters of a secret: a part of it is a leak too. Words alone say nothing. */
function leaks(views: readonly string[], secret: string): boolean {
  const size = secret.includes(" ") ? 12 : 8;
  const lines = secret.split("\n").filter((line) => line.length >= size);
  const pieces = lines.flatMap((line) =>
    Array.from({ length: line.length - size + 1 }, (_, at) => line.slice(at, at + size)),
  );
  return pieces.some((piece) => views.some((view) => view.includes(piece)));
}

/** Says something, and waits for the end of that turn. */
async function prompt(daemon: TestDaemon, session: string, text: string, turns: number): Promise<void> {
  await daemon.call(`/sessions/${session}/requests`, { body: { request: { type: "prompt", text } } });
  const isOver = ({ events }: { events: { type: string }[] }) =>
    events.filter(({ type }) => type === "turn.finished").length === turns;
  await daemon.until(`/sessions/${session}/events?limit=5000`, isOver);
}

/** Everything that anybody can get of the session, by who or what gets it. */
async function collectViews(
  home: CottyHome,
  daemon: TestDaemon,
  session: string,
  sent: string[],
): Promise<Record<string, string>> {
  const view = (await home.run(["tokens", "new", "eye", "--scope", "view"])).stdout.trim();
  const read = async (path: string) =>
    (
      await fetch(`${daemon.url}/api/v1/sessions/${session}${path}`, { headers: { authorization: `Bearer ${view}` } })
    ).text();
  const { terminals } = JSON.parse(await read("/terminals")) as { terminals: { id: string }[] };
  const [terminal] = terminals as [{ id: string }];
  const outputs = (cast: string) =>
    cast
      .split("\n")
      .slice(1)
      .filter((line) => line.startsWith("["))
      .map((line) => (JSON.parse(line) as [number, string, string])[2])
      .join("");
  const exported = async (format: string) => (await home.run(["export", session, "--format", format])).stdout;
  const replay = startInTerminal(home, ["replay", session, "--speed", "32", "--idle-limit", "1"]);
  expect(await replay.ended).toBe(0);
  const views: Record<string, string> = {
    model: sent.join("\n"),
    events: JSON.stringify(await daemon.events(session)),
    show: (await home.run(["show", session])).stdout,
    search: (
      await Promise.all(
        ["hunter22xyz", "swordfish", "saidPassw0rdQ", "before"].map((word) => home.run(["search", word])),
      )
    )
      .map(({ stdout }) => stdout)
      .join(""),
    "export cast": outputs(await exported("cast")),
    "export txt": await exported("txt"),
    "export json": (
      JSON.parse(await exported("json")) as { recording: { events: { text?: string }[] } }
    ).recording.events
      .map(({ text }) => text ?? "")
      .join(""),
    "export json, events": await exported("json"),
    replay: replay.bytes(),
    "view token: recording": outputs(await read(`/terminals/${terminal.id}/recording`)),
    "view token: text": await read(`/terminals/${terminal.id}/text`),
    "view token: events": await read("/events?limit=5000"),
  };
  const state = join(home.dir, "state");
  for (const entry of readdirSync(state, { recursive: true, withFileTypes: true })) {
    const isRawLog = entry.parentPath.startsWith(join(state, "terminals"));
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !isRawLog) views[`file ${file.slice(state.length)}`] = readFileSync(file, "latin1");
  }
  return views;
}

describe("[PO48] no view of a session shows what its events hide", () => {
  it("for every planted secret, after a restart, in every format and for everyone", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    using home = createCottyHome();
    writeFileSync(join(home.dir, ".bashrc"), "PS1='bash-5.2$ '\n");
    for (const { file, content } of plants) writeFileSync(join(home.dir, file), content);
    writeFileSync(join(home.dir, "named.txt"), `DB_PASSWORD=${remembered}\n${readable}\n`);
    writeFileSync(join(home.dir, "bare.txt"), `it is ${remembered} or ${btoa(remembered)} there\n`);
    const env = {
      PATH: `${process.env["PATH"]}${delimiter}/usr/bin`,
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${server.url}/v1`,
      COTTY_AGENT_MAX_STEPS: "500",
    };
    let daemon = await startTestDaemon(home, env);
    const { id } = await daemon.call<SessionSummary>("/sessions", {
      body: {
        title: "t",
        cwd: home.dir,
        settings: { model: "anthropic/claude-sonnet-4-5", mode: "bypassPermissions", maxSteps: 500 },
      },
    });
    const commands = ["cat bare.txt", ...plants.map(({ command }) => command), "cat named.txt"];
    const answers = Array.from({ length: Math.ceil(commands.length / 20) }, (_, at) => ({
      calls: commands.slice(at * 20, at * 20 + 20).map(run),
    }));
    server.reply(...answers, done);
    await prompt(daemon, id, "show them all", 1);
    await home.run(["daemon", "stop"]);
    await ended(daemon.pid);

    // Another process: it has to know what the first one hid. The command with the value in it is refused, never changed.
    daemon = await startTestDaemon(home, env);
    using _daemon = daemon;
    server.reply({ calls: [run("cat bare.txt"), run(`echo ${remembered} | wc -c`)] }, done);
    await prompt(daemon, id, "once more", 2);

    const events = await daemon.events(id);
    const finished = events.filter(({ type }) => type === "step.finished");
    expect(finished.length).toBe(commands.length + 1);
    expect(finished.at(-1)?.["output"]).toMatch(
      /^it is ‹secret:password#\d+› or ‹secret:password#\d+›\S{0,4} there\n$/u,
    );
    const refused = events.filter(({ type, verdict }) => type === "step.proposed" && verdict === "deny");
    expect(refused.map(({ command }) => command)).toEqual([
      expect.stringMatching(/^echo ‹secret:password#\d+› \| wc -c$/u),
    ]);

    // Events hide every one of them, each in the output of its own step.
    const shownByEvents = plants
      .filter(({ secret }, at) => leaks(readings(String(finished[at + 1]?.["output"])), secret))
      .map(({ name }) => name);
    expect(shownByEvents).toEqual([]);

    const sent = server.requests.map(({ body }) => JSON.stringify(body));
    const views = await collectViews(home, daemon, id, sent);
    const secrets = [...new Set(plants.map(({ secret }) => secret))];
    for (const [view, text] of Object.entries(views)) {
      const texts = readings(text);
      expect([view, secrets.filter((secret) => leaks(texts, secret))]).toEqual([view, []]);
    }
    // What was printed before its name was known is already in the log; what is derived from it later hides it.
    for (const view of [
      "export cast",
      "export txt",
      "export json",
      "export json, events",
      "replay",
      "view token: recording",
      "view token: text",
      "view token: events",
    ])
      expect([view, views[view]?.includes(remembered)]).toEqual([view, false]);
    // And each view shows the rest: nothing is hidden by hiding everything.
    for (const view of [
      "model",
      "events",
      "show",
      "export cast",
      "export txt",
      "export json",
      "replay",
      "view token: recording",
      "view token: text",
      "view token: events",
    ])
      expect([view, views[view]?.includes(readable), views[view]?.includes("‹secret:")]).toEqual([view, true, true]);
  }, 300_000);
});
