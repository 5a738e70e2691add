import { group, network, read, runs, type Spec, write } from "../spec.ts";

const commitOptions =
  "-prstuUwzaiMCDRSnvqLbGcgB -#  -n= -L= -S= -G= -U= -O=? -M[=] -C[=] -l= --oneline --stat[=] --numstat --shortstat --summary --name-only --name-status --patch --no-patch --no-commit-id --root --raw --graph --decorate[=] --no-decorate --all --branches[=] --tags[=] --remotes[=] --author= --committer= --since= --until= --after= --before= --grep= --format= --pretty[=] --abbrev-commit --abbrev[=] --date= --follow --merges --no-merges --first-parent --reverse --max-count= --skip= --color[=] --no-color --word-diff[=] --color-words[=] --ignore-all-space --ignore-space-change --ignore-blank-lines --cached --staged --unified= --diff-filter= --find-renames[=] --find-copies[=] --no-renames --exit-code --quiet --check --full-index --binary --text --minimal --patience --histogram --diff-algorithm= --topo-order --date-order --left-right --cherry-pick --cherry-mark --cherry --boundary --show-signature --no-ext-diff --no-textconv --relative[=] --relative-date --parents --children --source --no-walk[=] --simplify-by-decoration --full-history --ancestry-path[=] --merge-base --dirstat[=] --submodule[=] --inter-hunk-context= --no-prefix --src-prefix= --dst-prefix= --line-prefix= --pickaxe-regex --pickaxe-all --ignore-case --invert-grep --perl-regexp --extended-regexp --fixed-strings --glob= --exclude= --notes[=] --no-notes --show-notes --mailmap --use-mailmap --encoding= --no-index --count --compact-summary --function-context --range-diff= --walk-reflogs --no-pager --log-size --clear-decorations --decorate-refs= --max-parents= --min-parents= ?--output=> !--ext-diff !--textconv";
const log = read(commitOptions);

const lists = (options: string): Spec => ({ effect: "read", options, operands: ["none"] });

/** git's sub-commands. What destroys or runs code is judged before this table is asked. */
export const git: Spec = {
  effect: "run",
  options:
    "-pP -c= -C= --no-pager --paginate --git-dir= --work-tree= --namespace= --exec-path[=] --config-env= --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --version --help --html-path --man-path --info-path --no-advice --no-lazy-fetch -v -h",
  subs: {
    status: read(
      "-sbuvz -u[=] --short --branch --porcelain[=] --long --verbose --untracked-files[=] --ignored[=] --ignore-submodules[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=] --show-stash",
    ),
    "log|show|whatchanged|diff|diff-tree|diff-index|diff-files|range-diff": log,
    shortlog: read(
      "-nsecw[=] --numbered --summary --email --group= --format= --all --since= --until= --author= --no-merges",
    ),
    reflog: { effect: "read", options: "-# -n= --all --date= --oneline --format= --pretty[=] --stat" },
    blame: read(
      "-bcCfeklLMnpstw# -L= -S= -C[=] -M[=] --date= --porcelain --line-porcelain --incremental --show-stats --show-email --root --color-lines --color-by-age --ignore-rev= --reverse --first-parent --abbrev= --since=",
    ),
    annotate: read("-l -t -L="),
    grep: read(
      "-aciEFGHhIlLnopPqrvwWz0 -A= -B= -C= -e= -f=< -m= --cached --no-index --untracked --exclude-standard --recurse-submodules --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color[=] --no-color --break --heading --show-function --context= --after-context= --before-context= --function-context --threads= --max-depth= --and --or --not --all-match --quiet --max-count=",
    ),
    branch: {
      ...lists(
        "-arvlq -# --all --remotes --list[=] --verbose --contains[=] --no-contains[=] --merged[=] --no-merged[=] --sort= --points-at= --format= --color[=] --no-color --column[=] --abbrev= --show-current --ignore-case ?-d ?-D ?-m ?-M ?-c ?-C ?-u= ?-t ?-f ?--delete ?--move ?--copy ?--set-upstream-to= ?--unset-upstream ?--track[=] ?--edit-description ?--force",
      ),
    },
    tag: {
      ...lists(
        "-ln[=] --list[=] --contains[=] --no-contains[=] --merged[=] --points-at= --sort= --format= --column[=] --color[=] --ignore-case -l[=] ?-a ?-s ?-d ?-f ?-m= ?-F= ?-u= ?-v ?--delete ?--annotate ?--sign ?--force ?--message=",
      ),
    },
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
        "list|show": log,
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
    describe: read(
      "--tags --all --long --abbrev= --always --dirty[=] --broken[=] --contains --exact-match --first-parent --match= --exclude= --candidates= --debug",
    ),
    "rev-parse": read(
      "-q --short[=] --abbrev-ref[=] --verify --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches[=] --tags[=] --remotes[=] --show-superproject-working-tree --git-path= --sq --local-env-vars --revs-only --no-revs --flags --no-flags --default= --path-format=",
    ),
    "rev-list": log,
    "ls-files": read(
      "-cdmokistuvxzf -x= -X= --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --exclude-standard --exclude= --full-name --error-unmatch --abbrev[=] --debug --eol --deduplicate --recurse-submodules --format= --with-tree= --no-empty-directory --sparse",
    ),
    "ls-tree": read(
      "-drtlz --name-only --name-status --full-name --full-tree --abbrev[=] --long --format= --object-only",
    ),
    "cat-file": read(
      "-tespZ --batch[=] --batch-check[=] --batch-all-objects --buffer --follow-symlinks --unordered --allow-unknown-type --use-mailmap !--textconv !--filters",
    ),
    "show-ref": read("-dqs --head --heads --tags --verify --hash[=] --abbrev[=] --dereference --branches"),
    "for-each-ref": read(
      "--count= --sort= --format= --points-at= --merged[=] --no-merged[=] --contains[=] --no-contains[=] --ignore-case --color[=] --exclude=",
    ),
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
