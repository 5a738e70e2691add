import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { assess } from "../assess.ts";
import { readAwk } from "./awk.ts";

const verdictOf = (line: string) => assess(line, { target: "local", shell: "bash" }).verdict;

describe("awk programs", () => {
  it.each([
    `awk 'BEGIN{f="system"; @f("rm -rf ~/data")}'`,
    `awk -v f=system 'BEGIN{@f("id")}'`,
    `awk '{f=$1; @f($2)}' data`,
    `awk 'BEGIN{asort(a,b,"system")}'`,
    `awk 'BEGIN{PROCINFO["sorted_in"]="system"; for (i in a) print}'`,
    `awk 'BEGIN{ARGV[1]="/etc/shadow";ARGC=2}{print}'`,
    `awk 'BEGIN{ARGV[ARGC++]="/etc/" "shadow"}{print}'`,
    `awk '@include "x"; {print}' f`,
    `awk '@load "filefuncs"; {print}' f`,
    `awk '@namespace "x"; {print}' f`,
    `awk '{print | "sh"}' f`,
    `awk '{print |& "sh"}' f`,
    `awk '{"id" | getline x; print x}' f`,
    `awk '{system("id")}' f`,
    `awk '{awk::system("id")}' f`,
    `awk '{print > $1}' f`,
    `awk '{print > "out" $1}' f`,
    `awk '{print($1) >> "out"}' f`,
    `awk '{printf "%s", $1 > "out"}' f`,
    `awk 'BEGIN{while ((getline l < file) > 0) print l}'`,
    `awk 'BEGIN{SYMTAB["x"]=1}'`,
    `awk '{print ENVIRON["HOME"]}' f`,
    `awk 'BEGIN{if (1) /"/ ; system("id") ; x = "/"}'`,
    `awk 'BEGIN{x = 1 /"/ 2; system("id"); y = "/"}'`,
    `awk 'BEGIN{print length /"/ ; system("id") ; x = "/"}'`,
    `awk '/[]/"]/ {system("id")} /"/'`,
    `awk 'BEGIN{x++ /"/ 1; system("id"); "/"}'`,
    `awk -f prog.awk f`,
    `awk -i inplace '{print}' f`,
    `awk -l filefuncs '{print}' f`,
    `awk -E prog.awk`,
    `awk --exec prog.awk`,
    `awk "{print $x}" f`,
    `awk $x f`,
    `awk -v n=$n '{print}' f`,
    `awk 1 /inet/tcp/0/evil.example/80`,
    `awk 'BEGIN{getline x < "/inet/tcp/0/evil.example/80"}'`,
    `awk 'BEGIN{unknown("x")}'`,
    `awk 'BEGIN { print "a",\n\n"b" > "x" }'`,
    `awk 'BEGIN { print 1 &&\n\n"b" > "x" }'`,
    `awk 'BEGIN { print 1 ?\n"a" : "b" > "x" }'`,
    `awk 'BEGIN { while ((getline l[1 ?\n"a":"b"] < "/etc/shadow") > 0) print l["a"] }'`,
    `awk 'BEGIN { while ((getline l[1 &&\n1] < "/etc/shadow") > 0) print l[1] }'`,
    `awk 'BEGIN { getline && $1 < "/etc/shadow"; print }'`,
    `awk 'BEGIN { asort(a, b, f) }'`,
    `awk '# a comment that some continue \\\n{ print > "x" }'`,
    `awk 'BEGIN { for (print 1 > "x";;) exit }'`,
    `awk 'BEGIN { x = ${"(".repeat(5000)}1${")".repeat(5000)} }'`,
  ])("[PO32] are not proved: %s", (line) => {
    expect(verdictOf(line)).not.toBe("allow");
  });

  it.each([
    `awk '{print $1}' f`,
    `awk -F: '$3 > 1000 {print $1}' f`,
    `awk '$1 ~ /^a[^/]+b/ && !seen[$2]++' f`,
    `awk 'NR==1 || /x|y/ {n++; s += $2 / 2} END {printf "%d %.2f\\n", n, s/n}' f`,
    `awk '{ if ($1 > 5) print "big", $0; else print "small" }' f`,
    `awk 'function max(a, b) { return a > b ? a : b } { m = max(m, $1) } END { print m }' f`,
    `awk '{gsub(/"/, ""); split($0, a, ","); print a[1], length(a[2])}' f`,
    `awk 'BEGIN { while ((getline line < "a.txt") > 0) n++; print n }'`,
    `awk '{print > "/dev/stderr"}' f`,
    `awk 'BEGIN{PROCINFO["sorted_in"]="@ind_str_asc"; for (i in a) print i}'`,
    `awk -v n="$n" 'NR<=n' f`,
    `awk '/start/,/end/' f`,
    `awk 'END{print NR}' a b`,
    `awk 'BEGIN { print "a",\n\n  "b" }'`,
    `awk '{ if ($1 > 5)\n print (a > b ? a : b)\n else if (x) { y++ }\n else\n next }' f`,
    `awk '{ do { i-- } while (i > 0); for (;;) break; for (i = NF; i > 0; i--) printf "%s%s", $i, (i > 1 ? FS : RS) }' f`,
    `awk 'NR > 1 && ($2 in seen || !(($1, $2) in pair)) { delete seen[$2]; exit 1 }' f`,
    `awk '{ while ((getline line) > 0) n++; if (getline x > 0) print $(NF-1), -x, length }' f`,
    `awk '{a[$1]=a[$1] ? a[$1]","$2 : $2} END{for (k in a) print k": "a[k]}' f`,
  ])("[PO32] that only compute and print are free: %s", (line) => {
    expect(verdictOf(line)).toBe("allow");
  });

  it("[PO32] report every file and program by its name", () => {
    expect(readAwk('{ print $1 > "a"; print $2 >> f; getline x < "b"; if ($1 > "c") y = ENVIRON["X"] }')).toEqual({
      runs: false,
      writes: ["a", null],
      reads: ["b"],
      environment: true,
      strings: ["a", "b", "c", "X"],
    });
  });
});

const part = fc.constantFrom(
  ...'print|printf|getline|x|$1|a[1]|a|f|"s"|"sh"|/r/|/"/|/[/]/|/|1|(|)|{|}|;|,|>|>>|<|||&&|=|+|++|--|?|:|!|~|in|if (1)|while (0)|for (;0;)|system("id")|close("s")|length|split(x,a)|BEGIN|END|return|delete a|#c\n|\n|\\\n|@f(x)|@|ARGV[1]="x"|sub(/a/,"b")|"|\''
    .split("|")
    .filter((text) => text !== "" && text !== "'"),
  "|",
  "||",
  "|&",
);

/** gawk refuses at once, in its sandbox, what starts programs or opens files for writing. */
describe("awk programs that gawk itself reads", { ...needs("gawk"), timeout: 120_000 }, () => {
  it("[PO32] are never called harmless when gawk's sandbox refuses them", () => {
    const program = fc
      .tuple(
        fc.constantFrom("BEGIN{", "{", ""),
        fc.array(part, { minLength: 1, maxLength: 9 }),
        fc.constantFrom("}", ""),
      )
      .map(([before, parts, after]) => `${before}${parts.join(" ")}${after}`);
    fc.assert(
      fc.property(program, (text) => {
        const effects = readAwk(text);
        const isQuiet = effects !== null && !effects.runs && effects.writes.length === 0 && effects.reads.length === 0;
        if (!isQuiet) return;
        const ran = spawnSync("gawk", ["--sandbox", "-e", text], { input: "a b\n", encoding: "utf8", timeout: 2000 });
        expect([text, /sandbox/.test(ran.stderr)]).toEqual([text, false]);
      }),
      { numRuns: 400, seed: 32 },
    );
  });
});

/** What an awk program is made of, with outputs and inputs in it, and newlines mostly where some awk goes on behind one. */
const { statements } = fc.letrec<Record<"expression" | "group" | "operand" | "statement" | "statements", string[]>>(
  (tie) => {
    const words = (text: string) => fc.constant(text.split(" "));
    const glue = (...parts: fc.Arbitrary<string[]>[]) => fc.tuple(...parts).map((all) => all.flat());
    const operator = fc.constantFrom(..."+ - < == ~ && || && || = > >=".split(" ")).map((text) => [text]);
    const output = fc.constantFrom<string[]>([], [">", '"out"'], [">>", '"out"'], [">", "(", '"out"', ")"]);
    const input = fc.constantFrom<string[]>(
      [],
      ["<", '"s"'],
      ["<", "(", '"s"', ")"],
      ["+", "1", "<", '"s"'],
      ["&&", "x", "<", '"s"'],
    );
    const limits = { maxDepth: 3, depthIdentifier: "awk" };
    return {
      operand: fc.oneof(
        limits,
        fc.constantFrom("1", '"s"', '"out"', "x", "$0", "length", "/r/", "x++", "-x").map((text) => [text]),
        glue(words("getline"), input),
        glue(words("getline x"), input),
        glue(words("getline a ["), tie("expression"), words("]"), input),
        glue(words("a ["), tie("expression"), words("]")),
        glue(words("length ("), tie("expression"), words(")")),
        glue(words("$ ("), tie("expression"), words(")")),
        tie("group"),
      ),
      group: glue(words("("), tie("expression"), words(")")),
      expression: fc.oneof(
        limits,
        tie("operand"),
        glue(tie("operand"), operator, tie("operand")),
        glue(tie("operand"), tie("operand")),
        glue(tie("operand"), words("?"), tie("operand"), words(":"), tie("operand")),
      ),
      statement: fc.oneof(
        limits,
        glue(words("print"), tie("expression"), output),
        glue(words("print"), tie("expression"), words(","), tie("expression"), output),
        glue(words("printf ("), tie("expression"), words(","), tie("expression"), words(")"), output),
        tie("expression"),
        glue(words("if"), tie("group"), tie("statement")),
        glue(words("if"), tie("group"), tie("statement"), words("; else"), tie("statement")),
        glue(words("while ( n++ < 2 &&"), tie("group"), words(")"), tie("statement")),
        glue(words("do"), tie("statement"), words("; while ( n++ < 2 )")),
        glue(words("{"), tie("statements"), words("}")),
      ),
      statements: fc
        .array(tie("statement"), { minLength: 1, maxLength: 2 })
        .map((all) => all.flatMap((words) => [...words, ";"])),
    };
  },
);

const newlines = fc.constantFrom("\n", "\n\n", " \\\n", " # c\n", " # c \\\n");
const space = fc.record({
  likely: fc.oneof({ weight: 2, arbitrary: fc.constant(" ") }, { weight: 1, arbitrary: newlines }),
  rare: fc.oneof({ weight: 60, arbitrary: fc.constant(" ") }, { weight: 1, arbitrary: newlines }),
});
const goesOn = new Set([",", "&&", "||", "?", ":", "{", "do", "else", ")", ";"]);
const generated = fc
  .tuple(statements, fc.infiniteStream(space))
  .map(([words, spaces]) =>
    words.map((word) => `${word}${spaces.next().value[goesOn.has(word) ? "likely" : "rare"]}`).join(""),
  );

const awks = [["gawk"], ["mawk"], ["original-awk"], ["busybox", "awk"]] as const;

describe("awk programs that are called harmless", {
  ...needs("gawk", "mawk", "original-awk", "busybox"),
  timeout: 120_000,
}, () => {
  it("[PO80] write no file and read none in any awk", () => {
    const folder = mkdtempSync(join(tmpdir(), "awk-"));
    writeFileSync(join(folder, "s"), "the secret\n");
    const end = "print x, $0; for (k in a) print a[k]";
    fc.assert(
      fc.property(generated, (body) => {
        const text = `BEGIN { ${body}\n${end} }`;
        const effects = readAwk(text);
        fc.pre(effects !== null && !effects.runs && effects.writes.length === 0 && effects.reads.length === 0);
        for (const [name, ...before] of awks) {
          const ran = spawnSync(name, [...before, text], {
            cwd: folder,
            input: "a b\nc\n",
            encoding: "utf8",
            timeout: 2000,
          });
          const seen = { name, text, files: readdirSync(folder), isRead: ran.stdout.includes("the secret") };
          expect(seen).toEqual({ name, text, files: ["s"], isRead: false });
        }
      }),
      { numRuns: 150 },
    );
    rmSync(folder, { recursive: true });
  });
});
