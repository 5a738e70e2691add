import { describe, expect, it } from "vitest";
import { assess, assessFiles } from "./index.ts";
import type { PolicyContext } from "./types.ts";

const home = "/data/users/alice";
const at = (cwd: string): PolicyContext => ({ target: "local", shell: "bash", home, cwd });
const inProject: PolicyContext = { ...at(`${home}/shop`), project: `${home}/shop` };

describe("[PO49] a search that is given no folder", () => {
  const searches = [
    "grep -rh hunter",
    "grep -re hunter",
    "grep --recursive --include '*' hunter",
    "grep -d recurse hunter",
    "grep -r -A 3 hunter",
    "rgrep hunter",
    "rg hunter",
    "rg -g '*' hunter",
    "ag hunter",
    "find -type f -exec cat {} +",
  ];
  it.each(searches)("is judged as one of the folder it is in: %s", (command) => {
    const verdicts = [at(home), at("/data/users"), at("/"), at("/etc"), inProject].map(
      (context) => assess(command, context).verdict,
    );
    expect(verdicts).toEqual(["ask", "ask", "ask", "ask", "allow"]);
  });

  it.each(["cd ~; ", "cd ..; ", "cd / && "])("is judged as one of the folder that the line went to: %s", (move) => {
    expect(assess(`${move}grep -rh hunter`, inProject).verdict).toBe("ask");
  });

  it("reads what comes through a pipe instead, where the program does", () => {
    expect(
      ["cat notes | rg hunter", "cat notes | grep -r hunter"].map((line) => assess(line, at(home)).verdict),
    ).toEqual(["allow", "ask"]);
  });
});

describe("[PO49] a folder that holds a home", () => {
  it.each(["grep -r . /data/users", "grep -r . /data", "grep -re. ~", "grep -r --regexp=. ~", "grep -r -f words ~"])(
    "is asked about wherever homes are: %s",
    (command) => {
      expect(assess(command, inProject).verdict).toBe("ask");
    },
  );

  it("is known by what it is called and by where it really is", () => {
    const linked = { ...inProject, home: "/home/alice", realHome: home };
    const paths = ["/data/users", home, "/home", "/home/alice", `${home}/shop`];
    expect(paths.map((path) => assessFiles({ access: "read", paths: [path] }, linked).verdict)).toEqual([
      "ask",
      "ask",
      "ask",
      "ask",
      "allow",
    ]);
  });
});

describe("[PO50] a name in a folder that only the run decides", () => {
  const there = 'cd "$(rev <<< cte/)"; ';
  it.each([
    "cat shadow",
    "sort < shadow",
    "cat sh*",
    "cat *",
    "grep -r x .",
    "rg x",
    "cat ../x",
    "cat 1/environ",
    "cat config",
    "cat README.md",
    "grep -rn TODO src",
  ])("is asked about where it can be a place of secrets: %s", (command) => {
    expect(assess(there + command, inProject).verdict).toBe("ask");
  });

  it("may be listed, where the shell does not stay there [PO187]", () => {
    expect(assess(`(${there}ls)`, inProject).verdict).toBe("allow");
    expect(assess(`${there}ls`, inProject).verdict).toBe("ask");
  });

  it("is read where the line went to one known folder, or stayed", () =>
    expect(assess("cd /var/log; tail -5 syslog", inProject).verdict).toBe("allow"));
});
