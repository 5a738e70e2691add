import { also, type Program, reads } from "./program.ts";

const sortOptions = `-bcCdfghiMmnRrsuVz -k=* -t=* -S= -T=? ?-o=> --key=* --field-separator=* --reverse --numeric-sort
  --human-numeric-sort --version-sort --general-numeric-sort --month-sort --random-sort --unique --stable --ignore-case
  --ignore-leading-blanks --ignore-nonprinting --dictionary-order --zero-terminated --check[=] --merge --parallel=
  --buffer-size= --debug --sort= --random-source=< ?--files0-from=< ?--output=> --compress-program=!
  --temporary-directory=?`;

/** Printing, cutting, sorting and counting text. */
export const textPrograms: readonly Program[] = [
  reads("cat", {
    does: "hands-on",
    keeps: "",
    options:
      "-AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
    operands: ["read"],
    loose: true,
    match: ["cat -n README.md", "cat *.md"],
    notMatch: ["cat ~/.ssh/id_rsa", "cat --paging=never README.md"],
  }),
  also(
    { opens: /\/tmp\/tac\w+$/ },
    reads("tac", {
      does: "waits",
      keeps: "",
      options: "-br -s= --before --regex --separator=*",
      operands: ["read"],
      loose: true,
      match: ["tac app.log", "tac *.log | head -3"],
      notMatch: ["tac ~/.netrc"],
    }),
  ),
  reads("head", {
    does: "ends",
    keeps: "-nqr --lines --quiet --silent",
    options: "-# -qvz -c= -n= --bytes= --lines= --quiet --silent --verbose --zero-terminated",
    operands: ["read"],
    loose: true,
    match: ["head -20 README.md", "head -n 3 *.md", "head -c 200 data.bin", "cat a b | head -3"],
    notMatch: ["head ~/.netrc", "head -n 1 ~/.ssh/*"],
  }),
  reads("tail", {
    habits: { loop: "pauses" },
    does: "waits",
    keeps: "-nqr --lines --quiet --silent",
    options: `-# -fFqrvz -c= -n= -s= --bytes= --lines= --follow[=] --retry --pid=* --max-unchanged-stats= --quiet
      --silent --sleep-interval= --verbose --zero-terminated`,
    operands: ["read"],
    loose: true,
    match: ["tail -f app.log", "tail -100 app.log", "tail -n +2 data.csv", "tail -5 /var/log/dpkg.log"],
    notMatch: ["tail -n 5 ~/.aws/credentials", "tail --no-such app.log"],
  }),
  reads("nl", {
    options: `-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --section-delimiter= --footer-numbering=
      --header-numbering= --line-increment= --join-blank-lines= --number-format= --no-renumber --number-separator=
      --starting-line-number= --number-width=`,
    operands: ["read"],
    loose: true,
    match: ["nl -ba src/main.c", "nl README.md"],
    notMatch: ["nl ~/.netrc"],
  }),
  reads("wc", {
    does: "waits",
    options: "-cLlmw --bytes --chars --lines --max-line-length --words --total= ?--files0-from=<",
    operands: ["open"],
    loose: true,
    match: ["wc -l src/**/*.ts", "sort x | wc -l", "find . -name '*.md' -print0 | xargs -0 wc -l"],
    notMatch: ["wc --files0-from=/etc/shadow", "wc --files0-from=names.txt"],
  }),
  reads("cut", {
    options: `-nsz -b= -c= -d= -f= -w --bytes= --characters= --delimiter=* --fields= --only-delimited --complement
      --output-delimiter=* --zero-terminated`,
    operands: ["read"],
    loose: true,
    match: ["cut -d: -f1 /etc/passwd", "cut -c1-80 long.txt", "cut -f2 -d ' ' *.txt"],
    notMatch: ["cut -c1-80 ~/.netrc"],
  }),
  reads("paste", {
    options: "-sz -d= --delimiters= --serial --zero-terminated",
    operands: ["read"],
    loose: true,
    match: ["paste -d, a b", "seq 3 | paste -sd+ -"],
    notMatch: ["paste a ~/.ssh/id_ed25519"],
  }),
  reads("join", {
    options: `-iz -a= -e= -j= -o= -t= -v= -1= -2= --ignore-case --check-order --nocheck-order --header --zero-terminated`,
    operands: ["read"],
    loose: true,
    match: ["join a b", "join -t, -1 2 -2 1 a.csv b.csv"],
    notMatch: ["join a ~/.netrc"],
  }),
  reads("comm", {
    options: "-123iz --check-order --nocheck-order --output-delimiter=* --total --zero-terminated",
    operands: ["read"],
    loose: true,
    match: ["comm -12 a.txt b.txt", "comm -3 <(sort a) <(sort b)"],
    notMatch: ["comm a /etc/shadow"],
  }),
  reads("tr", {
    options: "-Ccdstu --complement --delete --squeeze-repeats --truncate-set1",
    operands: ["text"],
    loose: true,
    match: ["tr a-z A-Z < x", "echo a | tr -d '\\n'"],
    notMatch: ["tr a-z A-Z < ~/.netrc", "tr a b > x"],
  }),
  reads("fold", {
    options: "-# -bcs -w= --bytes --characters --spaces --width=",
    operands: ["read"],
    loose: true,
    match: ["fold -w 80 x", "fold -sw 72 README.md"],
    notMatch: ["fold ~/.netrc"],
  }),
  reads("fmt", {
    options: `-# -cstun -w= -g= -p= -d= -l= --crown-margin --prefix=/ --split-only --tagged-paragraph --uniform-spacing --width= --goal=`,
    operands: ["read"],
    loose: true,
    match: ["fmt -w 72 README.md"],
    notMatch: ["fmt ~/.netrc"],
  }),
  reads("pr", {
    options: `-# -acdFJmrtTv -D= -e[=] -h= -i[=] -l= -n[=] -N= -o= -s[=] -S[=] -w= -W= --across --columns= --double-space
      --date-format= --expand-tabs[=] --form-feed --header= --length= --merge --number-lines[=] --first-line-number=
      --indent= --no-file-warnings --separator[=]* --sep-string[=] --omit-header --omit-pagination --show-nonprinting
      --width= --page-width= --pages=`,
    operands: ["read"],
    loose: true,
    match: ["pr -m -t a b", "pr -3 -t names.txt"],
    notMatch: ["pr ~/.netrc"],
  }),
  reads("expand unexpand", {
    options: "-# -afi -t= --all --first-only --initial --tabs=",
    operands: ["read"],
    loose: true,
    match: ["expand -t 4 Makefile", "unexpand -a x"],
    notMatch: ["expand ~/.netrc"],
  }),
  reads("column", {
    does: "waits",
    options: `-eJLlntx -c= -E= -H= -i= -K= -m= -N= -n= -o= -O= -p= -R= -r= -s= -T= -W= --columns= --fillrows --json
      --keep-empty-lines --output-separator=* --output-width= --separator=* --table --table-columns= --table-columns-limit=
      --table-empty-lines --table-header-repeat --table-hide= --table-maxout --table-name= --table-noextreme=
      --table-noheadings --table-order= --table-right= --table-truncate= --table-wrap= --tree= --tree-id= --tree-parent=`,
    operands: ["read"],
    loose: true,
    match: ["column -t data.txt", "column -s, -t < a.csv", "sort x | column -t"],
    notMatch: ["column -t ~/.netrc"],
  }),
  reads("rev", {
    does: "waits",
    options: "-0 --zero",
    operands: ["read"],
    loose: true,
    match: ["rev names.txt", "rev <<< abc"],
    notMatch: ["rev ~/.netrc"],
  }),
  also(
    { opens: /\/tmp\/sort\w+$/ },
    reads("sort", {
      does: "waits",
      options: sortOptions,
      keeps: sortOptions,
      operands: ["read"],
      match: [
        "sort -t, -k2,2n data.csv",
        "sort x | uniq -c | sort -rn",
        "sort -u a b",
        "cat sizes | sort -h",
        "sort -- *",
      ],
      notMatch: [
        "sort -o x x",
        "sort --outp=x f",
        "sort *",
        "sort -T /x f",
        "sort --batch-size=2 a b c",
        "sort --compress-prog=./e f",
        "sort --files0-from=/etc/shadow",
      ],
    }),
  ),
  // The second operand is written.
  reads("uniq", {
    keeps: "-dDfisuw --repeated --unique --ignore-case",
    options: `-# -cdDiuz -f= -s= -w= --count --repeated --all-repeated[=] --group[=]* --skip-fields= --skip-chars= --check-chars=
      --ignore-case --unique --zero-terminated`,
    // On a Mac options end at the first operand.
    optionsFirst: true,
    operands: ["read", "write"],
    match: ["uniq -c x", "sort x | uniq -d", "sort a | uniq -c | sort -rn"],
    notMatch: ["uniq a b", "uniq a -c", "uniq *", "uniq ./*", "cat f | xargs uniq"],
  }),
  reads("shuf", {
    does: "waits",
    keeps: "-n --head-count",
    options: `-erz -i= -n= --echo --input-range= --head-count= --repeat --random-source=< --zero-terminated ?-o=> ?--output=>`,
    operands: ["read"],
    match: ["shuf -n 3 x", "shuf -i 1-10", "seq 9 | shuf"],
    notMatch: ["shuf -o x y", "shuf *", "shuf --outp=x y"],
  }),
  reads("iconv", {
    options: `-csl -f= -t= ?-o=> --from-code= --to-code= --list --silent --verbose ?--output=>`,
    values: {
      "-f": /^[\w.:()+-]+(?:\/\/\w*)?$/,
      "-t": /^[\w.:()+-]+(?:\/\/\w*)?$/,
      "--from-code": /^[\w.:()+-]+(?:\/\/\w*)?$/,
      "--to-code": /^[\w.:()+-]+(?:\/\/\w*)?$/,
    },
    operands: ["read"],
    match: ["iconv -f latin1 -t utf-8 x.txt", "iconv -l", "iconv -t ascii//TRANSLIT notes.txt"],
    notMatch: ["iconv -f latin1 -t utf8 x -o y", "iconv *", "iconv -t ../x y", "iconv --out=x y"],
  }),
];
