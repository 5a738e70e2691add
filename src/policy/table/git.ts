import * as looks from "../programs/git-options.ts";
import { group, network, read, runs, type Spec, write } from "../spec.ts";

const log = read(looks.logOptions);
const diff = read(looks.treeDiffOptions);

const lists = (options: string): Spec => ({ effect: "read", options, operands: ["none"] });

/** git's sub-commands. What destroys or runs code is judged before this table is asked. */
export const git: Spec = {
  effect: "run",
  options:
    "-pP -c= -C= --no-pager --paginate --git-dir= --work-tree= --namespace= --exec-path[=] --config-env= --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --version --help --html-path --man-path --info-path --no-advice --no-lazy-fetch -v -h",
  subs: {
    status: read(looks.statusOptions),
    "log|show|whatchanged|reflog": log,
    "diff|diff-tree|diff-index|diff-files|range-diff": diff,
    shortlog: read(looks.shortlogOptions),
    "blame|annotate": read(looks.blameOptions),
    grep: read(looks.grepOptions),
    branch: lists(looks.branchOptions),
    tag: lists(looks.tagOptions),
    remote: group(
      {
        "": read(),
        "get-url": read("--all --push"),
        // With an operand and without -n it asks the other side.
        show: { ...read("-n -v"), operands: ["none"] },
        "*": write("Changes where the repository is shared."),
      },
      "-v --verbose",
    ),
    stash: group(
      {
        "": write("Puts uncommitted changes aside."),
        list: log,
        show: read(`${looks.diffOptions} --include-untracked --only-untracked --no-include-untracked`),
        "*": write("Puts uncommitted changes aside, or brings them back."),
      },
      "?-u ?-a ?-m= ?-q ?-k ?-p ?--include-untracked ?--keep-index ?--all",
    ),
    worktree: group({ list: read("-vz --porcelain --verbose"), "*": write("Changes working trees.") }),
    submodule: group(
      {
        "": read(),
        "status|summary": read("--cached --recursive --quiet"),
        "*": write("Changes or fetches submodules."),
      },
      "-q --quiet",
    ),
    notes: group({ "": read(), "list|show": read(), "*": write("Changes notes.") }, "--ref="),
    bisect: group({ "log|help": read(), "*": write("Moves between commits.") }),
    describe: read(looks.describeOptions),
    "rev-parse": read(looks.revParseOptions),
    "rev-list": read(looks.revListOptions),
    "ls-files": read(looks.lsFilesOptions),
    "ls-tree": read(looks.lsTreeOptions),
    "cat-file": read(looks.catFileOptions),
    "show-ref": read(looks.showRefOptions),
    "for-each-ref": read(looks.forEachRefOptions),
    "merge-base": read("-a --all --octopus --independent --is-ancestor --fork-point"),
    "name-rev": read("--tags --refs= --all --stdin --name-only --no-undefined --always --annotate-stdin"),
    "count-objects": read("-vH --verbose --human-readable"),
    "check-ignore": read("-qvzn --verbose --non-matching --no-index --stdin"),
    "check-attr": read("-a -z --all --cached --stdin --source="),
    "check-ref-format": read("--branch --allow-onelevel --normalize"),
    "check-mailmap": read("--stdin"),
    "verify-commit": runs("Checks a signature with the configured program."),
    "verify-tag": runs("Checks a signature with the configured program."),
    "show-branch": read("-agr --all --remotes --list --sha1-name --topics --current --color[=]"),
    cherry: read("-v --abbrev[=]"),
    var: read("-l"),
    version: read("--build-options"),
    help: read("-a -g -v --all --guides"),
    fsck: read("--full --no-dangling --unreachable --strict --verbose --progress --no-reflogs"),
    "ls-remote|fetch|pull|clone|push": network("Talks to the shared repository."),
    archive: { ...write("Writes an archive of the repository."), prints: "whole" },
    bundle: { ...write("Writes a bundle of the repository."), prints: "whole" },
    "add|commit|merge|rebase|cherry-pick|revert|checkout|switch|restore|reset|mv|rm|init|am|apply|format-patch|clean|gc|repack|maintenance|sparse-checkout|lfs|flow|config|update-index|write-tree|commit-tree|hash-object|mktag|mktree|pack-refs|rerere|request-pull|svn|subtree|replace|prune|stage|read-tree|update-ref|symbolic-ref|citool|gui|filter-branch|fast-export|checkout-index|merge-tree|merge-file|unpack-objects|index-pack|pack-objects|repo|backfill|scalar|difftool|mergetool":
      write("Changes the repository."),
  },
};
