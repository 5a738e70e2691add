import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { parseRules } from "../../policy/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace } from "../contract/judge.ts";
import { createPolicyJudge, type PolicyJudgeOptions } from "../judge/policy-judge.ts";
import type { HeldHost, HostUse } from "./host-policy.ts";

const signal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "cotty-host-policy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const act = (more: Partial<Act>): Act => ({
  kind: "command",
  text: "",
  target: "ssh:web-1",
  cwd: "/srv",
  shell: "bash",
  agent: "cotty",
  session: "s",
  ...more,
});

const allowEverything = parseRules(
  '[[rule]]\nid = "mine"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = [["touch", "ssh", "ls"]] }\n',
  { scope: "user", file: "policy.toml" },
).rules;

function judgeWith(options: Partial<PolicyJudgeOptions>) {
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
    ...options,
  });
  return (more: Partial<Act>, place: Partial<JudgePlace> = {}) => judge(act(more), { signal, ...place });
}
const on = (...hosts: HeldHost["policy"][]) => ({
  hostPolicy: () => hosts.map((policy) => ({ policy, name: "web-1" })),
});

describe("a host's policy", () => {
  it("[HP3] lets no rule of a person answer there", async () => {
    const rules = () => allowEverything;
    const free = await judgeWith({ rules })({ text: "touch x" });
    const held = await judgeWith({ rules, ...on("protected") })({ text: "touch x" });
    const closed = await judgeWith({ rules, ...on("read-only") })({ text: "touch x" });
    expect([free.verdict, held.verdict, held.protectedHost, closed.verdict]).toEqual([
      "allow",
      "ask",
      { name: "web-1", isRead: false },
      "deny",
    ]);
  });

  it("[HP3] lets no earlier approval for the session answer for keys there", async () => {
    const keys = { kind: "keys" as const, text: "y Enter", approvedKeys: ["y Enter"] };
    const foreground = { program: "less", waiting: "line-input" as const, prompt: "" };
    const held = await judgeWith(on("protected"))({ ...keys, foreground });
    expect([held.verdict, held.protectedHost]).toEqual(["ask", { name: "web-1", isRead: false }]);
  });

  it("[HP1] is everything that its entries say: reads are asked about and the rest is refused", async () => {
    const judge = judgeWith(on("protected", "read-only"));
    const [read, write] = [await judge({ text: "ls" }), await judge({ text: "touch x" })];
    expect([read.verdict, read.protectedHost, write.verdict]).toEqual(["ask", { name: "web-1", isRead: true }, "deny"]);
  });

  it("[PO152] is that of a protected host while rules cannot be read, for commands, files and keys in every mode", async () => {
    const { rules } = parseRules("[[rule]\n", { scope: "user", file: "policy.toml" });
    const judge = judgeWith({ rules: () => [...allowEverything, ...rules] });
    const foreground = { program: "less", waiting: "line-input" as const, prompt: "" };
    const acts: Partial<Act>[] = [
      { text: "touch x", target: "local" },
      { text: "ls" },
      { kind: "keys", text: "y Enter", approvedKeys: ["y Enter"], foreground },
      { kind: "file", text: "edit x", files: { access: "write", paths: ["/x"], real: ["/x"] } },
    ];
    const held = await Promise.all(acts.map((each) => judge(each)));
    expect(held.map(({ verdict, protectedHost }) => [verdict, protectedHost?.name])).toEqual([
      ["ask", "this machine"],
      ["ask", "web-1"],
      ["ask", "web-1"],
      ["ask", "web-1"],
    ]);
    expect(held[0]?.findings.map(({ ruleId }) => ruleId)).toContain("rules.unread");
  });

  it("[HP2] says why it holds where the machine is not certain", async () => {
    const hostPolicy = () => [{ policy: "protected" as const, name: "web-1", doubt: "ssh said no." }];
    const { findings } = await judgeWith({ hostPolicy })({ text: "ls" });
    expect(findings.at(-1)?.say).toBe(
      "web-1 is protected: a person decides about this, in every mode. It is not certain that this is web-1, so its policy holds: ssh said no.",
    );
  });
});

describe("a command that goes to another host", () => {
  const uses: HostUse[] = [];
  const reaching = (policy: HeldHost["policy"], more: Partial<PolicyJudgeOptions> = {}) =>
    judgeWith({
      reachedHostPolicy: async (use) => {
        uses.push(use);
        const isThere =
          [...use.destinations, ...use.remotes].some((each) => /web-1/.test(each)) ||
          use.words.some((word) => /^web-1(?::|$)/.test(word));
        const isNamed = use.mentions.some((text) => /web-1/.test(text));
        return isThere || isNamed || use.isUnclear
          ? [{ policy, name: "web-1", ...(!isThere && { doubt: "d" }) }]
          : "default";
      },
      ...more,
    });
  const local = (text: string) => ({ text, target: "local" as const, cwd: folder });

  it.each([
    "ssh web-1 uptime",
    "ssh alice@web-1 'rm x'",
    "ssh web-1",
    "scp x web-1:/tmp/",
    "scp web-1:/etc/hosts .",
    "rsync -a x web-1:y",
    "sftp web-1",
    "mosh web-1",
    "bash -c 'ssh web-1 id'",
    "git push web-1 main",
    "git ls-remote web-1:repo",
    "ansible web-1 -a uptime",
    "kamal deploy",
    'H=web-1; ssh "$H" id',
    "ssh -F /tmp/other-config some-host id",
    "echo ssh web-1 id | sh",
    "ssh -p 4911 -o HostName=12%h 7.0.0.1 id",
    "ssh -o 'HostName 12\"7.0.0.1\"' 10.9.9.9 id",
    "ssh -vo HostName=1.2.3.4 10.9.9.9 id",
    "ssh 10.9.9.9 -oHostName=1.2.3.4 id",
    "ssh -S ctl 10.9.9.9 id",
    "ssh -TS ctl 10.9.9.9 id",
    "ssh -o ControlPath=ctl 10.9.9.9 id",
    "ssh -J other 10.9.9.9 id",
    "ssh -W 10.9.9.9:22 10.9.9.8",
    "ssh -P tag 10.9.9.9 id",
    "ssh -L 4911:10.9.9.9:22 10.9.9.8",
    "scp -o ControlPath=ctl x 10.9.9.9:",
    "scp x 10.9.9.9: -oHostName=1.2.3.4",
    "sftp -J other 10.9.9.9",
    "rsync -ave 'ssh -S ctl' x 10.9.9.9:y",
    "rsync --rsh='ssh other' x 10.9.9.9:y",
    "RSYNC_RSH='ssh -S ctl' rsync x 10.9.9.9:y",
    "git -c core.sshCommand='ssh -S ctl' fetch",
    "GIT_SSH_COMMAND='ssh -S ctl' git fetch",
    "mosh --ssh='ssh -S ctl' 10.9.9.9",
    "plink -load saved 10.9.9.9 id",
    "cat list | xargs ssh 10.9.9.9",
    "bash -c 'ssh -S ctl 10.9.9.9 id'",
    "vim scp://web-1//tmp/x",
    "DOCKER_HOST=ssh://web-1 docker start x",
    "export PGHOST=web-1; psql -c 'insert into a values (1)'",
    "hg push ssh://web-1/x",
    "borg create web-1:/repo::a f",
    "mount -t nfs web-1:/x /mnt",
    "psql -h web-1 -c 'select 1'",
    "redis-cli -h web-1 SET a b",
    "python3 -c 'import paramiko; paramiko.SSHClient().connect(\"web-1\")'",
    "H=web; redis-cli -h $H-1 GET a",
    "getent hosts web-1",
    "kubectl --context web-1 get pods",
    "touch web-1",
    "git p",
    "git annex sync",
    "git lfs push origin main",
    "git $X",
  ])("[HP4] asks in every mode, whatever a rule says, about: %s", async (text) => {
    const held = await reaching("protected", { rules: () => allowEverything })(local(text));
    expect(held.verdict).toMatch(/ask|danger/);
    expect(held.protectedHost?.name).toBe("web-1");
  });

  it.each([
    "rclone copy x backup:y",
    "bash -c 'unison site'",
    "borg create ::a f",
    "virsh list",
    "a-program-nobody-knows",
  ])("[HP7] asks in every mode, whatever a rule says, where settings may say that it goes there: %s", async (text) => {
    const { rules } = parseRules(
      '[[rule]]\nid = "mine"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = [["rclone", "borg", "a-program-nobody-knows"]] }\n',
      { scope: "user", file: "policy.toml" },
    );
    const held = await reaching("protected", { rules: () => rules })(local(text));
    expect([held.verdict, held.protectedHost?.name, held.findings.at(-1)?.say]).toEqual([
      "ask",
      "web-1",
      "web-1 is protected: a person decides about this, in every mode. It is not certain that this is web-1, so its policy holds: d",
    ]);
  });

  it.each([
    "make test",
    "python3 script.py",
    "curl -X POST http://localhost:3000/x",
    "touch x && mv x y",
    "ssh other uptime",
    "ssh -tp 22 -i key -o BatchMode=yes -oConnectTimeout=5 other ls -J x",
    "scp -rP 22 x other:",
    "rsync -av -e 'ssh -p 22 -i key' x other:y",
    "git switch -c fix",
    "git -c color.ui=never log",
    "ls",
    "grep web-1 /etc/hosts",
    "git log web-1",
    "git commit -m x",
    "hg status",
    "echo web-1",
  ])("[HP4] is judged as ever where it does not go there: %s", async (text) => {
    const terminal = await createFakeTerminals().open({} as never);
    const held = await reaching("protected")(local(text), { terminal });
    const free = await judgeWith({})(local(text), { terminal });
    expect(held).toEqual(free);
  });

  it("[HP4] takes the host and the user that ssh would, behind options in one word", async () => {
    uses.length = 0;
    await reaching("protected")(local("ssh -tvl alice -p22 bob@other -q id"));
    expect(uses[0]?.destinations).toContain("alice@other");
    expect(uses[0]).toMatchObject({ isUnclear: false });
  });

  it.each([
    ["ssh -p 2 root@other id", "root@other", "2"],
    ["ssh other -vp2 id", "other", "2"],
    ["ssh -o Port=2 other id", "other", "2"],
    ["ssh -l root -p 2 other id", "root@other", "2"],
    ["scp -P 2 x other:y", "other", "2"],
    ["sftp -P2 other", "other", "2"],
    ["rsync -a -e 'ssh -p 2 -l root' x other:y", "root@other", "2"],
  ])("[HP2] takes the port that an option gives: %s", async (text, destination, port) => {
    uses.length = 0;
    await reaching("protected")(local(text));
    expect(uses[0]?.logins).toContainEqual({ destination, port });
    expect(uses[0]).toMatchObject({ isUnclear: false });
  });

  it("[HP4] is refused on a read-only host unless it is a login for a command that only reads", async () => {
    const judge = reaching("read-only");
    const verdicts = async (...texts: string[]) =>
      Promise.all(texts.map(async (text) => (await judge(local(text))).verdict));
    expect(await verdicts("ssh web-1 uptime", "ssh web-1 'ls | wc -l'")).toEqual(["ask", "ask"]);
    expect(
      await verdicts("ssh web-1 'rm x'", "ssh web-1", "ssh web-1 < x.sh", "scp x web-1:", "ssh web-1 id; touch y"),
    ).toEqual(Array(5).fill("deny"));
  });

  it.each(["touch x # web-1", "touch web-1", "echo web-1; rm x", "ssh web-1 uptime; touch x"])(
    "[HP4] is refused on a read-only host also where it names that host: %s",
    async (text) => {
      const { verdict, findings } = await reaching("read-only", on("read-only"))({ text });
      expect([verdict, findings[0]?.level, findings[0]?.ruleId]).toEqual(["deny", "deny", "host.read-only"]);
    },
  );

  it("[HP4] is asked about on a read-only host where it names that host and is proved to only read", async () => {
    const { verdict } = await reaching("read-only", on("read-only"))({ text: "getent hosts web-1" });
    expect(verdict).toBe("ask");
  });

  it("[HP4] cannot be told where keys go that ssh gets, so a person decides about them", async () => {
    const foreground = { program: "ssh", waiting: "prompt" as const, prompt: "$ " };
    const keys = {
      kind: "keys" as const,
      text: "ls Enter",
      target: "local" as const,
      approvedKeys: ["ls Enter"],
      foreground,
    };
    const [held, free] = [await reaching("read-only")(keys), await judgeWith({})(keys)];
    expect([held.verdict, held.protectedHost?.name]).toEqual(["ask", "web-1"]);
    expect([free.verdict, free.protectedHost]).toEqual(["ask", undefined]);
  });
});

describe("a step on a protected host", () => {
  const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
  const write = { calls: [{ name: "write_file", input: { path: "x", content: "y", reasoning: "r" } }] };
  const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

  async function begin(script: object[], mode: Mode) {
    const terminals = createFakeTerminals();
    terminals.cwd = folder;
    const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, ...on("protected") });
    const world = createTestEngine({ script, terminals, deps: { judge } });
    const runner = await openTestSession(world.engine, { cwd: folder });
    await runner.request({ type: "settings", settings: { mode } }, mira);
    await runner.request({ type: "prompt", text: "go" }, mira);
    return { ...world, runner, terminals };
  }

  it.each([
    ["bypassPermissions", run("touch x")],
    ["bypassPermissions", run("ls")],
    ["bypassPermissions", write],
    ["acceptEdits", write],
    ["plan", run("ls")],
  ] as const)("[MO8] waits for a person in mode %s", async (mode, step) => {
    const { runner, store, terminals } = await begin([step, done], mode);
    await stepIn(runner, store, "review");
    expect(terminals.ran).toEqual([]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("[AP14] is approved once and never for longer", async () => {
    const { runner, store, terminals } = await begin([run("touch x"), done], "default");
    const { id, digest } = await stepIn(runner, store, "review");
    const approve = (scope: "once" | "session" | "always") =>
      runner.request({ type: "approve", stepId: id, digest, scope }, mira);
    const refused = { outcome: "refused", error: { code: "approval.scope" } };
    expect([await approve("session"), await approve("always")]).toMatchObject([refused, refused]);
    expect(await approve("once")).toMatchObject({ outcome: "accepted" });
    await runner.idle();
    expect(terminals.ran).toEqual(["touch x"]);
  });
});
