import { printableName } from "../read-variables.ts";
import { also, type Program, reads } from "./program.ts";

const lessOptions = `-aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX -b= -h= -j= -p=* -P= -x= -y= -z= -t=? -T=? -k=! ?-o=> ?-O=>
  --chop-long-lines --quit-if-one-screen --RAW-CONTROL-CHARS --LINE-NUMBERS --no-init --ignore-case --raw-control-chars
  --squeeze-blank-lines --no-lessopen --lesskey-file=! --lesskey-src=! --lesskey-content=! ?--log-file=> ?--LOG-FILE=>`;

/** Behind a number, and behind a `$` in a text, less reads on for options. */
const lessValues = {
  ...Object.fromEntries("-b -h -j -x -y -z".split(" ").map((name) => [name, /^(?!-\D)-?[\d.,]+$/])),
  "-p": /^(?!-(?!\d|$))[^$\p{Cc}]*$/u,
};

const batOptions = `-AdfLnpPSuV -H= -l= -m= -r= --show-all --plain --language= --highlight-line= --file-name= --diff --diff-context=
  --tabs= --wrap= --chop-long-lines --terminal-width= --number --color= --italic-text= --decorations= --force-colorization
  --paging= --no-paging --pager=! --map-syntax= --ignored-suffix= --theme= --theme-light= --theme-dark= --list-themes
  --style= --line-range=* --list-languages --unbuffered --squeeze-blank --squeeze-limit= --strip-ansi= --binary=
  --nonprintable-notation=`;

/** What a manual page passes through until it is on the screen. */
const manualHelpers =
  "sh man man.man nroff groff troff grotty preconv tbl eqn pic refer col locale less pager gzip xz bzip2 zstd lesspipe whatis apropos".split(
    " ",
  );

/** Not a path, which would be shown as it is. */
const page = /^[\w[][\w.:+@-]*$/;

/** Pagers and manuals. What is typed into a pager later is judged then. */
export const viewerPrograms: readonly Program[] = [
  reads("less", {
    options: lessOptions,
    values: lessValues,
    operands: ["read"],
    match: [
      "less README.md",
      "less +120 README.md",
      "less -p main -j5 README.md",
      "less -RSX README.md",
      "less +G a.log",
      "less app.log",
      "less -L app.log.1",
      "less -L x.rpm",
      "less --no-lessopen x.deb",
    ],
    notMatch: [
      "less app.log.1",
      "less '+!id' f",
      "less -o x f",
      "less --log-f=x f",
      "less *",
      "less -k x f",
      "less -p '$o' f",
      "less -j5o f",
      "less ~/.netrc",
      "less +sx f",
      "less x.rpm",
      "less README.md '%(touch P).rpm'",
      "less -- *.rpm",
    ],
  }),
  // On a Mac it is less, where -p is typed into it.
  reads("more", {
    options: "-# -cdefsu --silent --exit-on-eof --print-over --clean-print --squeeze --plain",
    operands: ["read"],
    match: ["more README.md", "more -d +20 README.md"],
    notMatch: ["more -p '!id' f", "more *", "more x.rpm", "more ~/.netrc"],
  }),
  reads("most", {
    options: "-bsvw",
    operands: ["read"],
    match: ["most README.md"],
    notMatch: ["most +d README.md", "most ~/.netrc"],
  }),
  also(
    { starts: ["sh", "less", "more", "gzip", "grep", "sed", "cat"] },
    reads("zless zmore", {
      operands: ["read"],
      match: ["zless README.md.gz"],
      notMatch: ["zless -o x f.gz", "zless *", "zless $'+!touch X\\n' f"],
    }),
  ),
  also(
    // Its lists go to a pager as well.
    { starts: ["less"] },
    reads("bat batcat", {
      options: batOptions,
      values: { "--paging": /^(?:never|auto|always)$/, "-r": /^[\d:+-]+$/ },
      operands: ["read"],
      match: ["bat -p README.md", "bat --paging=never src/main.ts", "bat -r 10:20 src/main.ts"],
      notMatch: [
        "bat --pager id f",
        "bat --pag=./e f",
        "bat cache --build",
        "bat *",
        "bat ~/.netrc",
        "bat --config-file x",
        "bat x.rpm",
      ],
    }),
  ),
  also(
    // It keeps the pages that it has formatted.
    { starts: manualHelpers, opens: /^\/var\/cache\/man\// },
    reads("man", {
      options: `-afkKwWiI -s= -S= -e= -L= -p=? -P=! -H=! -C=! -B=! -X=! --pager=! --html[=]! --browser=! --config-file=!
      --preprocessor=? --apropos --whatis --where --path --location --where-cat --all --locale= --sections= --extension=
      --regex --wildcard --names-only --ignore-case --match-case --global-apropos --no-hyphenation --nj --nh
      --no-justification`,
      operands: ["text"],
      operandIs: page,
      match: ["man ls", "man 5 crontab", "man -k copy", "man -w git-log"],
      notMatch: [
        "man ./x.1",
        "man -l x.1",
        "man -P id ls",
        "man --pag=./e ls",
        "man -H ls",
        "man *",
        "man -u ls",
        "man -M . ls",
      ],
    }),
  ),
  reads("whatis apropos", {
    options: `-advrwel -s= -L= --debug --verbose --regex --exact --wildcard --long --and --sections= --section=* --locale=`,
    operands: ["text"],
    match: ["whatis ls", "apropos -s 1 copy"],
    notMatch: ["whatis -C x ls", "apropos -M . copy"],
  }),
  reads("help", {
    options: "-dms",
    operands: ["text"],
    loose: true,
    match: ["help cd", "help -s read"],
    notMatch: ["help cd > x"],
  }),
  reads("type", {
    habits: { opensNothing: true },
    // Not -m, which is given a pattern: it prints the text of functions, and some are Cotty's own.
    options: "-afpPtSw",
    operands: ["text"],
    operandIs: printableName,
    match: ["type ls", "type -a python3"],
    notMatch: ["type ls > x", "type __ct_mark", "type $f", "type -m '*'"],
  }),
  reads("which", {
    habits: { opensNothing: true },
    options: "-as --all --skip-dot --skip-tilde --show-dot --show-tilde --tty-only",
    operands: ["text"],
    operandIs: printableName,
    match: ["which node", "which -a python3 pip"],
    notMatch: ["which node > x", "which __ct_mark"],
  }),
  reads("whereis", {
    options: "-bfglmsuqax -B= -M= -S=",
    operands: ["text"],
    loose: true,
    match: ["whereis ls", "whereis -b git"],
    notMatch: ["whereis ls > x"],
  }),
];
