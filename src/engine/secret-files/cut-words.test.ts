import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { cutsWords, printsWhole } from "./cut-words.ts";

const assessed = (command: string) => assess(command, { target: "local", shell: "bash", cwd: "/srv/shop" });

describe("[PO181] a line that reads a file with a secret in it", () => {
  it.each([
    "jq -r .db_password conf.json",
    "jq -r '.[]' conf.json",
    'jq \'.a.b[0].c, ."x-y" // "none"\' conf.json',
    "jq -c '.[] | select(.kind == \"Pod\") | {id, name: .metadata.name}' pods.json",
    "jq '[.[] | {a: .b}] | length' conf.json",
    "yq '.services.db.environment' compose.yml",
    "cut -d'\"' -f4 conf.json",
    "cut -f2 data.tsv",
    "awk '{print $2}' conf.yml",
    "awk -F'\"' '/pass/{print $4}' conf.json",
    "awk 'NR>=3 && NR<=9' conf.yml",
    "awk 'NF {print $1, $NF}' conf.yml",
    "sed -n '1,40p' src/login.ts",
    "sed -n '/from/,/to/p;9q' conf.yml",
    "sed '/^#/d' conf.yml",
    "grep -n password conf.yml",
    "head -n 20 conf.yml; tail -n +3 conf.yml",
    "xxd conf.json",
    "od -An -v -c -w1 conf.json",
    "fold -w1 conf.json",
    "base64 conf.json",
    "sha256sum conf.json",
    "paste -sd, conf.yml",
    "sort conf.yml | uniq -c | sort -rn",
    "diff conf.json conf.old.json",
    "docker compose -f docker-compose.yml ps",
    "git diff conf.json",
    'while read -r line; do echo "$line"; done < conf.yml',
  ])("prints its words whole: %s", (command) => {
    expect(cutsWords(assessed(command), command)).toBe(false);
  });

  it.each([
    "jq -r '.db_password[2:]' conf.json",
    "jq '.db_password|keys' conf.json",
    "jq '.db_password-1' conf.json",
    "jq '[.db_password]-1' conf.json",
    "jq '.db_password[]' conf.json",
    "jq '.[] | .[]' conf.json",
    "jq '.db_password | sort' conf.json",
    "jq '.db_password | any' conf.json",
    "jq -r '.db_password[({a:2}|.a):]' conf.json",
    "jq -r '.db_password | explode' conf.json",
    "jq -r '.db_password | reverse' conf.json",
    "jq -r '.db_password / \"a\"' conf.json",
    "jq --indent 2 '.x[2:]' conf.json",
    'yq \'.db_password | sub("a", "b")\' conf.yml',
    "cut -c18- conf.json",
    '[[ "$(cat conf.yml)" =~ (.{15})$ ]] && echo "${BASH_REMATCH[1]}"',
    'basename "$(cat conf.yml)" d',
    "basename -s d conf.yml",
    "hexyl conf.json",
    "base64 -d conf.b64",
    "awk '{print $2}' k8s.yml | base64 -d",
    "basenc --base64 -d conf.b64",
    'paste -d "$(cat conf.yml)" a b',
    "unheard-of conf.yml",
    "less -N conf.yml",
    "less conf.yml",
    "more conf.yml",
    "cat conf.yml | less -S",
    "watch -n1 cat conf.yml",
    "cut -da -f2 conf.json",
    "cut -d: -f2 conf.yml",
    "awk '{print substr($2, 3)}' conf.yml",
    "awk -F: '{print $2}' conf.yml",
    "awk -v FS=a '{print $2}' conf.yml",
    "awk '{gsub(/a/, \"b\"); print}' conf.yml",
    "sed 's/pass//' conf.json",
    "sed -n 's/.*: \"//p' conf.json",
    "sed y/abc/bcd/ conf.json",
    "grep -oE '[A-Za-z0-9]{16}' conf.json",
    "tail -c +17 conf.json",
    "tail -c 40 conf.json",
    "head -c 30 conf.json",
    "xxd -s 16 conf.json",
    "od -An -c -w1 conf.json",
    "od -An -c -j 20 conf.json",
    "od -c conf.json +20",
    "fold -w1 conf.json | tail -n +20",
    "base64 conf.json | tail -n 1",
    "tac -s: conf.json",
    "rev conf.json",
    "tr a-z b-za < conf.json",
    "iconv -t utf-16 conf.json",
    'x=$(cat conf.json); echo "${x:20}"',
    'while IFS=: read -r a b; do echo "$b"; done < conf.yml',
    "while read -r -n 1 c; do echo $c; done < conf.yml",
    "diff -y -W 30 conf.json other.json",
  ])("may cut or turn them: %s", (command) => {
    expect(cutsWords(assessed(command), command)).toBe(true);
  });

  it.each([
    ["cat conf.json", true],
    ["ls -l && cat conf.json | wc -l", true],
    ['x=$(cat conf.json); echo "$x"', false],
    ["cat conf.json | jq .", false],
    ["sort conf.yml", false],
    ["tail -n 2 conf.yml", false],
  ])("prints the file from its beginning to its end, or not: %s", (command, isWhole) => {
    expect(printsWhole(assessed(command), command)).toBe(isWhole);
  });

  // A reading that goes back for each letter would take minutes.
  it("is read in one pass, however long its program is", () => {
    for (const program of [" ".repeat(50_000), "{".repeat(50_000), ".[".repeat(50_000), "/a".repeat(50_001)])
      for (const name of ["jq", "awk", "sed -n"])
        expect(cutsWords({ commands: commandsOf(name, program), comparisons: [], visible: "" }, "")).toBeTypeOf(
          "boolean",
        );
  });
});

const commandsOf = (name: string, program: string) =>
  [{ argv: [...name.split(" "), program], via: [] }] as unknown as ReturnType<typeof assessed>["commands"];
