import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolsOf } from "../../src/terminal/testing/shells.ts";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { needsShell } from "../support/needs-shell.ts";
import { shellOf, startSshd } from "../support/sshd.ts";

/** What people have in their start-up files: an alias that makes a look more, and a cd that activates an environment. */
const startUp = `
alias diff='git diff --no-index'
cd() { builtin cd "$@" || return; [[ -f .venv/bin/activate ]] && source .venv/bin/activate; }
`;
const sayCd = expect.stringMatching(/^cd is a function of your shell/);

/** A repository whose settings and folders name programs for both. */
function hostileProject(home: string) {
  const folder = join(home, "project");
  mkdirSync(folder);
  mkdirSync(join(home, "sub", ".venv", "bin"), { recursive: true });
  const ran = join(home, "ran");
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd: folder, stdio: "ignore" });
  git("init", "-q");
  git("config", "diff.external", `sh -c 'touch ${ran}' x`);
  writeFileSync(join(home, "sub", ".venv", "bin", "activate"), `touch ${ran}\n`);
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), `${name}\n`);
  return { folder, ran: () => existsSync(ran) };
}

/** What the agent runs in the project, and how each step was judged and ended. */
async function steps(
  home: CottyHome,
  folder: string,
  mode: string,
  on: { flags: string[]; env: Record<string, string> },
) {
  const model = home.script([
    command(`diff ${folder}/a ${folder}/b`),
    command(`cd ${folder}/../sub && pwd`),
    complete("Done."),
  ]);
  const flags = [...on.flags, "--json", "--model", model, "--mode", mode];
  const ran = await home.run(["run", ...flags, "look"], { env: on.env });
  const events = jsonLines(ran.stdout);
  const of = (type: string) => events.filter((event) => event["type"] === type);
  const said = of("step.proposed").map(({ verdict, findings }) => [
    verdict,
    ...(findings as { say: string }[]).map(({ say }) => say),
  ]);
  return { said, ended: of("step.finished").map(({ outcome, exitCode }) => [outcome, exitCode]) };
}

const expected = {
  said: [["allow"], ["allow"], ["ask", sayCd]],
  ended: [
    ["exited", 1],
    ["context-changed", null],
  ],
};

describe("a person's own aliases and functions [PO247]", () => {
  for (const shell of ["bash", "zsh"] as const)
    for (const mode of ["default", "plan"])
      it(`stand for nothing in what runs unasked in ${mode} mode, in ${shell}`, needsShell(shell), async () => {
        using home = createCottyHome();
        for (const file of [".bashrc", ".zshrc"]) writeFileSync(join(home.dir, file), startUp);
        const { folder, ran } = hostileProject(home.dir);
        const path = execFileSync("sh", ["-c", `command -v ${shell}`], { encoding: "utf8" }).trim();
        const seen = await steps(home, folder, mode, { flags: [], env: { SHELL: path } });
        expect([seen, ran()]).toEqual([expected, false]);
      });

  for (const shell of ["bash", "zsh"] as const)
    it(
      `stand for nothing in what runs unasked on another host, in ${shell}`,
      needs("ssh", "sshd", ...toolsOf(shell)),
      async () => {
        const homeFiles = { ".bashrc": startUp, ".bash_profile": startUp, ".zshrc": startUp };
        await using sshd = await startSshd({ shell: shellOf(shell), homeFiles });
        using home = createCottyHome();
        const { folder, ran } = hostileProject(sshd.home);
        const env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
        for (const mode of ["default", "plan"]) {
          const seen = await steps(home, folder, mode, { flags: ["--on", "box"], env });
          expect([mode, seen, ran()]).toEqual([mode, expected, false]);
        }
      },
    );
});
