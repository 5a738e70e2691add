import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";

describe("a text that shells read differently", () => {
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
});

it("[PO101] judges a file in the folder that the shell has come back to from a link", () => {
  const { files } = assess("cd link && cd .. && cat x", { target: "local", shell: "bash", cwd: "/home/u/p" });
  expect(files?.at(-1)).toMatchObject({
    file: { path: "x" },
    // With an option of the shell it is above what the link leads to.
    folders: [{ path: "/home/u/p" }, { path: "link/.." }],
  });
});
