import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { needs } from "../support/needs.ts";
import { needsProtection, protectFolder } from "../support/protect-folder.ts";

const stateOf = (home: CottyHome) => join(home.dir, "state");

function runWith(home: CottyHome, text: string, task: string) {
  const model = home.script([command(text), complete("Seen.")]);
  return home.run(["run", "--model", model, "--mode", "bypassPermissions", task]);
}

describe("a state folder that is mounted read-only", needsProtection, () => {
  it("can be looked at with every command that looks back, and says so where something has to be stored", async () => {
    using home = createCottyHome();
    await runWith(home, "echo marmalade", "look for it");
    using _ = protectFolder(stateOf(home));
    const seen = { code: 0, stderr: "" };
    expect(await home.run(["sessions"])).toMatchObject({ ...seen, stdout: expect.stringContaining("complete") });
    expect(await home.run(["show", "last"])).toMatchObject({ ...seen, stdout: expect.stringContaining("Seen.") });
    expect(await home.run(["search", "marmalade"])).toMatchObject({ ...seen, stdout: expect.stringContaining("s_") });
    expect(await home.run(["verify"])).toMatchObject({ ...seen, stdout: expect.stringContaining("events intact") });
    const text = await home.run(["export", "last", "--format", "txt"]);
    expect(text).toMatchObject({ ...seen, stdout: expect.stringContaining("marmalade") });
    const replay = startInTerminal(home, ["replay", "last", "--speed", "100"]);
    await replay.shows("marmalade");
    expect(await replay.ended).toBe(0);
    const run = await runWith(home, "echo no", "store it");
    expect(run).toMatchObject({ code: 125, stdout: "" });
    expect(run.stderr).toMatch(/state.* cannot be (used to store sessions|opened or written)/);
  });
});

describe("a full disk", needs("root", "mount"), () => {
  /** The state folder on a disk of its own, filled to the last byte. */
  function smallDisk(home: CottyHome) {
    mkdirSync(stateOf(home), { mode: 0o700 });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m,mode=700", "tmpfs", stateOf(home)]);
    return {
      fill() {
        const piece = Buffer.alloc(4096, 1);
        while (statfsSync(stateOf(home)).bavail > 0) appendFileSync(join(stateOf(home), "ballast"), piece);
      },
      [Symbol.dispose]: () => void execFileSync("umount", ["-l", stateOf(home)]),
    };
  }

  it("is freed by deleting sessions and by pruning them, without a word of Node's own", async () => {
    using home = createCottyHome();
    using disk = smallDisk(home);
    for (const task of ["one", "two", "three"]) await runWith(home, "head -c 400000 /dev/zero | tr '\\0' x", task);
    expect(readdirSync(join(stateOf(home), "terminals"))).toHaveLength(3);
    disk.fill();
    expect((await home.run(["sessions"])).stdout.match(/complete/g)).toHaveLength(3);
    const doctor = await home.run(["doctor"]);
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/✗ State folder .* is on a disk that is full\./),
    ]);
    const full = await runWith(home, "echo no", "store it");
    expect(full.code).toBe(125);
    expect(full.stderr).not.toContain("(node:");

    const deleted = await home.run(["sessions", "delete", "last"]);
    expect(deleted).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Deleted s_\w+\.\n$/) });
    disk.fill();
    const pruned = await home.run(["sessions", "prune", "--older-than", "0.0000001"]);
    expect(pruned).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Deleted 2: /) });
    expect(readdirSync(join(stateOf(home), "terminals"))).toEqual([]);
    expect(await home.run(["sessions"])).toMatchObject({ stdout: expect.stringContaining("No sessions yet") });
  });

  it("is freed as far as it goes when one of the sessions cannot be deleted, which is named", async () => {
    using home = createCottyHome();
    for (const task of ["one", "two"]) await runWith(home, "echo x", task);
    const [stuck = ""] = readdirSync(join(stateOf(home), "terminals"));
    const held = join(stateOf(home), "terminals", stuck);
    execFileSync("mount", ["--bind", held, held]);
    try {
      const pruned = await home.run(["sessions", "prune", "--older-than", "0.0000001"]);
      expect(pruned).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Deleted s_\w+\.\n$/) });
      expect(pruned.stderr).toMatch(/^cotty: s_\w+ was not deleted: .*busy/);
    } finally {
      execFileSync("umount", [held]);
    }
    expect(await home.run(["sessions", "prune", "--older-than", "0.0000001"])).toMatchObject({ code: 0, stderr: "" });
    expect(await home.run(["verify"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ ledger {2}\d+ entries intact\n$/),
    });
  });
});
