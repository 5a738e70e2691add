import { type Program, reads } from "./program.ts";

/** Not -l: it runs pr, which only prints. */
const diffOptions = `-# -abBcdeEfiHnNpPqrsStTuvwyZ -C= -D=* -F=* -I=* -L=* -S= -U= -W= -x=* -X=< --brief --report-identical-files --context[=]
  --unified[=] --ed --normal --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function
  --show-function-line=* --label=* --expand-tabs --initial-tab --tabsize= --suppress-blank-empty --recursive
  --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --exclude=*
  --exclude-from=< --starting-file=* --from-file=< --to-file=< --ignore-case --ignore-tab-expansion
  --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines=* --text
  --strip-trailing-cr --ifdef= --line-format=* --old-line-format=* --new-line-format=* --unchanged-line-format=*
  --old-group-format=* --new-group-format=* --unchanged-group-format=* --changed-group-format=* --minimal --horizon-lines=
  --speed-large-files --color[=] --palette=`;

/** Comparing files. */
export const comparePrograms: readonly Program[] = [
  reads("diff", {
    options: diffOptions,
    operands: ["read"],
    loose: true,
    match: [
      "diff -u a b",
      "diff -rq old new",
      "diff <(sort a) <(sort b)",
      "diff --color=never -U3 a b",
      "diff -- * ./b",
    ],
    notMatch: ["diff -l a b", "diff --paginate a b", "diff -u /etc/shadow x", "diff -X ~/.netrc a b"],
  }),
  reads("cmp", {
    options: "-bhlsxz -i= -n= --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent",
    operands: ["read", "read", "text"],
    loose: true,
    match: ["cmp a b", "cmp -s a b"],
    notMatch: ["cmp -l ~/.netrc x"],
  }),
];
