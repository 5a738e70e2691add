/**
 * Options of git's looks, as git itself parses them: `[=]` where the value must be attached, because there the next word
 * is an option again (`git diff -U --output=FILE`).
 */

/** Which commits. */
const walk = `-# -n= -giEFP --max-count= --skip= --since=* --until=* --after=* --before=* --since-as-filter= --author=* --committer=*
  --grep=* --grep-reflog=* --all --branches[=]* --tags[=]* --remotes[=]* --glob=* --exclude=* --not --reflog --merge --boundary
  --merges --no-merges --first-parent --max-parents[=] --min-parents[=] --no-max-parents --no-min-parents --reverse
  --topo-order --date-order --author-date-order --left-right --left-only --right-only --cherry --cherry-pick --cherry-mark
  --simplify-by-decoration --simplify-merges --full-history --dense --sparse --show-pulls --ancestry-path[=]* --no-walk[=]*
  --do-walk --walk-reflogs --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings
  --perl-regexp --ignore-missing --children --parents`;

/** How a commit is shown. */
const message = `--oneline --pretty[=] --format[=] --abbrev-commit --no-abbrev-commit --abbrev[=] --no-abbrev --encoding=
  --expand-tabs[=] --no-expand-tabs --notes[=]* --no-notes --date=* --relative-date --graph --no-graph --show-linear-break[=]
  --color[=] --no-color --use-mailmap --mailmap --no-mailmap --no-use-mailmap --log-size`;

/** How a change is shown. `--remerge-diff` merges, and writes what comes out; an order file is named by `-O`. */
export const diffOptions = `-puszawbRWmcrtDq -U[=] -M[=] -C[=] -B[=] -X[=] -S=* -G=* -l= -I=* --unified[=] --patch --no-patch --raw
  --patch-with-raw --patch-with-stat --stat[=] --stat-width= --stat-name-width= --stat-count= --stat-graph-width=
  --compact-summary --numstat --shortstat --dirstat[=] --cumulative --dirstat-by-file[=] --summary --name-only --name-status
  ?--submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved --color-moved-ws= --no-color-moved-ws --word-diff[=]
  --word-diff-regex=* --color-words[=] --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight=
  --full-index --binary --abbrev[=] --no-abbrev --break-rewrites[=] --find-renames[=] --find-copies[=] --find-copies-harder
  --irreversible-delete --diff-filter= --find-object=* --pickaxe-all --pickaxe-regex --relative[=]* --no-relative --text
  --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines
  --ignore-matching-lines=* --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv
  --ignore-submodules[=] --src-prefix=* --dst-prefix=* --no-prefix --default-prefix --line-prefix=* --indent-heuristic
  --no-indent-heuristic --minimal --patience --histogram --anchored=* --diff-algorithm= --skip-to=* --rotate-to=* --cc
  --combined-all-paths --no-diff-merges ?--output=> !--ext-diff !--textconv`;

export const logOptions = `${walk} ${message} ${diffOptions} -L=* --follow --decorate[=] --no-decorate --decorate-refs=*
  --decorate-refs-exclude=* --clear-decorations --source --root --no-commit-id`;

export const treeDiffOptions = `${message} ${diffOptions} --cached --staged --merge-base --no-index --base --ours --theirs --root
  --no-commit-id --creation-factor= --no-dual-color`;

export const revListOptions = `${walk} ${message} --count --objects --objects-edge --header --timestamp --quiet --bisect
  --disk-usage[=] --no-commit-header`;

export const statusOptions = `-sbvz -u[=] --short --branch --porcelain[=] --long --verbose --untracked-files[=] --ignored[=]
  --ignore-submodules[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]
  --show-stash`;

export const shortlogOptions = `${walk} -nsec -w[=] --numbered --summary --email --committer --group=* --format[=] --date=*`;

/** Not `--contents`, `-S` and `--ignore-revs-file`, which read other files. */
export const blameOptions = `-bcfeklnpstw -L=* -C[=] -M[=] --date=* --porcelain --line-porcelain --incremental --show-stats
  --show-email --show-name --show-number --root --color-lines --color-by-age --ignore-rev=* --first-parent --abbrev[=]
  --since=* --progress --no-progress`;

/** Not `-O`, which opens what is found, nor what goes into submodules: which ones are there, old commits say as well. */
export const grepOptions = `-# -aciEFGHhIlLnopPqrvwWz0 -A= -B= -C= -e=* -f=< -m= --cached --no-index --untracked --exclude-standard
  --no-exclude-standard --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp
  --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match
  --null --only-matching --count --color[=] --no-color --break --heading --show-function --context= --after-context=
  --before-context= --function-context --threads= --max-depth= --recursive --no-recursive --and --or --not --all-match
  --quiet --max-count=`;

const refs = `--contains=* --no-contains=* --merged=* --no-merged=* --points-at=* --sort= --format= --color[=] --no-color
  --ignore-case`;

export const branchOptions = `-arvi --all --remotes --list --verbose --column[=] --no-column --abbrev[=] --no-abbrev --show-current
  ${refs} ?-d ?-D ?-m ?-M ?-c ?-C ?-u= ?-t ?-f ?--delete ?--move ?--copy ?--set-upstream-to= ?--unset-upstream ?--track[=]
  ?--edit-description ?--force`;

export const tagOptions = `-li -n[=] --list --column[=] --no-column ${refs} ?-a ?-s ?-d ?-f ?-m= ?-F= ?-u= ?-v ?--delete ?--annotate
  ?--sign ?--force ?--message=`;

export const forEachRefOptions = `${refs} --count= --exclude=* --omit-empty`;

export const describeOptions = `--tags --all --long --abbrev[=] --always --dirty[=] --broken[=] --contains --exact-match
  --first-parent --match=* --exclude=* --candidates= --debug`;

export const revParseOptions = `-q --quiet --short[=] --abbrev-ref[=] --verify --show-toplevel --show-prefix --show-cdup --git-dir
  --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository
  --show-object-format[=] --show-ref-format --symbolic --symbolic-full-name --all --branches[=]* --tags[=]* --remotes[=]*
  --git-path= --sq --local-env-vars --revs-only --no-revs --flags --no-flags --default=
  --path-format[=] --since[=]* --until[=]* --shared-index-path`;

export const lsFilesOptions = `-cdmoikstuvzf -x=* -X=< --cached --deleted --modified --others --ignored --stage --unmerged --killed
  --directory --no-empty-directory --exclude-standard --exclude=* --full-name --error-unmatch --abbrev[=] --debug --eol
  --deduplicate --format= --with-tree=* --sparse`;

export const lsTreeOptions = `-drtlz --name-only --name-status --full-name --full-tree --abbrev[=] --long --format= --object-only`;

/** Without --batch: what it prints is named by what it reads. */
export const catFileOptions = `-tesp --batch-check[=] --batch-all-objects --buffer --follow-symlinks --unordered
  --use-mailmap --no-use-mailmap !--textconv !--filters`;

export const showRefOptions =
  "-dqs --head --heads --tags --verify --hash[=] --abbrev[=] --dereference --branches --quiet";

/** Where `git config` looks, and how it prints. Not -z, which parts a value from its name: it could not be recognised. */
const configPlaces = `-f=< --file=< --type= --bool --int --bool-or-int --path --expiry-date --show-origin --show-scope
  --name-only --global --system --local --worktree --no-includes`;
export const configNameOptions = configPlaces;
/** With one of these `git config` reads. */
export const configModes = ["-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch"];
export const configReadOptions = `${configPlaces} ${configModes.join(" ")} --default=`;
export const configVerbOptions = `${configPlaces} --default= --all --regexp --value= --fixed-value --url=`;

/** In front of the sub-command. Another repository (`--git-dir`) is not among them: settings would be those of that one. */
export const leadOptions = `-pP -c=* -C=* --no-pager --paginate --no-replace-objects --literal-pathspecs --glob-pathspecs
  --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-advice --no-lazy-fetch`;
