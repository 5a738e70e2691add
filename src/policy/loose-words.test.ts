import { describe, expect, it } from "vitest";
import { type Folder, runForReal } from "../../test/support/run-for-real.ts";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const here: PolicyContext = { target: "local", shell: "bash" };
const verdictOf = (line: string) => assess(line, here).verdict;

/** Names that are options of one program or another. */
const hostileNames = ["-oVICTIM", "--expression=1e touch RAN", "-delete"];
const folderWith = (name: string): Folder => ({
  [name]: "",
  "a.txt": "b\na\n",
  "b.txt": "c\n",
  VICTIM: "keep\n",
  words: ". -delete\n",
});

/** Programs in front of a word that only the run decides. */
const programs =
  `cat|tac|head|tail|wc -l|ls -d|stat|du -s|grep -c a|cut -c1|paste|nl|od -c|rev|fold|fmt|pr|expand|md5sum|sha256sum|cksum|
  sum|basename -a|dirname|realpath|readlink|strings|column|comm|cmp|diff|echo|printf '%s '|sort|sort -r|uniq|uniq -c|xxd|
  sed -n p|awk 1|find|find -L|tree|shuf|iconv -f utf-8|file|jq .|git log|tar tf|date|tee|base64|zcat|hexdump -C|less|
  split|tsort|join|seq|expr|test -n|[ -n`
    .split(/\|\s*/)
    .map((name) => name.trim());

const words: Readonly<Record<string, (program: string) => string>> = {
  "a pattern": (program) => `${program} *`,
  "names by xargs": (program) => `ls | xargs ${program}`,
  "a loop over names": (program) => `for f in *; do ${program} "$f"; done`,
  "a pattern below a folder": (program) => `${program} ./*`,
  "a pattern behind --": (program) => `${program} -- *`,
  "files that find names": (program) => `find . -type f -exec ${program} {} +`,
  "a value in the middle of a word": (program) => `read -r y <<< 'a.txt -oVICTIM'; ${program} ./$y`,
};

describe("words that only the run decides", { timeout: 180_000 }, () => {
  it.each(Object.entries(words))("[PO31] %s changes nothing where it is allowed", (_, line) => {
    const lines = programs.map((program) => line(program) + (program === "[ -n" ? " ]" : ""));
    const allowed = lines.filter((text) => verdictOf(text) === "allow");
    const script = allowed.map((text) => `{ ${text}; } < /dev/null`).join("\n");
    const changed = hostileNames.flatMap((name) => runForReal("bash", script, folderWith(name)).changed);
    expect([allowed.length > 3, changed]).toEqual([true, []]);
  });

  it("[PO31] would change something without the question: the names do what they say", () => {
    const harm = [
      ["sort *", "-oVICTIM"],
      ["sed -n p *", "--expression=1e touch RAN"],
      ["cat words | xargs find", "-C"],
      ['for f in -*; do find "$f"; done', "-delete"],
      ["uniq *.txt", "-C"],
    ] as const;
    const idle = harm.filter(([line, name]) => runForReal("bash", line, folderWith(name)).changed.length === 0);
    expect(idle).toEqual([]);
  });

  it.each([
    "sed -n p *",
    "cat list.txt | xargs find",
    "ls | xargs find",
    "uniq *",
    "uniq ./*",
    "uniq -- *",
    "xxd *",
    "xxd ./*",
    "xxd - out",
    "find . -type f -exec uniq {} +",
    "cat f | xargs uniq",
    "sort *",
    "git log *",
    "rg foo *",
    "tree *",
    "shuf *",
    "iconv *",
    "man *",
    "date *",
    "dmesg *",
    "xmllint *",
    "git ls-files | xargs tar tf",
    'for f in *.txt; do sort "$f"; done',
    "for f in src/*; do sort $f; done",
    'while read f; do sort "$f"; done < list',
    "sort src/$x",
    'sort "$@"',
    'sort "a${list[@]}"',
    "journalctl -u $unit",
    "nm @options",
    'find "$dir" -name x',
    "printf $x",
    "[ -f $f ]",
    "timeout $t ls",
    "echo * | xargs sort",
    "printf '%s\\n' * | xargs sort",
    "tar -tf -- *",
    "git log --author -- *",
    'find . -not -name -name "$x"',
    'alias "ls$x"',
    "bash -c 'sort $1' _ x",
    "find . -name x -- $y",
  ])("[PO31] asks about %s", (line) => {
    expect(verdictOf(line)).not.toBe("allow");
  });

  it.each([
    "cat *.log",
    "grep -r foo .",
    "grep -rn TODO *",
    "wc -l *",
    "ls *",
    "head -3 *.md",
    "md5sum *",
    "du -sh *",
    "stat *",
    "diff *.txt",
    "jq . *.json",
    "zgrep error -- *.gz",
    "sort ./*.txt",
    "sort -- *.txt",
    "sort [a-z]*.txt",
    "sed -n 1p src/*.ts",
    'for f in src/*.ts; do sed -n 1p "$f"; done',
    'for f in *.md; do wc -l "$f"; done',
    "find . -name '*.txt' -exec sort {} +",
    'find . -name "$pattern" -type f',
    "find . -name '*.ts' -print0 | xargs -0 grep -n foo",
    "git ls-files | xargs wc -l",
    "git log -- *.md",
    "git diff HEAD~1 -- src/*.ts",
    "printf '%s\\n' *",
    '[ -n "$x" ] && [ "$a" = "$b" ]',
    "uniq -c a.txt",
    "xxd -s 4 -l 16 a.bin",
    'ps -p "$pid" -o cmd',
    'date -d "$day"',
  ])("[PO31] leaves %s free", (line) => {
    expect(verdictOf(line)).toBe("allow");
  });
});

/** Names that are code as soon as anything reads them as code. */
const codeNames = ["a[$(touch${IFS}RAN)]", "$(touch RAN)", ";touch RAN;", "`touch RAN`"];

describe("names that become code", { timeout: 60_000 }, () => {
  const lines = [
    "eval echo *",
    "watch -g ls *",
    'for f in *; do sh -c "echo $f"; done',
    'for f in *; do eval "echo $f"; done',
    "find . -type f -exec sh -c 'echo {}' \\;",
    'for f in *; do echo "echo $f" | sh; done',
    'for f in *; do sh <<< "echo $f"; done',
    "for f in *; do sh <<E\necho $f\nE\ndone",
    'for f in *; do c="echo $f"; eval "$c"; done',
    'for f in *; do echo "${arr[$f]}"; done',
    "for f in *; do echo ${arr[f]}; done",
    "for f in *; do echo $((f)); done",
    "for f in *; do [[ $f -eq 1 ]]; done",
    "for f in *; do s=a; echo ${s:$f}; done",
    'for f in *; do test -v "$f"; done',
    'for f in *; do read "$f" <<< 1; done',
    'for f in *; do printf -v "$f" 1; done',
    "for f in a*; do arr[$f]=1; done",
    'for f in *; do g=$f; echo "${arr[$g]}"; done',
    "for f in $(ls); do echo ${arr[$f]}; done",
  ];
  it("[PO29] are asked about wherever a real bash runs them", () => {
    const folder = Object.fromEntries(codeNames.map((name) => [name, ""]));
    const ran = lines.filter(
      (line) => !line.startsWith("watch") && runForReal("bash", line, folder).changed.length > 0,
    );
    expect([lines.filter((line) => verdictOf(line) === "allow"), ran.length > 10]).toEqual([[], true]);
  });

  it("[PO29] stay names where nothing reads them as code", () => {
    const free = ['for f in *; do echo "$f"; done', 'for f in *; do wc -l "$f"; done', "find . -exec cat {} +"];
    expect(free.filter((line) => verdictOf(line) !== "allow")).toEqual([]);
  });
});
