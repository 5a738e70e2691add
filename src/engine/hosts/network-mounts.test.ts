import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Act } from "../contract/act.ts";
import { createPolicyJudge } from "../judge/policy-judge.ts";
import type { HeldHost, HostUse } from "./host-policy.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-mounts-")));
  for (const name of ["project", "far/app", "pool"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "far/app/a.txt"), "a\n");
  writeFileSync(join(folder, "project/b.txt"), "b\n");
  symlinkSync("../far", join(folder, "project/link"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = AbortSignal.timeout(60_000);
const root = "22 1 254:0 / / rw - ext4 /dev/vda rw";
const sshfs = "fuse.sshfs prod:/srv rw,user_id=0";

/** The folder `far` is on this file system, as the target tells it. */
const mounted = (system: string, point = "far") => `${root}\n90 22 0:99 / ${join(folder, point)} rw - ${system}\n`;

interface World {
  table?: string | null;
  cwd?: string;
  policy?: HeldHost["policy"];
  act?: Partial<Act>;
}

/** What is thought of a command, and which host holds it. */
async function opinionOf(text: string, { table = mounted(sshfs), cwd = "project", policy, act }: World = {}) {
  const terminal = await createFakeTerminals().open({} as never);
  const uses: HostUse[] = [];
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys: (keys) => keys,
    hostPolicy: () => "default",
    holdsHosts: () => true,
    async reachedHostPolicy(use) {
      uses.push(use);
      const held = { name: "prod", policy: policy ?? "protected" };
      if ([...use.destinations, ...use.words].some((host) => /^(?:\w+@)?prod$|^10\.0\.0\.7$/.test(host))) return [held];
      return use.isUnclear ? [{ ...held, doubt: "it cannot be told." }] : "default";
    },
  });
  const tells: typeof terminal.side = async (argv, options) => {
    if (!argv.some((word) => word.includes("/proc/self/mountinfo"))) return terminal.side(argv, options);
    const stdout = new TextEncoder().encode(table ?? "");
    return { stdout, stderr: new Uint8Array(), exitCode: table === null ? 1 : 0, timedOut: false, truncated: false };
  };
  const given: Act = {
    kind: "command",
    text,
    target: "local",
    cwd: join(folder, cwd),
    shell: "bash",
    agent: "cotty",
    session: "s",
    foreground: null,
    approvedKeys: [],
    ...act,
  } as Act;
  const { verdict, protectedHost, findings } = await judge(given, { signal, terminal: { ...terminal, side: tells } });
  const doubt = findings.some(({ say }) => say?.includes("what is mounted there may be kept on it"));
  return [verdict, protectedHost?.name ?? null, ...(doubt ? ["perhaps"] : [])];
}

describe("[HP9] files of a held host that are mounted on the target", () => {
  it.each([
    "cat ../far/app/a.txt",
    "touch ../far/x",
    'sh -c "echo hi > ../far/x"',
    'python3 -c \'open("../far/x", "w")\'',
    "cat link/app/a.txt",
    "cp b.txt link/",
    "rm -r ..",
    "grep -r a ..",
    "find .. -delete",
    "find .. -name x",
    "ls -lR ..",
    "cd .. && find . -type f",
    "cd ../far && ls",
    "ls ../far/app",
  ])("are the host's: %s", async (command) => {
    expect((await opinionOf(command)).slice(1)).toEqual(["prod"]);
  });

  it.each(["ls", "cat a.txt", "touch x", "npm test", "echo a"])("are, in a folder there: %s", async (command) => {
    expect((await opinionOf(command, { cwd: "far/app" })).slice(1)).toEqual(["prod"]);
  });

  it.each(["cat b.txt", "touch x", "ls", "ls ..", "cd .. && ls", "npm test", "grep -r a .", "find . -name x"])(
    "hold nothing of what stays here: %s",
    async (command) => {
      expect((await opinionOf(command)).slice(1)).toEqual([null]);
    },
  );

  it.each([
    ["fuse.sshfs root@prod:/srv rw", "prod"],
    ["nfs4 prod:/srv rw,vers=4.2,addr=10.1.1.1", "prod"],
    ["nfs nas:/srv rw,addr=10.0.0.7", "prod"],
    ["cifs //prod/share rw,username=me", "prod"],
    ["cifs //nas/share rw,addr=10.0.0.7", "prod"],
    ["fuse https://prod/dav rw", "prod"],
    ["nfs4 nas:/srv rw,addr=10.1.1.1", null],
    ["fuse.sshfs nas:/srv rw", null],
    ["ext4 /dev/vdb rw", null],
    ["tmpfs prod:/srv rw", null],
  ])("are told by the source of the mount: %s", async (system, host) => {
    expect((await opinionOf("touch ../far/x", { table: mounted(system) })).slice(1)).toEqual([host]);
  });

  it.each([
    "fuse.rclone backup: rw",
    "9p share rw,trans=virtio",
    "autofs systemd-1 rw",
    "fuse.gvfsd-fuse gvfsd-fuse rw",
  ])("may be, where only a program's own settings name the machine: %s", async (system) => {
    expect((await opinionOf("touch ../far/x", { table: mounted(system) })).slice(1)).toEqual(["prod", "perhaps"]);
    expect((await opinionOf("touch x", { table: mounted(system) })).slice(1)).toEqual([null]);
  });

  it("are seen where another mount shows them again", async () => {
    const bound = `${mounted(sshfs)}91 22 0:99 /app ${join(folder, "pool")} rw - ${sshfs}\n`;
    const overlay = `${mounted(sshfs)}91 22 0:98 / ${join(folder, "pool")} rw - overlay overlay rw,lowerdir=${join(folder, "far/app")}\n`;
    const through = `${mounted(sshfs)}91 22 0:98 / ${join(folder, "pool")} rw - fuse.bindfs ${join(folder, "far")} rw\n`;
    for (const table of [bound, overlay, through])
      expect((await opinionOf("touch ../pool/x", { table })).slice(1)).toEqual(["prod"]);
    const local = `${mounted(sshfs)}91 22 0:98 / ${join(folder, "pool")} rw - overlay overlay rw,lowerdir=/usr/share\n`;
    expect((await opinionOf("touch ../pool/x", { table: local })).slice(1)).toEqual([null]);
  });

  it("are told by other systems as well, and what tells nothing may be anywhere", async () => {
    const bsd = `/dev/disk1 on / (apfs, local)\nme@prod:/srv on ${join(folder, "far")} (sshfs, nodev, nosuid)\n`;
    expect((await opinionOf("touch ../far/x", { table: bsd })).slice(1)).toEqual(["prod"]);
    expect((await opinionOf("touch x", { table: bsd })).slice(1)).toEqual([null]);
    expect((await opinionOf("touch x", { table: null })).slice(1)).toEqual(["prod", "perhaps"]);
  });

  it("are read on a read-only host and not changed", async () => {
    const there = { cwd: "far/app", policy: "read-only" } as const;
    expect((await opinionOf("cat a.txt", there))[0]).toBe("allow");
    expect((await opinionOf("touch a.txt", there))[0]).toBe("deny");
  });

  it("are held for the tools for files too", async () => {
    const use = (path: string, access: "read" | "write") =>
      opinionOf("", {
        act: { kind: "file", files: { access, paths: [path], real: [join(folder, path)] } } as Partial<Act>,
      });
    expect((await use("far/app/a.txt", "write")).slice(1)).toEqual(["prod"]);
    expect((await use("far/app/a.txt", "read")).slice(1)).toEqual(["prod"]);
    expect((await use("project/b.txt", "read")).slice(1)).toEqual([null]);
  });
});
