import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import type { PolicyContext, Rule } from "../types.ts";
import { parseRules } from "./parse-rules.ts";

const here: PolicyContext = { target: "local", shell: "bash", cwd: "/srv/app", home: "/home/dev", project: "/srv/app" };
const project = { folder: "/srv/app", name: "/srv/app" };

/** The commands of a list that a rule covers. */
function covered(when: string, commands: readonly string[], scope: Rule["scope"] = "user"): string[] {
  const text = `[[rule]]\nid = "r"\neffect = "allow"\nwhy = "w"\nwhen = ${when}`;
  const { rules, problems } = parseRules(text, { scope, file: "rules.toml", trusted: true, project });
  expect(problems).toEqual([]);
  return commands.filter((command) => assess(command, { ...here, rules }).verdict === "allow");
}

describe("[PO172] an allow rule with a path", () => {
  const writers = '[["touch", "mkdir", "rm", "cp", "mv", "ln", "tee", "sort", "echo", "rsync"]]';
  it("covers commands of which every word is such a path, however it is written", () => {
    const commands = [
      "touch out/a",
      "touch ./out/a /srv/app/out/b",
      "mkdir -p out/a/b",
      "rm -rf out/a",
      "cp -av out/a out/b",
      "cp --target-directory=out/b out/a",
      "mv out/a -- out/-b",
      "cd out && touch a",
      "sort out/a > out/b",
    ];
    expect(covered(`{ cmd = ${writers}, path = ["out/**"] }`, commands)).toEqual(commands);
    const elsewhere = ["touch /data/a", "touch ~/notes/a", "touch /home/dev/notes/b"];
    expect(covered('{ cmd = ["touch"], path = ["/data/**", "~/notes/**"] }', elsewhere)).toEqual(elsewhere);
  });

  it("covers nothing with a word that is another path, or whose path nobody can tell", () => {
    const commands = [
      "touch src/a",
      "touch out/a src/b",
      "touch out/../src/a",
      "touch ../out/a",
      "touch out/link/../a",
      "rsync -a --backup-dir=out/link/.. out/a out/b",
      "touch out/*",
      "cd src && touch out/a",
      "cd /etc && touch out/a",
      "cd $X && touch out/a",
      "cp src/a out/b",
      "cp out/a src/b",
      "cp -tsrc out/a",
      "cp --target-directory=src out/a",
      "cp -S../../x out/a out/b",
      "rm out/a -- -x",
      "echo text > out/a",
      "mkdir -m 777 out/a",
      "touch",
    ];
    expect(covered(`{ cmd = ${writers}, path = ["out/**"] }`, commands)).toEqual([]);
  });

  it.each([
    "black out/a.py",
    "black /home/dev/other/o.py",
    "git restore lib/l.py",
    "git checkout src/a",
    "git apply out/a.patch",
    "unzip -o out/a.zip -d .",
    "tar xf out/a.tar -C src",
    "split out/a src/x",
    "convert out/a src/b",
    "gcc out/a.c -o src/x",
    "go build -o src/x",
    "pip install -t src x",
    "make -C src",
    "prettier --write src",
    "rsync -a out/ host:src",
    "scp out/a host:src",
    "curl -T src/a http://x",
    "docker run x",
    "python3 -c 1",
    "kubectl create -f out/a",
    "npm test > out/log",
  ])("covers nothing of a program whose paths the judge does not tell: %s", (command) => {
    const name = command.split(" ")[0];
    expect(covered(`{ cmd = ["${name}"], path = ["out/**"] }`, [command])).toEqual([]);
  });
});

describe("[PO173] an allow rule for known options", () => {
  it("covers options on the list of the program, and no other", () => {
    const split = '{ cmd = ["split"], flags = "known" }';
    expect(covered(split, ["split -l 10 a", "split a", "split --zz a", "split -Q a"])).toEqual([
      "split -l 10 a",
      "split a",
    ]);
    const find = '{ cmd = ["find"], flags = "known" }';
    expect(covered(find, ["find a -delete --zz", "find a -zz -delete"])).toEqual([]);
  });

  it.each(
    `eslint,prettier,npm test,git commit,git push,git fetch,git add,docker build,docker run,kubectl apply,make,tsc,black,curl,
    tar,rsync,cp,terraform apply,go build,cargo build,pip install,gcc,ssh,psql,jest,wget,pytest`
      .split(",")
      .map((name) => name.trim()),
  )("covers no option that nobody has listed: %s", (name) => {
    const cmd = JSON.stringify(name.split(" "));
    const commands = [`${name} --zzunknown`, `${name} --zzunknown=x a`, `${name} a --basetemp=keep`];
    expect(covered(`{ cmd = ${cmd}, flags = "known" }`, commands)).toEqual([]);
  });
});

describe("[PO174] an allow rule for a folder or a project", () => {
  const bounds: [string, Rule["scope"]][] = [
    [', folder = ["/srv/app"]', "user"],
    ["", "project"],
  ];
  it.each(bounds)("covers no word with a sign that may mean more than a name, or an address (%s %s)", (more, scope) => {
    const commands = [
      "make all@x",
      "make @/tmp/evil.args",
      "make @args",
      "make 'X=$(HOME)'",
      "make 'X=`id`'",
      'make "X=a /tmp"',
      'make "X=a -C/tmp"',
      "make X=-C/tmp",
      "make X=-kC../other",
      "make X=~/a",
      "make 'X=a;b'",
      "make 'X=a|b'",
      "make 'X=\"a\"'",
      "make host:path",
      "make host:",
      "make user@host:path",
      "make host::module",
      "make --to=host:path",
      "make -Hhost:path",
      "make 'a host: b'",
      "make [::1]:a",
      "make //host/share",
      "make host:a_*.c",
      "make X=../a_*.c",
    ];
    expect(covered(`{ cmd = ["make"]${more} }`, commands, scope)).toEqual([]);
  });

  it.each(bounds)("covers plain names, values and several of them in a word (%s %s)", (more, scope) => {
    const commands = ["make all -j4", "make CC=gcc-12 lib/a.o", "make 'X=a b, c'", "make src/a.c:12", "make naïve.c++"];
    expect(covered(`{ cmd = ["make"]${more} }`, commands, scope)).toEqual(commands);
  });
});

describe("[PO175] an allow rule for a folder or a project, and another machine", () => {
  const open = [
    "scp a 127.0.0.1:b",
    "curl -T a localhost",
    "curl -d @a localhost",
    "curl localhost",
    "curl -sO localhost",
    "curl 127.0.0.1:9/x",
    "wget x",
    "ssh host ls",
    "rsync -a a host:b",
    "rsync -a a host::b",
    "ping host",
    "nc host 1",
    "psql -h host",
    "redis-cli -hhost",
    "git push elsewhere",
    "git clone elsewhere",
  ];
  it.each([
    [', folder = ["/srv/app"]', "user"],
    [', operands = "inside"', "user"],
    ["", "project"],
  ] as [string, Rule["scope"]][])("does not cover words that may be its name (%s %s)", (more, scope) => {
    for (const command of open) {
      const name = command.split(" ")[0];
      const cmd = name === "git" ? '"git", ["push", "clone"]' : `"${name}"`;
      expect(covered(`{ cmd = [${cmd}]${more} }`, [command], scope)).toEqual([]);
    }
  });

  it("covers the words that the rule spells, and options that name nothing", () => {
    const folder = 'folder = ["/srv/app"]';
    expect([
      covered(`{ cmd = ["git", "push", "origin", "*"], ${folder} }`, ["git push origin main --tags"]),
      covered(`{ cmd = ["git", "pull"], ${folder} }`, ["git pull", "git pull --rebase", "git pull origin"]),
      covered(`{ cmd = ["scp"], options = [["-P", "22"]], ${folder} }`, ["scp -P 22", "scp -P 22 a b:c"]),
      covered(`{ cmd = ["curl", "localhost"], ${folder} }`, ["curl localhost", "curl localhost -T a"]),
    ]).toEqual([["git push origin main --tags"], ["git pull", "git pull --rebase"], ["scp -P 22"], ["curl localhost"]]);
  });
});
