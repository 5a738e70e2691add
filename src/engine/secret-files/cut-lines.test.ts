import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { cutsLines, requiredNames } from "./cut-lines.ts";

const assessed = (command: string) => assess(command, { target: "local", shell: "bash", cwd: "/srv/shop" });

describe("[PO51] a line that reads secrets", () => {
  it.each([
    "grep -rn TODO .",
    "grep -rh TODO . | sort | uniq -c | head -n 5",
    "find . -name '*.ts' -exec wc -l {} +",
    "find . -type f -exec cat {} +",
    "cd src && rg TODO | head -20",
    "git grep -n TODO",
    "grep -rniE -A3 -m 5 --include=*.ts 'a|b' src",
    "rg -n --hidden -g '*.ts' -C2 TODO",
    "find . -type f | xargs cat",
    "find . -type f -print0 | xargs -0 -n 5 grep -n TODO",
    "grep -rl TODO . | xargs head -n 3",
    "git ls-files | sort | xargs cat",
    "git log -p -3 --stat -- src",
    "git diff --cached -U5",
    "tail -n +3 a; head -20 b; cat -n c",
    'cd "$(dirname a/b)" && grep -rn TODO .',
  ])("keeps them whole, so that they are known: %s", (command) => {
    expect(cutsLines(assessed(command), command)).toBe(false);
  });

  it.each([
    "grep -rhoP '(?<=PASSWORD=).*' .",
    "grep -rh --only-matching 'D=...' .",
    "rg -r '$1' 'PASSWORD=(...)'",
    "grep -rh PASSWORD . | cut -d= -f2",
    "grep -rh PASSWORD . | rev",
    "grep -rh PASSWORD . | tail -c 4",
    "grep -rh PASSWORD . | md5sum",
    "find . -type f -exec cut -c13- {} +",
    'x=$(grep -rh PASSWORD .); echo "${x:12:3}"',
    "git grep -ho 'D=...'",
    "grep -rh PASSWORD . | xargs -d 7 -n 1 echo",
    "grep -rh PASSWORD . | xargs echo",
    "grep -rh PASSWORD . | tac -r -s .",
    "grep -rh PASSWORD . | timeout 5 tac -s7",
    "find . -type f -exec xargs -a {} -d 7 -n1 echo \\;",
    "find . -type f -exec cat {} + | xargs -n 1 echo",
    "find . -type f | xargs -I% tac -s 7 %",
    "git grep --no-index -h PASSWORD | xargs -d7 echo",
    "grep -rh SECRET . | xargs basename",
    'basename "$(grep -rh SECRET .)"',
    "rg -E utf-16le -. --no-ignore .",
    "rg --json PASSWORD",
    "rg -M 5 --max-columns-preview PASSWORD",
    "rg --encoding=utf-16le PASSWORD",
    "git diff --binary",
    "git log -p --word-diff",
    'echo -e "$(grep -rh PASSWORD .)"',
    "ugrep -X PASSWORD",
  ])("[PO77] cuts or turns them: %s", (command) => {
    expect(cutsLines(assessed(command), command)).toBe(true);
  });

  it.each([
    ["find . -name '*.ts' -exec cut -c1-7 {} +", ["*.ts"]],
    ["find . -name '*.ts' -print0 | xargs -0 sed -n 1,5p", ["*.ts"]],
    ["grep -rh --include='*.ts' x . | cut -c1-5", ["*.ts"]],
    ["grep -rhoP '=.{6}' --exclude=zzz --include='*.ts' .", []],
    ["grep -rhoE -- '=.{6}' . --include=zz.ts", []],
    ["find . -exec cut -c1-7 {} + -name '*.ts'", []],
    ["find . -name '*.ts' -o -type f -exec cut -c1-7 {} +", []],
    ["find . -name '*.ts'; grep -rh PASSWORD . | cut -c9-", []],
    ["find . -name '*.ts' | xargs -I{} grep -rh PASSWORD .", []],
    ["grep -rh PASSWORD . | cut -c9-", []],
    ["for f in '['*; do find . -name \"$f\" -exec cut -c13- {} +; done", []],
    ["find . -name '*.ts' -path \"$p\" -exec cut -c13- {} +", []],
  ])("reads only names that fit: %s", (command, names) => {
    expect(requiredNames(assessed(command))).toEqual(names);
  });
});
