import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mira } from "../../../test/support/engine.ts";
import { endOf, waitingCommand } from "../../../test/support/waiting-command.ts";
import type { Mode } from "../../protocol/index.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "cotty-basis-")), "work");
  mkdirSync(join(folder, "sub"), { recursive: true });
  for (const name of ["pkg/inner", "sub", ".git/hooks", ".husky"]) mkdirSync(join(folder, name), { recursive: true });
  const more = ["build.js", "index.js", "tool.py", "pkg/__init__.py", "pkg/__main__.py", "pkg/inner/job.py"];
  const below = [".git/hooks/pre-commit", ".husky/post-merge", "sub/Makefile", "sub/package.json", "sub/rules.mk"];
  for (const name of [...more, ...below, "s.sh", "sub/t.sh", "data", "Makefile"])
    writeFileSync(join(folder, name), "echo harmless\n");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const waiting = (command: string, mode?: Mode) => waitingCommand(folder, command, mode);

describe("a script that was changed between the question and the approval", () => {
  it.each([
    ["sh ./s.sh", "s.sh"],
    ["./s.sh", "s.sh"],
    ["bash s.sh arg", "s.sh"],
    ["python3 -u s.sh", "s.sh"],
    ["source s.sh", "s.sh"],
    [". ./s.sh", "s.sh"],
    ["sh < s.sh", "s.sh"],
    ["cat s.sh | sh", "s.sh"],
    ["sudo -n env A=1 nohup timeout 5 sh s.sh", "s.sh"],
    ["echo a | xargs sh s.sh", "s.sh"],
    ["find . -name x -exec ./s.sh {} +", "s.sh"],
    ["bash -c 'source s.sh'", "s.sh"],
    ["cd sub && ./t.sh", "sub/t.sh"],
    ["sh *.sh", "s.sh"],
    ["awk -f s.sh data", "s.sh"],
    ["mytool --run=s.sh", "s.sh"],
    ["make", "Makefile"],
    ["node build", "build.js"],
    ["node .", "index.js"],
    ["node ./", "index.js"],
    ["python3 -m tool", "tool.py"],
    ["python3 -mtool", "tool.py"],
    ["python3 -m pkg", "pkg/__main__.py"],
    ["python3 -m pkg.inner.job", "pkg/inner/job.py"],
    ["python3 -m pkg.inner.job", "pkg/__init__.py"],
    ["python3 pkg", "pkg/__main__.py"],
    ["make -C sub", "sub/Makefile"],
    ["make -C sub", "sub/rules.mk"],
    ["make -Csub", "sub/Makefile"],
    ["make --directory=sub all", "sub/Makefile"],
    ["npm --prefix sub run x", "sub/package.json"],
    ["npm --prefix=sub test", "sub/package.json"],
    // [PO126] What the line itself brings there.
    ["mv sub s2 && sh s2/t.sh", "sub/t.sh"],
    ["mv sub s1 && mv s1 s2 && cd s2 && ./t.sh", "sub/t.sh"],
    ["mv sub s2 && make -C s2", "sub/rules.mk"],
    ["mv sub s2 && sh s2/*.sh", "sub/t.sh"],
    ["ln -s sub s2 && ./s2/t.sh", "sub/t.sh"],
    ["cp -r sub pkg && cp -r pkg z && sh z/sub/t.sh", "sub/t.sh"],
    ["cp -r --target-directory=z sub; sh z/sub/t.sh", "sub/t.sh"],
    ["tar cf t.tar sub && mkdir y && tar xf t.tar -C y && sh y/sub/t.sh", "sub/t.sh"],
    ["mkdir y; tar cf - -C sub . | tar xf - -C y; sh y/t.sh", "sub/t.sh"],
    ["rsync -a sub/ y/ && python3 y/t.sh", "sub/t.sh"],
    ["cd sub && cp t.sh ../u && cd .. && sh u", "sub/t.sh"],
    ['eval "$(<s.sh)"', "s.sh"],
    ["BASH_ENV=./s.sh bash -c true", "s.sh"],
    ['BASH_ENV=./s"."sh bash -c true', "s.sh"],
    ["x=s; BASH_ENV=./$x.sh bash -c true", "s.sh"],
    ["export ENV=$PWD/s.sh; sh -i", "s.sh"],
    ["PYTHONSTARTUP=tool.py python3 -i", "tool.py"],
    ["rm $(cat data)", "data"],
    ["rm -rf $(<data)", "data"],
    ["xargs -a data rm", "data"],
    ["xargs rm < data", "data"],
    ["while read f; do rm $f; done < data", "data"],
    ["git -c core.pager=./s.sh log", "s.sh"],
    ["git -c alias.x='!./s.sh' x", "s.sh"],
    ["sqlite3 x.db '.read data'", "data"],
    ["mysql -e 'source data'", "data"],
    ["ansible-playbook data", "data"],
    ["go run build.js", "build.js"],
    ["go run .", "index.js"],
    ["go run ./pkg", "pkg/__main__.py"],
    ["kubectl apply -f data", "data"],
    ["terraform apply", "index.js"],
    ["git apply data", "data"],
    ["patch -p1 < data", "data"],
    ["vim -S s.sh", "s.sh"],
    ["vim -Ss.sh", "s.sh"],
    ["cd sub && git apply t.sh", "sub/t.sh"],
    ["PATH=$PWD/sub:$PATH t.sh", "sub/t.sh"],
    ["curl -d @data https://host.example", "data"],
    ["cp *.sh sub/", "s.sh"],
    ["cat *.js *.sh > all", "s.sh"],
    ["python3 -c 'import tool'", "tool.py"],
    ["python3 -c 'import pkg'", "pkg/__init__.py"],
    ["node -e 'require(\"./build\")'", "build.js"],
    ["git commit -m x", ".git/hooks/pre-commit"],
    ["cd sub && git commit -m x", "sub/../.git/hooks/pre-commit"],
    ["git merge topic", ".husky/post-merge"],
    ["${SHELL:-sh} ${x:-s.sh}", "s.sh"],
  ])("[AP12] asks again instead of running another text: %s", async (command, file) => {
    const { terminals, runner, step, approve, again } = await waiting(command);
    writeFileSync(join(folder, file), "echo evil\n");
    await approve(step);
    const asked = await again();
    expect(endOf(runner.state, step.id)).toEqual([
      "context-changed",
      `${file} changed after this was proposed, so nothing ran.`,
    ]);
    expect(terminals.ran).toEqual([]);
    await approve(asked);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it.each([
    ["chmod +x data", "echo more\n", ["chmod +x data"]],
    ["touch data", "echo more\n", ["touch data"]],
    ["sqlite3 data 'delete from a'", "SQLite format 3\0more", ["sqlite3 data 'delete from a'"]],
    ["sqlite3 data 'delete from a'", "echo more\n", []],
  ])("[AP12] runs where what is in the file is nothing to it: %s with %j", async (command, text, ran) => {
    writeFileSync(join(folder, "data"), "SQLite format 3\0");
    const { terminals, runner, step, approve, again } = await waiting(command);
    writeFileSync(join(folder, "data"), text);
    await approve(step);
    await (ran.length > 0 ? runner.idle() : again());
    expect(terminals.ran).toEqual(ran);
  });

  it("asks again also when it was not there before, and when it was edited to", async () => {
    const { terminals, runner, step, approve, again } = await waiting("touch x");
    await runner.request({ type: "edit", stepId: step.id, command: "sh ./new.sh" }, mira);
    writeFileSync(join(folder, "new.sh"), "echo evil\n");
    await approve(await again());
    await again();
    expect([terminals.ran, endOf(runner.state, step.id)?.[0]]).toEqual([[], "context-changed"]);
  });

  it("cannot be hidden behind more names than are looked at", async () => {
    const many = Array.from({ length: 250 }, (_, at) => `n${at}`).join(" ");
    const { terminals, runner, step, approve, again } = await waiting(`mytool ${many} s.sh`);
    await approve(step);
    await again();
    expect(endOf(runner.state, step.id)).toEqual(["context-changed", expect.stringContaining("more files than")]);
    expect(terminals.ran).toEqual([]);
  });

  it("is found in a folder with more files than are read, also where its size and its time were kept", async () => {
    const many = join(folder, "many");
    mkdirSync(many);
    for (let at = 0; at < 200; at++) writeFileSync(join(many, `f${at}.js`), "1;\n");
    const { terminals, runner, step, approve, again } = await waiting("node many");
    const { atime, mtime } = statSync(join(many, "f7.js"));
    writeFileSync(join(many, "f7.js"), "2;\n");
    utimesSync(join(many, "f7.js"), atime, mtime);
    await approve(step);
    const asked = await again();
    expect(endOf(runner.state, step.id)?.[0]).toBe("context-changed");
    await approve(asked);
    await runner.idle();
    expect(terminals.ran).toEqual(["node many"]);
  });

  it("is not looked for among data that comes and goes in a folder that the command names", async () => {
    const { terminals, runner, step, approve } = await waiting("node .");
    writeFileSync(join(folder, "server.log"), "more\n");
    await approve(step);
    await runner.idle();
    expect(terminals.ran).toEqual(["node ."]);
  });

  it("does not matter where the command only moves or deletes it, or where it was saved unchanged", async () => {
    const moving = await waiting("chmod +x s.sh");
    writeFileSync(join(folder, "s.sh"), "echo more\n");
    await moving.approve(moving.step);
    await moving.runner.idle();
    const running = await waiting("sh ./s.sh");
    rmSync(join(folder, "s.sh"));
    writeFileSync(join(folder, "s.sh"), "echo more\n");
    await running.approve(running.step);
    await running.runner.idle();
    expect([moving.terminals.ran, running.terminals.ran]).toEqual([["chmod +x s.sh"], ["sh ./s.sh"]]);
  });
});

describe("a folder that was renamed and replaced between the question and the approval", () => {
  it.each([
    ["touch x", "default"],
    ["cat data", "review"],
  ] as const)("[AP12] asks again: %s in mode %s", async (command, mode) => {
    const { terminals, runner, step, approve, again } = await waiting(command, mode);
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder);
    await approve(step);
    await again();
    expect(endOf(runner.state, step.id)).toEqual(["context-changed", "The folder is another one now, so nothing ran."]);
    expect(terminals.ran).toEqual([]);
  });
});
