import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { assess } from "../../policy/index.ts";
import { allShellsBut, programOf, type ShellName } from "../../terminal/testing/shells.ts";
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

/** In which dialect its lines are judged, how it is started, and what texts are made of. Nothing of fish is plain. */
const shells: Record<Exclude<ShellName, "fish">, ["bash" | "zsh" | "sh", string[], readonly string[]]> = {
  bash: ["bash", ["bash", "--norc", "-O", "extglob"], [...shared, ...ofBashAndZsh, ...ofBash]],
  zsh: ["zsh", ["zsh", "-f", "-o", "no_interactive_comments", "-o", "ignore_eof"], [...shared, ...ofBashAndZsh]],
  dash: ["sh", programOf("dash"), shared],
  ash: ["sh", programOf("ash"), shared],
  mksh: ["sh", programOf("mksh"), shared],
};

/** The same texts in each run of the tests; other ones for who looks for holes: `COTTY_PLAIN_RUNS=50000`. */
const asked = process.env["COTTY_PLAIN_RUNS"];
const runs = asked === undefined ? { numRuns: 1000, seed: 17 } : { numRuns: Number(asked) };

describe("what a shell runs of plain text", () => {
  for (const name of allShellsBut({ fish: "nothing of it is plain" })) {
    const [shell, argv, bases] = shells[name];
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
