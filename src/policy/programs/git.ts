import { gitFormat, gitOrder } from "../git-format.ts";
import {
  blameOptions,
  branchOptions,
  catFileOptions,
  configModes,
  configNameOptions,
  configReadOptions,
  configVerbOptions,
  describeOptions,
  diffOptions,
  forEachRefOptions,
  grepOptions,
  leadOptions,
  logOptions,
  lsFilesOptions,
  lsTreeOptions,
  revListOptions,
  revParseOptions,
  shortlogOptions,
  showRefOptions,
  statusOptions,
  tagOptions,
  treeDiffOptions,
} from "./git-options.ts";
import { type Form, type Program, subs } from "./program.ts";

const shown: Form["values"] = { "--format": gitFormat, "--pretty": gitFormat, "--sort": gitOrder };

const listing = ["--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];

const commits: readonly Form[] = [
  {
    sub: "status",
    options: statusOptions,
    operands: ["text"],
    match: ["git status", "git status -sb", "git status --porcelain=v2 --branch -- src", "git -C sub status"],
    notMatch: ["git --git-dir=/srv/x status", "git -c core.fsmonitor=./x status", "git status --no-such"],
  },
  {
    sub: "log|show|whatchanged|reflog show|stash list",
    options: logOptions,
    values: shown,
    operands: ["text"],
    match: [
      "git log --oneline -10",
      "git log --since='2 weeks' --author=x -- src",
      "git log --pretty=format:'%h %an' -n 20",
      "git show HEAD:README.md",
      "git reflog show main",
      "git stash list",
      "git --no-pager log -L10,20:x.ts",
    ],
    notMatch: [
      "git log --output=x",
      "git log --outp=x",
      "git log -p --ext-diff",
      "git log -Oorder",
      "git log --show-signature",
      "git log --format=%G?",
      "git log --remerge-diff",
      "git log --format --output=x",
      "git -c log.showSignature=true log",
      "git stash",
    ],
  },
  {
    sub: "reflog",
    options: logOptions,
    values: shown,
    operandIs: /^(?!(?:expire|delete|drop|write|exists|list)$)/,
    operands: ["text"],
    match: ["git reflog", "git reflog -5", "git reflog main"],
    notMatch: ["git reflog expire --all", "git reflog delete HEAD@{1}"],
  },
  {
    sub: "diff|diff-tree|diff-index|diff-files|range-diff",
    options: treeDiffOptions,
    values: shown,
    operands: ["text"],
    match: ["git diff", "git diff HEAD~3..HEAD -- src", "git diff --stat -w main", "git diff -U0 --cached"],
    notMatch: [
      "git diff -U --output=x",
      "git diff --unified --output=x",
      "git diff --textconv",
      "git diff --no-index a ~/.netrc",
    ],
  },
  {
    sub: "stash show",
    options: `${diffOptions} --include-untracked --only-untracked --no-include-untracked`,
    operands: ["text"],
    match: ["git stash show -p", "git stash show stash@{0}"],
    notMatch: ["git stash pop", "git stash show --output=x"],
  },
  {
    sub: "rev-list",
    options: revListOptions,
    values: shown,
    operands: ["text"],
    match: ["git rev-list --count main..HEAD"],
    notMatch: ["git rev-list --alternate-refs HEAD"],
  },
  {
    sub: "shortlog",
    options: shortlogOptions,
    values: { ...shown, "--group": /^(?:author|committer|trailer:[\w-]+)$/ },
    operands: ["text"],
    match: ["git shortlog -sne --all", "git shortlog -sn --since='1 month ago'"],
    notMatch: ["git shortlog --output=x", "git shortlog -s --group='format:%G? %GK' HEAD"],
  },
];

const files: readonly Form[] = [
  {
    sub: "blame|annotate",
    options: blameOptions,
    operands: ["text"],
    match: ["git blame -L 10,20 src/x.ts", "git blame -w -C x.ts"],
    notMatch: ["git blame --contents /etc/shadow x", "git blame -S x y"],
  },
  {
    sub: "grep",
    options: grepOptions,
    operands: ["text"],
    match: ["git grep -n foo -- '*.ts'", "git grep -c TODO"],
    notMatch: ["git grep -Ovim foo", "git grep --open-files-in-pager=x foo", "git grep --textconv foo"],
  },
  {
    sub: "ls-files",
    options: lsFilesOptions,
    operands: ["text"],
    match: ["git ls-files '*.ts'", "git ls-files -o --exclude-standard"],
    notMatch: ["git ls-files -X ~/.netrc"],
  },
  {
    sub: "ls-tree",
    options: lsTreeOptions,
    operands: ["text"],
    match: ["git ls-tree -r HEAD --name-only"],
  },
  {
    sub: "cat-file",
    options: catFileOptions,
    operands: ["text"],
    match: ["git cat-file -p HEAD"],
    notMatch: [
      "git cat-file --filters HEAD:x",
      "git cat-file -p HEAD:.env",
      "git cat-file -p :0:.env",
      "git cat-file --batch",
    ],
  },
  {
    sub: "check-ignore",
    options: "-qvzn --quiet --verbose --non-matching --no-index --stdin",
    operands: ["text"],
    match: ["git check-ignore -v dist"],
  },
  {
    sub: "check-attr",
    options: "-az --all --cached --stdin",
    operands: ["text"],
    match: ["git check-attr -a README.md"],
  },
];

const refs: readonly Form[] = [
  {
    sub: "branch",
    options: branchOptions,
    has: listing,
    mayLack: listing,
    values: shown,
    operands: ["text"],
    match: [
      "git branch --list 'feature/*'",
      "git branch -a --contains 3f2a1bc",
      "git branch --merged main",
      "git branch -r --merged",
    ],
    notMatch: ["git branch --list -D x", "git branch --list --no-list x", "git branch --format='%(signature)' --list"],
  },
  {
    sub: "branch",
    options: branchOptions,
    values: shown,
    match: ["git branch", "git branch -vv", "git branch --show-current", "git branch -a --sort=-committerdate"],
    // In old versions -l makes a record of what it creates.
    notMatch: ["git branch new", "git branch -l new", "git branch -d old", "git branch --sort --list new"],
  },
  {
    sub: "tag",
    options: tagOptions,
    has: [...listing, "-l"],
    mayLack: listing,
    values: shown,
    operands: ["text"],
    match: ["git tag -l 'v1.*'", "git tag --contains HEAD", "git tag --list --sort=-creatordate 'v*'"],
    notMatch: ["git tag -l -d v1", "git tag -v v1", "git tag --sort -l v1"],
  },
  {
    sub: "tag",
    options: tagOptions,
    values: shown,
    match: ["git tag", "git tag -n1", "git tag --sort=-creatordate"],
    notMatch: ["git tag v1", "git tag -n v1"],
  },
  {
    sub: "for-each-ref",
    options: forEachRefOptions,
    values: shown,
    operands: ["text"],
    match: ["git for-each-ref --sort=-committerdate refs/heads --format='%(refname:short)'"],
    notMatch: [
      "git for-each-ref --format='%(signature)'",
      "git for-each-ref --format='%(raw)'",
      "git for-each-ref --shell",
    ],
  },
  {
    sub: "rev-parse",
    options: revParseOptions,
    operands: ["text"],
    match: ["git rev-parse --abbrev-ref HEAD", "git rev-parse --show-toplevel", "git rev-parse --short=8 HEAD"],
    notMatch: ["git rev-parse --parseopt"],
  },
  { sub: "show-ref", options: showRefOptions, operands: ["text"], match: ["git show-ref --tags"] },
  {
    sub: "describe",
    options: describeOptions,
    operands: ["text"],
    match: ["git describe --always --dirty", "git describe --tags"],
  },
  {
    sub: "merge-base",
    options: "-a --all --octopus --independent --is-ancestor --fork-point",
    operands: ["text"],
    match: ["git merge-base main HEAD", "git merge-base --is-ancestor a b"],
  },
  {
    sub: "name-rev",
    options: "--tags --refs= --exclude=* --all --name-only --no-undefined --always",
    operands: ["text"],
    match: ["git name-rev HEAD"],
  },
  {
    sub: "show-branch",
    options: "-ar --all --remotes --list --sha1-name --no-name --topics --current --topo-order --date-order --color[=]",
    operands: ["text"],
    match: ["git show-branch main topic"],
  },
  { sub: "cherry", options: "-v --abbrev[=]", operands: ["text"], match: ["git cherry -v main"] },
];

/** Names of remotes: not an address, which would be asked. */
const remoteName = /^[\w.][\w./-]*$/;

const places: readonly Form[] = [
  {
    sub: "remote get-url",
    options: "--all --push",
    operands: ["text"],
    match: ["git remote get-url origin"],
    notMatch: ["git remote set-url origin x"],
  },
  {
    sub: "remote show",
    options: "-n",
    has: ["-n"],
    operands: ["text"],
    operandIs: remoteName,
    match: ["git remote show -n origin"],
    notMatch: ["git remote show origin", "git remote show -n ext::sh"],
  },
  { sub: "remote show", match: ["git remote show"] },
  {
    sub: "remote",
    options: "-v --verbose",
    match: ["git remote -v", "git remote"],
    notMatch: ["git remote add x y", "git remote -v update", "git remote prune origin"],
  },
  {
    sub: "ls-remote",
    options: "--get-url",
    has: ["--get-url"],
    operands: ["text", "none"],
    operandIs: remoteName,
    match: ["git ls-remote --get-url origin"],
    notMatch: ["git ls-remote origin", "git ls-remote --get-url --upload-pack=x origin"],
  },
  { sub: "worktree list", options: "-vz --porcelain --verbose", match: ["git worktree list --porcelain"] },
  {
    sub: "submodule status|submodule",
    options: "-q --quiet --cached --recursive",
    match: ["git submodule", "git submodule status --recursive"],
    // A summary goes into repositories that only a commit knows.
    notMatch: ["git submodule foreach ls", "git submodule update", "git submodule summary --cached"],
  },
  {
    sub: "notes list|notes show|notes",
    options: "--ref=*",
    operands: ["text"],
    operandIs: /^(?!(?:add|copy|append|edit|merge|remove|prune|get-ref)$)/,
    match: ["git notes show HEAD", "git notes"],
    notMatch: ["git notes remove HEAD"],
  },
  { sub: "bisect log", match: ["git bisect log"], notMatch: ["git bisect start", "git bisect run x"] },
];

const settings: readonly Form[] = [
  {
    sub: "config list|config get",
    options: configVerbOptions,
    operands: ["text"],
    match: ["git config list --global", "git config get user.name"],
    notMatch: ["git config set a.b c", "git config get --edit"],
  },
  {
    sub: "config",
    options: configReadOptions,
    has: configModes,
    operands: ["text"],
    match: ["git config --list", "git config -lz --show-scope", "git config --get-regexp '^alias\\.'"],
    notMatch: ["git config --get a.b --unset", "git config -f ~/.netrc -l", "git config --default -l a.b c"],
  },
  {
    sub: "config",
    options: configNameOptions,
    operands: ["text", "none"],
    match: ["git config user.name", "git config --global user.email"],
    notMatch: ["git config user.name x", "git config -e", "git config user.name *"],
  },
  {
    sub: "var",
    operands: ["text"],
    operandIs: /^GIT_[A-Z_]+$/,
    match: ["git var GIT_EDITOR"],
    notMatch: ["git var -l"],
  },
  { sub: "count-objects", options: "-vH --verbose --human-readable", match: ["git count-objects -vH"] },
  {
    sub: "fsck",
    options: "-v --full --no-full --no-dangling --unreachable --strict --verbose --progress --no-progress --no-reflogs",
    operands: ["text"],
    match: ["git fsck", "git fsck --full"],
    notMatch: ["git fsck --lost-found"],
  },
  {
    sub: "check-ref-format",
    options: "--branch --allow-onelevel --normalize",
    operands: ["text"],
    match: ["git check-ref-format --branch x"],
  },
  { sub: "version", options: "--build-options", match: ["git version"] },
  {
    sub: "help",
    options: "-agv --all --guides --verbose",
    operands: ["text", "none"],
    operandIs: /^[a-z][a-z-]*$/,
    match: ["git help log", "git help -a"],
    notMatch: ["git help -w log", "git help ./x"],
  },
  {
    sub: "--version|-v|--html-path|--man-path|--info-path|--exec-path",
    match: ["git --version", "git --exec-path"],
    notMatch: ["git --exec-path=x status"],
  },
];

export const gitPrograms: readonly Program[] = [
  {
    ...subs("git", leadOptions, [...commits, ...files, ...refs, ...places, ...settings]),
    starts: [
      "less",
      "man",
      "sh",
      "basename",
      "sed",
      "gettext",
      "gettext.sh",
      "envsubst",
      "uname",
      "git-submodule",
      "git-bisect",
    ],
    opens: /\.git\/index/,
  },
];
