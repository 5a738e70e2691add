import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { needsShell } from "../support/needs-shell.ts";
import { shellOf, startSshd } from "../support/sshd.ts";

const call = (name: string, input: object) => ({ calls: [{ name, input }] });

describe("files on another host", needs("ssh", "sshd"), () => {
  for (const shell of ["bash", "fish", "ash"] as const) {
    it(
      `are read, searched, changed and weighed there, and nothing of them is touched here (${shell}) [S2.46]`,
      needsShell(shell),
      async () => {
        await using sshd = await startSshd({
          shell: shellOf(shell),
          homeFiles: { "app.conf": "port = 80\nname = 'it''s'\n", "strange $(touch x); name.txt": "needle 42\n" },
        });
        using home = createCottyHome();
        const content = "漢字\n'\"$(touch y)`\\\n";
        const model = home.script([
          call("read_files", { paths: ["app.conf", "no-such-file"] }),
          call("code_search", { pattern: "needle [0-9]+" }),
          call("edit_file", { path: "app.conf", edits: [{ find: "port = 80", replace: "port = 8080" }] }),
          call("write_file", { path: join(sshd.home, "new", "note.txt"), content }),
          command("rm -rf ./*"),
          complete("Seen."),
        ]);
        const env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
        const flags = ["--on", "box", "--json", "--model", model, "--mode", "bypassPermissions"];
        const ran = await home.run(["run", ...flags, "look"], { env });
        const events = jsonLines(ran.stdout);
        const of = (type: string) => events.filter((event) => event["type"] === type);
        const outputs = of("step.finished").map(({ output }) => output);
        expect(outputs[0]).toContain("port = 80\nname = 'it''s'\n");
        expect(outputs[0]).toContain("no-such-file");
        expect(outputs[1]).toContain("strange $(touch x); name.txt:1:needle 42");
        expect(readFileSync(join(sshd.home, "app.conf"), "utf8")).toBe("port = 8080\nname = 'it''s'\n");
        expect(readFileSync(join(sshd.home, "new", "note.txt"), "utf8")).toBe(content);
        // What would go is counted on that host, and waits for a person; there is none.
        const removal = of("step.proposed").find((event) => event["command"] === "rm -rf ./*");
        expect(removal).toMatchObject({
          verdict: "danger",
          phrase: "delete on box",
          effect: {
            computed: true,
            entries: 4,
            paths: ["./app.conf", "./new", "./strange $(touch x); name.txt"],
            summary: expect.stringMatching(/^It deletes 3 files and 1 folder, /),
          },
        });
        expect([ran.code, of("turn.finished").map(({ outcome }) => outcome)]).toEqual([3, ["unattended"]]);
        // busybox keeps a history of its own.
        const left = readdirSync(sshd.home).filter((name) => !name.startsWith("."));
        expect(left.sort()).toEqual(["app.conf", "new", "strange $(touch x); name.txt"]);
        expect(readdirSync(home.dir)).not.toContain("new");
      },
    );
  }

  it("[MO9] are asked about in the mode acceptEdits where the session works in the home: that is no project", async () => {
    await using sshd = await startSshd({ shell: shellOf("bash"), homeFiles: { "app.conf": "port = 80\n" } });
    using home = createCottyHome();
    const env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
    const write = async (path: string) => {
      const model = home.script([call("write_file", { path, content: "x\n" }), complete("Done.")]);
      const flags = ["--on", "box", "--json", "--model", model, "--mode", "acceptEdits"];
      const ran = await home.run(["run", ...flags, "write"], { env });
      return [ran.code, jsonLines(ran.stdout).find(({ type }) => type === "step.proposed")?.["verdict"]];
    };
    expect(await write("app.conf")).toEqual([3, "ask"]);
    expect(await write("AGENTS.md")).toEqual([3, "danger"]);
    expect(readFileSync(join(sshd.home, "app.conf"), "utf8")).toBe("port = 80\n");
  });

  it("[PO36] are danger where they are Cotty's own, since the host may be this machine", async () => {
    await using sshd = await startSshd({ shell: shellOf("bash") });
    using home = createCottyHome();
    const state = join(home.dir, "records");
    const env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}`, COTTY_STATE_DIR: state };
    const model = home.script([command(`cat ${state}/hosts/*.json`), complete("Done.")]);
    const ran = await home.run(["run", "--on", "box", "--json", "--model", model, "look"], { env });
    const proposed = jsonLines(ran.stdout).find(({ type }) => type === "step.proposed");
    expect([ran.code, proposed?.["verdict"], proposed?.["phrase"]]).toEqual([3, "danger", "escalate on box"]);
  });

  it("are searched unasked in a folder of the home, and not in the home, which nobody has to name", async () => {
    await using sshd = await startSshd({ shell: shellOf("bash") });
    const files = { ".ssh/note": "hunter 1\n", "shop/.env": "DB_PASSWORD=Zq8vhunt3r77\n", "shop/a.ts": "// TODO\n" };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(sshd.home, name)), { recursive: true });
      writeFileSync(join(sshd.home, name), text);
    }
    const env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
    const asked = async (text: string) => {
      using home = createCottyHome();
      const flags = ["--on", "box", "--json", "--model", home.script([command(text), complete()]), "--mode", "plan"];
      const events = jsonLines((await home.run(["run", ...flags, "look"], { env })).stdout);
      const rules = events.flatMap((event) => (event["findings"] as { ruleId: string }[] | undefined) ?? []);
      const output = events.find((event) => event["type"] === "step.finished")?.["output"] ?? null;
      return [rules.map(({ ruleId }) => ruleId), output];
    };
    expect(await asked("grep -rh hunter")).toEqual([["private.everything"], null]);
    expect(await asked("cd shop && grep -rh .")).toEqual([
      [],
      expect.stringMatching(/^DB_PASSWORD=‹secret:password#1›$/mu),
    ]);
    expect(await asked("cd shop && grep -rh . | cut -c13-")).toEqual([["secret.cut"], null]);
  });
});
