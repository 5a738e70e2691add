import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { guesses, guessesHistory } from "./tested-patterns.ts";

const assessed = (command: string) => assess(command, { target: "local", shell: "bash", cwd: "/srv/shop" });

describe("[PO241] a line that tests what it reads", () => {
  it.each([
    'for p in "" . ..; do for c in {a..z}; do grep -rqsE "WORD.$p$c" . && echo "hit $c"; done; done',
    `for p in '' . ..; do for g in 'a|b|c' 'g|h'; do grep -rqsE "WORD.$p($g)" . && echo "one of $g"; done; done`,
    'for c in a b; do rg -q --hidden "WORD.$c" && echo "hit $c"; done',
    `for w in $(cat conf.json); do for c in a b; do [[ $w == '"'$c* ]] && echo "is $c"; done; done`,
    'for w in $(cat conf.json); do for c in a b; do case $w in $c*) echo "is $c";; esac; done; done',
    'for c in a b; do if [[ $(<conf.json) < "$c" ]]; then echo "$c"; fi; done',
    'x=$(<conf.json); for p in a b; do [ "$x" \\< "$p" ] && echo $p; done',
    "for w in $(cat f); do case $w in a*) ;; b*) ;; c*) ;; d*) ;; e*) ;; f*) ;; g*) ;; h*) ;; i*) ;; esac; done",
    "grep -q -e{a,b,c,d,e,f,g,h,i}x conf.json",
    'printf "a\\nb\\n" | xargs -I{} grep -q "x{}" conf.json',
    "echo a b | xargs -n1 grep -qe",
    "grep -f words.txt conf.json",
    'grep -q "$(printf a)" conf.json',
    'f() { grep -q "$1" conf.json && echo "$1"; }; f a; f b',
    `sh -c 'for c in a b; do grep -q "W$c" conf.json && echo $c; done'`,
    'for i in a b; do sed -n "/$i/p" conf.json; done',
    'for i in a b; do sed -n -e 1p -e "/$i/p" conf.json; done',
    'for i in a b; do awk "/$i/" conf.json; done',
    'for i in a b; do awk "\\$2 > $i" conf.json; done',
    'for p in a b; do jq "select(.db > \\"$p\\")" conf.json; done',
    'for p in a b; do git grep -q "W$p" && echo $p; done',
    'for p in a b; do git log -S "$p" --oneline; done',
    'for p in a b; do git log --grep "$p" --oneline; done',
    "sort <(printf '%s\\n' a b) conf.json",
    "printf '%s\\n' a b c | cat - conf.json | sort",
    `p=$(jq -r .db conf.json); s=; for c in {0..9} {a..z}; do printf '%s\\n' "$s$c" "$p" | sort -C && l=$c; done`,
    `p=$(jq -r .db conf.json); for c in k l; do printf '%s\\n' "$c" "$p" | sort | head -n 1; done`,
    `p=$(jq -r .db conf.json); for c in k l; do sort -C <<< "$c"$'\\n'"$p" && echo "$c"; done`,
    "{ printf '%s\\n' {a..z}; jq -r .db conf.json; } | sort",
    'for c in a b; do { echo "$c"; jq -r .db conf.json; } | sort | head -n 1; done',
    'for c in a b; do echo "$c"; jq -r .db conf.json; done | sort',
  ])("guesses: %s", (command) => {
    expect(guesses(assessed(command))).toBe(true);
  });

  it.each([
    `if [[ $(<conf.json) == *'"kq8'* ]]; then echo yes; fi`,
    'while read -r w; do if [ "$w" = "m" ]; then echo there; fi; done < conf.json',
    "find . -name '*.ts' | xargs grep -n TODO",
    "find . -name '*.ts' -exec grep -n TODO {} +",
    "find . -type f | xargs -I{} grep -c x {}",
    'for i in 1 2; do sed -n "${i}p" conf.json; done',
    'for i in 1 2; do awk "NR==$i" conf.json; done',
    'for f in *.json; do jq .name "$f"; done',
    'for k in a b; do jq ".$k" conf.json; done',
    'for f in *.ts; do grep -n TODO "$f"; done',
    "grep -rnE 'a|b|c' src | head",
    "grep -n a f; grep -n b f; grep -n c f",
    'for f in a b; do if [[ $f == a ]]; then echo "$f"; fi; done',
    'for f in *; do if [ -d "$f" ]; then echo "$f"; fi; done',
    'for f in *.sh; do [[ $f == test* ]] && wc -l "$f"; done',
    'if [ "$(id -u)" = 0 ]; then echo root; fi',
    'if [[ "$(uname)" == Darwin ]]; then echo mac; fi',
    'n=$(wc -l < f); if [ "$n" -gt 10 ]; then echo big; fi',
    'git log -S"foo" --oneline',
    "diff <(sort a) <(sort b)",
    "cat a b | sort | uniq -c",
    "echo 'top addresses:'; awk '{print $1}' access.log | sort | uniq -c | sort -rn | head",
    'for f in *.log; do echo "$f"; sort "$f" | uniq -c | head; done',
    "sort -c names.txt",
    'grep -m 3 -A 2 -e x -e y conf.json "$HOME/f"',
    'for n in 1 2; do grep -m "$n" TODO f; done',
    'for d in src test; do grep -rn --include="*.ts" TODO "$d" | wc -l; done',
  ])("searches for what stands in it: %s", (command) => {
    expect(guesses(assessed(command))).toBe(false);
  });

  it.each([
    ['for p in a b; do git log -S"$p" --oneline; done', true],
    ['for p in a b; do git grep -q "W$p" HEAD~1 && echo $p; done', true],
    ['for p in a b; do git grep -q "W$p" -- src && echo $p; done', false],
    ['for p in a b; do git log --grep "$p" --oneline; done', false],
    ['git log -S"foo" --oneline', false],
  ])("[PO243] guesses at what git has stored, or not: %s", (command, isStored) => {
    expect(guessesHistory(assessed(command))).toBe(isStored);
  });
});
