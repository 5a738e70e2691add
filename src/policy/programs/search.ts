import { also, type Form, type Program, reads, subs } from "./program.ts";

/** What every grep has. Not --label: it would make any text look like the name of a file that was found. */
const grepOptions = `-# -abcEFGhHIilLnNoPqsTUuvVwxy -A= -B= -C= -e=* -m= --after-context= --before-context= --context[=] --regexp=*
  --max-count= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case
  --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-with-matches --files-without-match
  --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab
  --text --binary-files= --line-buffered --no-group-separator --group-separator=* --binary`;

/** To scripts that look for words themselves, these take no word behind them: it is the pattern, and the next one a file. */
const scriptOptions = grepOptions.replaceAll(
  /--(after-context|before-context|context|group-separator)=\*?/g,
  "--$1[=]",
);

const grepsFolders = `${grepOptions} -rRzZ -d= -D= -f=< --file=< --recursive --dereference-recursive --directories= --devices= --include=*
  --exclude=* --exclude-from=< --exclude-dir=* --include-dir=* --null --null-data`;

const agOptions = `-acfFHilLnoQrRsStuUvwz0 -A[=] -B[=] -C[=] -g=* -G=* -m= -p=< -W= --after[=]* --before[=]* --context[=] --break --nobreak --hidden
      --ignore=* --ignore-dir=* --ignore-case --nogroup --group --nocolor --color --column --count --depth= --noheading
      --heading --filename --nofilename --files-with-matches --files-without-matches --filename-pattern=*
      --file-search-regex=* --fixed-strings --literal --smart-case --case-sensitive --stats --stats-only --vimgrep
      --word-regexp --invert-match --max-count= --nonumbers --numbers --null --print0 --one-device --only-matching
      --silent --search-binary --skip-vcs-ignores --unrestricted --all-text --all-types --follow --width= --pager=!
      --path-to-ignore=<`;

/** They choose lines, and change none. */
const matching = `-aEFGPeiIsSuUwxv --regexp --ignore-case --smart-case --fixed-strings --extended-regexp --perl-regexp --word-regexp
  --line-regexp --invert-match --text --no-messages`;
const listing = {
  options: `${matching} -lrgtTHnN0Z. --files-with-matches --files-without-match --files --recursive --include --exclude
    --exclude-dir --glob --iglob --type --type-not --hidden --no-ignore --no-ignore-vcs --max-depth --sort --sortr --null
    --line-number`,
  by: "-l --files-with-matches --files-without-match --files",
};
const agListing = { options: `${matching} -lGtaQf0 --noenv --hidden --ignore --files-with-matches`, by: listing.by };
const keeping = `${matching} -mN --max-count --no-line-number`;

const grepForm: Form = {
  does: "searches",
  options: grepsFolders,
  operands: ["text", "read"],
  loose: true,
  lists: listing,
  keeps: keeping,
  searches: "told",
  match: [
    "grep -rn TODO src",
    "grep -A3 -B3 error log.txt",
    "grep -rn 'foo' --include='*.ts' .",
    "sort x | grep -v 'x'",
    "egrep 'a|b' *.md",
    "find . -name '*.ts' | xargs grep foo",
    "grep -rl zod src | xargs wc -l",
  ],
  notMatch: [
    "grep -f /etc/shadow x",
    "grep -r . ~/.aws",
    "grep -rn . ~",
    "grep -rel . x | xargs cat",
    "echo x | grep -l --label=/etc/shadow x | xargs cat",
    "grep --lab=/etc/shadow -l x",
  ],
};

/** Searching text and names. */
export const searchPrograms: readonly Program[] = [
  reads("grep", grepForm),
  // Scripts that run the grep of the PATH.
  also(
    { starts: ["grep"] },
    reads("egrep fgrep", { ...grepForm, match: ["egrep 'a|b' *.md"], notMatch: ["egrep . ~"] }),
  ),
  // It reads the folder also where something comes through a pipe.
  also(
    { starts: ["grep"] },
    reads("rgrep", {
      ...grepForm,
      searches: "always",
      match: ["rgrep TODO src"],
      notMatch: ["rgrep . ~", "echo x | rgrep -f /etc/shadow"],
    }),
  ),
  // They are shell scripts that run gzip or xz, and grep. A file of patterns would be copied.
  also(
    { starts: ["sh", "bash", "grep", "egrep", "fgrep", "gzip", "xz", "bzip2", "zstd", "sed", "cat", "expr"] },
    reads("zgrep zegrep zfgrep xzgrep xzegrep xzfgrep", {
      does: "searches",
      options: scriptOptions,
      operands: ["text", "read"],
      searches: "told",
      match: ["zgrep error a.log.gz", "zgrep -ci warn /var/log/syslog.*.gz", "xzgrep x y.xz"],
      notMatch: ["zgrep -f x y.gz", "zgrep error *", "zgrep x ~/.netrc", "zgrep -v --group-separator z ~/.netrc"],
    }),
  ),
  also(
    { getopt: true },
    reads("rg", {
      does: "searches",
      lists: listing,
      keeps: keeping,
      searches: "unless-fed",
      options: `-abcFhHiIlLnNoPpqsSuUvVwx0. -A= -B= -C= -d= -e=* -E= -f=< -g=* -j= -m= -M= -r=* -t= -T= --after-context= --before-context=
      --context= --glob=* --iglob=* --glob-case-insensitive --type= --type-not= --type-add= --type-list --files
      --files-with-matches --files-without-match --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-dot
      --no-ignore-parent --no-ignore-exclude --no-ignore-global --no-ignore-files --no-ignore-messages --no-require-git
      --ignore-case --smart-case --case-sensitive --fixed-strings --no-fixed-strings --word-regexp --line-regexp --count
      --count-matches --include-zero --json --stats --sort= --sortr= --sort-files --color= --colors= --heading
      --no-heading --line-number --no-line-number --with-filename --no-filename --only-matching --replace=* --max-count=
      --max-depth= --max-columns= --max-columns-preview --multiline --multiline-dotall --pcre2 --pcre2-version
      --invert-match --vimgrep --null --null-data --pretty --passthru --trim --text --binary --follow --no-follow
      --no-config --no-messages --column --no-column --byte-offset --encoding= --engine= --max-filesize= --threads=
      --unrestricted --crlf --one-file-system --regexp=* --quiet --mmap --no-mmap --line-buffered
      --block-buffered --context-separator=* --no-context-separator --field-match-separator=* --field-context-separator=*
      --stop-on-nonmatch --no-unicode --unicode --dfa-size-limit= --regex-size-limit= --file=< --pre=! --pre-glob=
      --hostname-bin=! --ignore-file=<`,
      operands: ["text", "read"],
      match: [
        "rg -n 'rm -rf' .",
        "rg --files",
        "rg -i todo -g '*.ts' -g '!node_modules'",
        "rg --type ts --count import",
        "rg -uu --hidden -tjs foo src/*",
        "rg -- foo *",
      ],
      notMatch: [
        "rg --pre id x",
        "rg --pr ./e x",
        "rg --hostname-bin id x",
        "rg -f ~/.netrc x",
        "rg --ignore-file ~/.netrc x",
        "rg foo *",
        "rg -z foo",
        "rg --path-separator=x --files",
        "rg . ~/.ssh",
      ],
    }),
  ),
  // It runs git config to find the file of names to leave out.
  also(
    { starts: ["sh", "git"] },
    subs("ag", "", [
      // With a pattern for names there is none for lines: every word is a place.
      {
        has: ["-g", "--filename-pattern", "--file-search-regex"],
        options: agOptions,
        operands: ["read"],
        lists: agListing,
        searches: "unless-fed",
        match: ["ag -g '\\.ts$'", "ag -g test src"],
        notMatch: ["ag -g . ~/.vault_pass", "ag --filename-pattern . ~/.vault_pass"],
      },
      {
        does: "searches",
        options: agOptions,
        operands: ["text", "read"],
        lists: agListing,
        searches: "unless-fed",
        match: ["ag -l TODO", "ag foo src", "ag -G '\\.ts$' foo"],
        notMatch: ["ag --pager id x", "ag --pag=./e x", "ag foo *", "ag foo ~/.ssh"],
      },
    ]),
  ),
  reads("locate mlocate plocate slocate", {
    options: `-AbceiLnNPqrsSw0 -l= --all --basename --count --existing --ignore-case --limit= --null
      --literal --quiet --regexp --regex --statistics --wholename`,
    operands: ["text"],
    match: ["locate nginx.conf", "locate -i -l 5 readme"],
    notMatch: ["locate -d x y", "locate --no-such x"],
  }),
];
