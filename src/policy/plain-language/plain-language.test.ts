import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import type { ShellName } from "../../terminal/testing/hostile-case.ts";
import { assess } from "../assess.ts";
import { findUnusual } from "./index.ts";

const shared = [
  "ls -la",
  "A=b w a=b 'c d' \"e $x f\"",
  "w a | w b && w c || w d; w e",
  "w *.c ?x [a-z]* ~/q ~ -x --y=z",
  'w $x ${x} "$x" ${x:-z} "${x%.c}" $1 $# $?',
  'x=a; w $x/b "$x"',
  "w $(w a) \"$(w 'b c')\" `w d`",
  "if w a; then w b; elif w c; then w d; else w e; fi",
  "for x in a b; do w $x; done",
  "case $x in a|b) w c;; *) w d;; esac",
  "{ w a; w b; } 2>&1 | w c",
  "(w a; w b) > /dev/null",
  "! w a",
  "time w a",
  "w a 2>/dev/null >&2 < /dev/null",
  "w <<E\nhi $x\nE\nw b",
  "w <<'E'\nhi `$x\\\nE",
  "w $((1 + 2)) $((x * 3))",
  "w a \\\n  b",
  "w {} HEAD@{1} HEAD~1 a!=b",
  '[ "$x" = a ] && w b',
];
const ofBashAndZsh = [
  "[[ -f x && $x == a* ]] && w b",
  "w {a,b}c {1..3}",
  "w <(w a)",
  "w <<< a",
  "w $'a\\nb'",
  "w a &> /dev/null",
];
const ofBash = [
  "w a # b",
  "w ${#x[@]} ${x[0]} ${x[@]} ${x//a/b} ${x:0:2} ${x^^}",
  "((i < 3)) && w a",
  "for ((i = 0; i < 2; i++)); do w $i; done",
  "[[ $x =~ ^[a-z]+$ ]] && w a",
];

describe("the plain language", () => {
  it.each(shared)("[PO90] has what every shell reads alike: %s", (text) =>
    expect([findUnusual(text, "any"), findUnusual(text, "zsh"), findUnusual(text, "bash")]).toEqual([null, null, null]),
  );

  it.each(ofBashAndZsh)("[PO90] has more where it is read by bash or zsh: %s", (text) =>
    expect([findUnusual(text, "any") === null, findUnusual(text, "zsh"), findUnusual(text, "bash")]).toEqual([
      false,
      null,
      null,
    ]),
  );

  it.each(ofBash)("[PO90] has more where it is read by bash: %s", (text) =>
    expect([findUnusual(text, "any") === null, findUnusual(text, "zsh") === null, findUnusual(text, "bash")]).toEqual([
      false,
      false,
      null,
    ]),
  );

  it.each<[string, string]>([
    ["a program's name that is an assignment elsewhere", "sh -c 'a+=./x'"],
    ["an element of a list that is a pattern elsewhere", "sh -c 'a[0]=./x'"],
    ["time in front of an assignment", "sh -c 'time a=./x'"],
    ["time in front of a redirect and an assignment", "sh -c 'time 2>/dev/null a=./x'"],
    ["a letter that another shell takes for a part of the name", 'x=sub; cd "$xé" && git status'],
    ["a descriptor of two digits", "sh -c 'w a 10</dev/null'"],
    ["a descriptor with a name", "sh -c 'w a {b}</dev/null'"],
    ["quotes inside a value of a here-document", "cat <<E\n${x-'$(touch P)'}\nE"],
    ["a here-document that ends elsewhere", "sh -c \"cat <<$'E'\n\\$E\ntouch P\nE\""],
    ["a sequence with zeros", "cat {01..03}"],
    ["a tilde behind an equals sign", "cat a=~/x"],
    ["a tilde behind a colon", 'x=a:~/b; cat "$x"'],
    ["a quoted part in the name of a home", 'cat ~"/x"'],
    ["a home that was taken away", "env -u HOME sh -c 'env -u $HOME echo touch P'"],
    ["a home that may be several words", "env -u $HOME echo touch P"],
    ["a value that is a pattern to some shell", "env -u $(echo '@(a|b)/x') ls"],
    ["a value that another shell expands", `sh -c 'x="{a,touch}"; env -u $x ls'`],
    ["a blank that is three", 'cd "$IFS" && git status'],
    ["a folder that may be gone", `sh -c 'sort "$PWD-oP" a'`],
    ["names below a home, however deep", "find ~ -name note -exec cat {} \\;"],
    ["a folder that a search finds", "find . -name x -exec git -C {} status \\;"],
    ["a folder that is a number", "cd $((1+1)) && git status"],
    ["a name glued to the folder", 'cat "${PWD}n"'],
    ["a folder glued to the folder", 'cd "${PWD}x" && git status'],
    ["a repository glued to the home", 'git -C "${HOME}x" status'],
    ["the second round of a loop in another folder", "for i in *; do cat note; command cd ~/.ssh; done"],
    ["a folder above in another shell", "env -C l sh -c 'cd .. && git status'"],
    ["an option of time", "sh -c 'time -p a=./x'"],
    ["braces behind a name", "xa=-oP1; x=q; sort $x{a,b} a.txt"],
    ["a length that is a number elsewhere", "sh -c 'cat \"$#?\"'"],
    ["a list of which another command has taken a part", "echo echo touch P | (head -c 5 && sh)"],
    ["a program's name that xargs puts together", "echo ls | xargs -I touch touch P"],
    ["a folder above behind cd -P", "cd -P l && cd .. && git status"],
    ["a dollar that keeps words together", "env $(echo LANG=C echo x)$ touch P"],
    ["a process beside the shell", "x=-c; coproc x { ls; }; uniq $x a"],
    ["an element that a value names", "for i in 1 2; do echo ${a[$i]}; done"],
    ["a list that the line makes", "a=(1 2); echo ${a[0]}"],
    ["a sum that is no sum", ": ${a[1/0]}; x=-c\nuniq $x a"],
    ["a value that is empty in this shell", "env -u $ZSH_VERSION echo touch P"],
    ["a folder whose name may have blanks", "cd 'x touch P' && env -C $PWD ls"],
  ])("[PO90] asks about %s", (_name, command) =>
    expect(assess(command, { target: "local", shell: "bash", cwd: "/home/u/p" }).verdict).not.toBe("allow"),
  );

  it.each<[string, string]>([
    ["a word glued to a bracket", "if ls; then ls; else(egrep 'x;touch P;g'); fi"],
    ["a second block", "{ ls } always { touch P; }"],
    ["a pattern of numbers", "<->/dev/null"],
    ["a descriptor of two digits", "git branch 10>/dev/null"],
    ["a comment, which is none at its prompt", "ls #; touch P"],
    ["letters in steps, which are no sequence there", "cd {a..b..2} && git status"],
    ["a sum that makes a name", ": $((x=1))"],
    ["a value with code in it", "x='path[$(touch P)]'"],
    ["a word that is a pattern with an option of its", "cat a~b"],
    ["quotes that are one with an option of its", "cat 'a''b'"],
    ["braces that expand with an option of its", "cd {x} && git status"],
    ["a sum that assigns", "x=1; printf %d x=5; cd $x && git status"],
  ])("[PO90] asks in zsh about %s", (_name, command) =>
    expect(assess(command, { target: "local", shell: "zsh" }).verdict).not.toBe("allow"),
  );

  it("[PO101] keeps reading a folder where the shell has gone back from a link to it", () => {
    const { files } = assess("cd link && cd .. && cat x", { target: "local", shell: "bash", cwd: "/home/u/p" });
    expect(files?.at(-1)).toMatchObject({ file: { path: "x" }, cwd: { path: "/home/u/p" } });
  });
});

/** What is put into a text, or in place of a part of it, to see whether it is still plain. */
const pieces = [
  ..."(){}[]<>|&;!#~$`'\"\\=+-*?^%@:,./0129 \n\tx".split(""),
  ..."{a,b}|10>|2>|>&|&>|<<|<<<|<(|$(|$((|))|${|$'|[[|]]|;;|always|time |a=b |x+=|x[0]=|{ | }|; |in |do |done|then|<->|$x|${x}|\\\n|~/|=w|()|function f".split(
    "|",
  ),
];

const mutated = (bases: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...bases),
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...pieces), fc.nat(2)), { minLength: 1, maxLength: 3 }),
    )
    .map(([base, changes]) =>
      changes.reduce((text, [at, piece, cut]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place + cut);
      }, base),
    );

const shells: [ShellName, "bash" | "zsh" | "sh", string[], readonly string[]][] = [
  ["bash", "bash", ["bash", "--norc", "-O", "extglob"], [...shared, ...ofBashAndZsh, ...ofBash]],
  ["zsh", "zsh", ["zsh", "-f", "-o", "no_interactive_comments", "-o", "ignore_eof"], [...shared, ...ofBashAndZsh]],
  ["dash", "sh", ["dash"], shared],
  ["ash", "sh", ["busybox", "ash"], shared],
  ["mksh", "sh", ["mksh"], shared],
];

/** The same texts in each run of the tests; other ones for who looks for holes: `COTTY_PLAIN_RUNS=50000`. */
const asked = process.env["COTTY_PLAIN_RUNS"];
const runs = asked === undefined ? { numRuns: 1000, seed: 17 } : { numRuns: Number(asked) };

describe("what a shell runs of plain text", () => {
  for (const [name, shell, argv, bases] of shells) {
    it(`was judged, every command of it: ${name}`, needsShell(name), () => {
      const place = placeToRun(argv);
      let ran = 0;
      fc.assert(
        fc.property(mutated(bases), (text) => {
          const context = { target: "local", shell } as const;
          // What goes on behind the shell's back is not waited for.
          if (/(?<![&>|])&(?![&>])/.test(text)) return;
          // A redirect may write: only below the folder of the test.
          if (/\/|~/.test(text.replaceAll(/\/dev\/null(?![\w./])|~\/q/g, ""))) return;
          if (findUnusual(text, shell === "sh" ? "any" : shell) !== null) return;
          const judged = assess(text, context).commands.map(({ argv: words }) => words);
          // What a file holds that is read as commands is another matter.
          if (judged.some(([program]) => program === ".")) return;
          const run = place.run(text);
          const unjudged = run.filter((words) => !judged.some((each) => covers(each, words)));
          ran += run.length;
          expect({ text, unjudged }).toEqual({ text, unjudged: [] });
        }),
        runs,
      );
      expect(ran).toBeGreaterThan(50);
    });
  }
});

/** Whether these words are what was judged. What only the run decides may be any words, or none. */
function covers(judged: readonly (string | null)[], words: readonly string[]): boolean {
  const [first, ...rest] = judged;
  if (first === undefined) return words.length === 0;
  const [word, ...others] = words;
  if (first !== null && word !== undefined && patternOf(first).test(word) && covers(rest, others)) return true;
  if (first !== null && first !== "…" && !/[*?[]/.test(first)) return false;
  return words.some((_, taken) => covers(rest, words.slice(taken + 1))) || covers(rest, words);
}

/** A number that only the run knows is judged as "…", and the home is shown as "~". */
function patternOf(judged: string): RegExp {
  const escaped = judged.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const source = escaped.replace(/^~(?=\/|$)/, "(?:~|/home/u)").replaceAll(/…|\\\$PWD|<\\\(…\\\)/g, ".*");
  return new RegExp(`^${source}$`, "s");
}

/** A folder with a program that only writes down with which words it was called, and a few odd names. */
function placeToRun([program = "", ...options]: readonly string[]): { run(text: string): string[][] } {
  const shell = execFileSync("sh", ["-c", 'command -v "$1"', "sh", program], { encoding: "utf8" }).trim();
  const dir = mkdtempSync(join(tmpdir(), "cotty-plain-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  const programs = join(dir, "bin");
  mkdirSync(programs);
  for (const name of ["w", "ls", "always"]) {
    writeFileSync(join(programs, name), `#!/bin/sh\nprintf '%s\\001' ${name} "$@" > "$LOG/$$"\n`);
    chmodSync(join(programs, name), 0o755);
  }
  return {
    run(text) {
      const folder = mkdtempSync(join(dir, "f-"));
      for (const file of ["a.c", "10", "1", "{b}", "-x"]) writeFileSync(join(folder, file), "");
      const log = mkdtempSync(join(dir, "log-"));
      const env = { PATH: programs, LOG: log, HOME: "/home/u", TERM: "dumb" };
      spawnSync(shell, [...options, "-c", text], {
        cwd: folder,
        env,
        stdio: "ignore",
        timeout: 3000,
        killSignal: "SIGKILL",
      });
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      // What a shell has left behind may not have written down its words yet.
      const called = readdirSync(log).map((name) => readFileSync(join(log, name), "utf8").split("\u0001").slice(0, -1));
      return called.filter((words) => words.length > 0);
    },
  };
}
