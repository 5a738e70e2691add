import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needs } from "../../test/support/needs.ts";
import { runForReal } from "../../test/support/run-for-real.ts";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const inShell = (shell: PolicyContext["shell"]): PolicyContext => ({ target: "local", shell });
const verdictOf = (line: string, shell: PolicyContext["shell"] = "bash") => assess(line, inShell(shell)).verdict;

/** Ways in which text that runs a command gets into a variable named x. */
const fills = (code: string) => [
  `x='${code}'; USE`,
  `for x in '${code}'; do USE; done`,
  `read -r x <<< '${code}'; USE`,
  `echo '${code}' | while read -r x; do USE; done`,
  `x=$(echo '${code}'); USE`,
  `printf -v x '%s' '${code}'; USE`,
  `printf -vx '%s' '${code}'; USE`,
  `mapfile -t x <<< '${code}'; USE`,
  `read -ra x <<< '${code}'; USE`,
  `y='${code}'; x=y; USE`,
  `i=0; x=0; x='${code}'; USE`,
  `x=0; read -r x <<< '${code}'; USE`,
  `x='${code}'; x=5 & USE`,
  `x='${code}'; (x=5); USE`,
  `x='${code}'; { x=5; } < missing; USE`,
  `x='${code}'; bash -c 'x=5'; USE`,
  `x='${code}'; ((x=1/0)); USE`,
  `x='${code}'; ((1/0, x=1)); USE`,
  `x='${code}'\nx=$((1/0))\nUSE`,
  `x='${code}'\ny=\${missing:?} x=5\nUSE`,
  `x='${code}'\n: \${missing:?}; x=5\nUSE`,
];

/** Places that bash evaluates. */
const places = [
  'echo "${arr[$x]}"',
  'echo "${arr[x]}"',
  'echo "${arr["$x"]}"',
  'echo "${#arr[$x]}"',
  'echo "${PIPESTATUS[$x]}"',
  'echo "${arr[$x]:-n}"',
  'echo "${arr[0]:-${arr[$x]}}"',
  'echo "${arr[$x]@Q}"',
  'echo "${arr[$x]%a}" "${s/${arr[$x]}/}"',
  'echo "${arr[1+$x]}"',
  'echo "${arr[arr[x]]}"',
  "arr[$x]=1",
  "arr[x]+=1",
  "arr=([$x]=1)",
  "arr=(a [x]=1)",
  "arr[$x]=1 true",
  "cat <<E\n${arr[$x]}\nE\n",
  "case a in ${arr[$x]}) ;; esac",
  "[[ -n ${arr[$x]} ]]",
  "for y in ${arr[$x]}; do :; done",
  "echo $((x))",
  "echo $(($x + 1))",
  "echo $[x]",
  "((x))",
  "((y = x))",
  "for ((i = x; i < 1; i++)); do :; done",
  "let y=x",
  "s=abc; echo ${s:$x}",
  "s=abc; echo ${s:0:x}",
  "echo ${@:$x}",
  "[[ $x -eq 1 ]]",
  "[[ x -lt 1 ]]",
  '[[ -v "$x" ]]',
  "[[ -v arr[$x] ]]",
  'test -v "$x"',
  'echo "${!x}"',
  'declare -i n; n="$x"',
  'declare -i n="$x"',
  'declare "arr[$x]=1"',
  'f() { local -i n; n="$x"; }; f',
  'f() { local -n n; n="$x"; echo "$n"; }; f',
  'unset "$x"',
  'read -r "$x" <<< 1',
  'printf -v "$x" 1',
  'mapfile -t "$x" <<< 1',
  ": {arr[$x]}> out",
  ': {arr["$x"]}< /dev/null',
  ": {arr[$(echo x)]}< /dev/null",
  "RANDOM=$x",
  'for SECONDS in "$x"; do :; done',
  'read -r RANDOM <<< "$x"',
  'for OPTIND in "$x"; do :; done',
  'a=-v; [ "$a" "$x" ]',
  'y="-v $x -o 1"; IFS=" "; [ $y = z ]',
  'sleep 0 & wait -n -p "$x"',
];

const marker = "a[$(touch${IFS}RAN)]";

describe("text in arithmetic places", { timeout: 120_000 }, () => {
  it("[PO29] asks about every place that runs a command out of a variable in a real bash", () => {
    const lines = places.flatMap((place) => [`x='${marker}'; ${place}`, `read -r x <<< '${marker}'\n${place}`]);
    const wrong = lines.filter((line) => verdictOf(line) === "allow" && runForReal("bash", line).changed.length > 0);
    expect(wrong).toEqual([]);
  });

  it("[PO29] asks about a subscript however the text got into the variable", () => {
    const lines = fills(marker).flatMap((fill) =>
      ['echo "${arr[$x]}"', "echo ${arr[x]}"].map((use) => fill.replace("USE", use)),
    );
    const ran = lines.filter((line) => runForReal("bash", line).changed.includes("RAN"));
    expect(ran.filter((line) => verdictOf(line) === "allow")).toEqual([]);
    expect(lines.filter((line) => verdictOf(line) === "allow")).toEqual([]);
    expect(ran.length).toBeGreaterThan(30);
  });

  it("[PO29] is not fooled by any sequence of assignments, loops and failures before a subscript", () => {
    const step = fc.constantFrom(
      `x='${marker}'`,
      `y='${marker}'`,
      "x=5",
      "x=$y",
      "x=y",
      "x=5 &",
      "(x=5)",
      "true && x=5",
      "false && x=5",
      "((x=5))",
      "((x=1/0))",
      "((x++))",
      "x=$((3/0))",
      "x+=1",
      "if true; then x=5; fi",
      `for x in 1 '${marker}'; do :; done`,
      "for x in 1 2; do :; done",
      "for ((x=0;x<2;x++)); do :; done",
      ": ${missing:?}",
      "{ x=5; } < missing",
      "read -r x <<< $y",
      "x=5 true",
      "eval 'x=5'",
      "x=${#y}",
      "x=$#",
      "while false; do x=5; done",
    );
    const use = fc.constantFrom("echo ${arr[$x]}", "echo ${arr[x]}", "echo $((x))", "s=a; echo ${s:x}", "arr[x]=1");
    const line = fc
      .tuple(fc.array(fc.tuple(step, fc.constantFrom("; ", "\n")), { minLength: 1, maxLength: 5 }), use)
      .map(
        ([steps, last]) => steps.map(([text, end]) => (text.endsWith("&") ? `${text}\n` : text + end)).join("") + last,
      );
    fc.assert(
      fc.property(line, (text) => {
        if (verdictOf(text) !== "allow") return;
        expect([text, runForReal("bash", text).changed]).toEqual([text, []]);
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  it("[PO29] is not fooled by what stands between the brackets, whatever the quotes", () => {
    const text = fc
      .array(
        fc.constantFrom(
          ...[
            "$x",
            "${x}",
            "x",
            "]",
            "[",
            '"',
            "'",
            "\\",
            "$(echo x)",
            "`echo x`",
            "}",
            "{",
            " ",
            "0",
            "@",
            "*",
            "#",
            ":",
          ],
          ...[
            "-",
            "=",
            "!",
            "(",
            ")",
            "$#",
            "y",
            "i++",
            "i=x",
            "a[x]",
            "\n",
            "$'x'",
            '$"x"',
            "\\\n",
            "${#x}",
            "${x:-y}",
            "@Q",
          ],
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((parts) => parts.join(""));
    const form = fc.constantFrom(
      ...["echo ${arr[T]}", 'echo "${arr[T]}"', "arr[T]=1", "arr=([T]=1)", "arr=(a T)", "echo $((T))", "echo ${s:T}"],
      ...[
        "((T))",
        "echo $[T]",
        "[[ T -eq 1 ]]",
        "echo ${T}",
        "echo ${s/T}",
        "cat <<E\n${arr[T]}\nE",
        "for ((T;0;)); do :; done",
      ],
      ...[
        "echo ${#arr[T]}",
        "echo {a,${arr[T]}}",
        ": {fd[T]}</dev/null",
        'printf -v "arr[T]" 1',
        "x=T; echo ${arr[x]}",
      ],
    );
    fc.assert(
      fc.property(text, form, (inside, around) => {
        const line = `s=abc; x='${marker}'\n${around.replace("T", () => inside)}`;
        if (verdictOf(line) !== "allow") return;
        expect([line, runForReal("bash", line).changed]).toEqual([line, []]);
      }),
      { numRuns: 300, seed: 29 },
    );
  });

  it.each([
    "echo ${arr[0]} ${arr[@]} ${#arr[@]} ${arr[-1]} ${PIPESTATUS[0]}",
    "n=3; echo ${s:n} ${s:0:n} $((n * 2))",
    "i=0; while ((i<5)); do echo $i; ((i++)); done",
    "for ((i=0;i<5;i++)); do echo $((i + 1)); done",
    "echo ${arr[0]}>/dev/null",
  ])("[PO29] leaves numbers free: %s", (line) => {
    expect(verdictOf(line)).toBe("allow");
  });
});

const zshPlaces = [
  'echo "${arr[$x]}"',
  "echo $arr[$x]",
  "echo $arr[x]",
  'echo "$arr[x]"',
  "echo $#arr[x]",
  "echo $+arr[x]",
  "printf %d $x",
  "shift $x",
  "f() { return $x; }; f",
  "COLUMNS=$x",
  "for SECONDS in $x; do :; done",
  "read OPTIND <<< $x",
  "read -t $x y < /dev/null",
  "echo ${(l:x:)y}",
  "s=abc; echo ${s:$x}",
  "repeat $x; do :; done",
  "[[ -t $x ]]",
  "y='*(e:\"touch RAN\":)'; echo $~y",
];

describe("text in arithmetic places of zsh", { ...needs("zsh"), timeout: 60_000 }, () => {
  it("[PO29] asks about every place that runs a command out of a variable in a real zsh", () => {
    const lines = zshPlaces.map((place) => `arr=(1 2); x='psvar[$(touch RAN)0]'; ${place}`);
    const ran = lines.filter((line) => runForReal("zsh", line).changed.includes("RAN"));
    expect(ran.filter((line) => verdictOf(line, "zsh") === "allow")).toEqual([]);
    expect(ran.length).toBeGreaterThan(10);
  });
});

/** What a variable holds decides which program runs. */
describe("values that an assignment may not have given", { timeout: 60_000 }, () => {
  it.each([
    "c='touch RAN'; c=ls & $c",
    "c='touch RAN'; bash -c 'c=ls'; $c",
    "c='touch RAN'; { c=ls; } < missing; $c",
    "c='touch RAN'\ny=${missing:?} c=ls\n$c",
    "c='touch RAN'\ny=$((1/0)) c=ls\n$c",
    "c=ls; for i in 1 2; do $c; command read -r c <<< 'touch RAN'; done",
    "c=ls; for i in 1 2; do $c; builtin printf -vc '%s' 'touch RAN'; done",
    "for REPLY in ls; do read -r <<< 'touch RAN'; $REPLY; done",
    "for _ in ls; do echo touch; $_ RAN; done",
    "mkdir -p bin; read -ra PATH <<< ./bin; ls",
  ])("[PO30] are not believed: %s", (line) => {
    expect(verdictOf(line)).not.toBe("allow");
  });
});
