import { gitFormat, gitOrder } from "../git-format.ts";
import {
  branchOptions,
  describeOptions,
  forEachRefOptions,
  revParseOptions,
  showRefOptions,
  tagOptions,
} from "./git-options.ts";
import type { Form } from "./program.ts";

/** Formats of what is listed, and the order. */
export const gitFormats = { "--format": gitFormat, "--pretty": gitFormat, "--sort": gitOrder };

const listing = ["--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];

/** Branches, tags and other names of commits. */
export const gitRefs: readonly Form[] = [
  {
    sub: "branch",
    options: branchOptions,
    has: listing,
    mayLack: listing,
    values: gitFormats,
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
    values: gitFormats,
    match: ["git branch", "git branch -vv", "git branch --show-current", "git branch -a --sort=-committerdate"],
    // In old versions -l makes a record of what it creates.
    notMatch: ["git branch new", "git branch -l new", "git branch -d old", "git branch --sort --list new"],
  },
  {
    sub: "tag",
    options: tagOptions,
    has: [...listing, "-l"],
    mayLack: listing,
    values: gitFormats,
    operands: ["text"],
    match: ["git tag -l 'v1.*'", "git tag --contains HEAD", "git tag --list --sort=-creatordate 'v*'"],
    notMatch: ["git tag -l -d v1", "git tag -v v1", "git tag --sort -l v1"],
  },
  {
    sub: "tag",
    options: tagOptions,
    values: gitFormats,
    match: ["git tag", "git tag -n1", "git tag --sort=-creatordate"],
    notMatch: ["git tag v1", "git tag -n v1"],
  },
  {
    sub: "for-each-ref",
    options: forEachRefOptions,
    values: gitFormats,
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
  {
    sub: "show-ref",
    options: showRefOptions,
    operands: ["text"],
    match: ["git show-ref --tags"],
    notMatch: ["git show-ref --exclude-existing", "git show-ref $x"],
  },
  {
    sub: "describe",
    options: describeOptions,
    operands: ["text"],
    match: ["git describe --always --dirty", "git describe --tags"],
    notMatch: ["git describe $x"],
  },
  {
    sub: "merge-base",
    options: "-a --all --octopus --independent --is-ancestor --fork-point",
    operands: ["text"],
    match: ["git merge-base main HEAD", "git merge-base --is-ancestor a b"],
    notMatch: ["git merge-base $x HEAD", "git merge main"],
  },
  {
    sub: "name-rev",
    options: "--tags --refs= --exclude=* --all --name-only --no-undefined --always",
    operands: ["text"],
    match: ["git name-rev HEAD"],
    notMatch: ["git name-rev --annotate-stdin"],
  },
  {
    sub: "show-branch",
    options: "-ar --all --remotes --list --sha1-name --no-name --topics --current --topo-order --date-order --color[=]",
    operands: ["text"],
    match: ["git show-branch main topic"],
    notMatch: ["git show-branch $x"],
  },
  {
    sub: "cherry",
    options: "-v --abbrev[=]",
    operands: ["text"],
    match: ["git cherry -v main"],
    notMatch: ["git cherry -v $x", "git cherry-pick main"],
  },
];
