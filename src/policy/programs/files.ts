import { type Program, reads } from "./program.ts";

/** Checks of sums name the files they look at, and nothing else of what they read. */
/** A list of sums may name any device, which is opened then. */
const sums = `-btw0zs ?-c ?--check --binary --tag --text --zero --ignore-missing --quiet --status --strict --warn`;

/** Listing files and what is known about them. */
export const filePrograms: readonly Program[] = [
  reads("ls dir vdir", {
    habits: { opensNothing: true },
    options: `-1aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZeOyTW@% -w= -I= --all --almost-all --author --escape --block-size=
      --ignore-backups --color[=] --directory --dired --classify[=] --file-type --format= --full-time
      --group-directories-first --no-group --human-readable --si --dereference-command-line
      --dereference-command-line-symlink-to-dir --dereference --hide= --hyperlink[=] --indicator-style= --inode
      --ignore=* --kibibytes --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name
      --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero`,
    operands: ["stat"],
    loose: true,
    lists: { options: "-1aArtSU --all --almost-all --reverse", by: "patterns" },
    match: ["ls -lah --color=auto ~/projects", "ls -lt /var/log/*.log", "ls *", "ls ~/.ssh"],
    notMatch: ["ls --time-sort", "ls ftp://host.example/"],
  }),
  reads("exa eza", {
    options: `-1lGxRTFaAdrDfbBghHimnSuUZoMXwj@ -L= -s= -I= -t= --oneline --long --grid --across --recurse --tree --dereference
      --classify[=] --color= --colour= --color-scale[=] --colour-scale[=] --color-scale-mode= --icons[=] --no-icons
      --no-quotes --hyperlink --absolute[=] --follow-symlinks --width= --all --almost-all --list-dirs --level= --reverse
      --sort= --group-directories-first --group-directories-last --only-dirs --only-files --show-symlinks --no-symlinks
      --ignore-glob=* --git-ignore --binary --bytes --group --smart-group --header --links --inode --modified --mounts
      --numeric --blocks --blocksize --flags --time= --accessed --created --changed --time-style= --total-size
      --no-permissions --octal-permissions --no-filesize --no-user --no-time --stdin --git --no-git --git-repos
      --git-repos-no-status --extended --context`,
    operands: ["stat"],
    loose: true,
    match: ["exa -la --git", "eza --tree --level=2 src"],
    notMatch: ["eza --unknown"],
  }),
  // -R writes 00Tree.html into every folder. Two letters with values in one word take two words.
  reads("tree", {
    options: `-adlfxpsugDFqNAShiCnXJrtcvQU -L= -P=* -I=* -H= -T=* ?-o=> ?-R --noreport --dirsfirst --filesfirst ?--gitignore
      --filelimit= --si --du --prune --inodes --device --charset= --sort= --timefmt= --matchdirs --metafirst --ignore-case
      --nolinks`,
    values: { "-L": /^\d+$/ },
    operands: ["stat"],
    apart: true,
    match: ["tree -L 2 -I node_modules", "tree -dfh src", "tree -a -I 'node_modules|.git' --dirsfirst"],
    notMatch: [
      "tree -o out.txt",
      "tree -ao out.txt",
      "tree -Io x README.md",
      "tree -Lo 2 README.md",
      "tree -R -L 1 -H .",
      "tree --fromfile ~/.netrc",
      "tree --infofile=~/.netrc",
      "tree *",
    ],
  }),
  reads("stat", {
    habits: { opensNothing: true },
    options: `-fFlLnqrstx -c= --format= --printf= --dereference --file-system --terse --cached=`,
    operands: ["stat"],
    loose: true,
    match: ["stat -c '%a %n' *", "stat -f /", "stat --printf='%s\\n' x", 'stat -- "$f"'],
    notMatch: ["stat --unknown x"],
  }),
  // -z starts decompressors, -p sets times, -C writes.
  reads("file", {
    options: `-bEhiIklLNnrsv0 -e= -F=* ?-P= ?-f=< ?-m=< ?--files-from=< ?--magic-file=< --brief --mime --mime-type --mime-encoding
      --extension --apple --keep-going --list --dereference --no-dereference --no-buffer --no-pad --raw --print0
      --special-files --exclude=* --exclude-quiet= --separator=* ?--parameter= ?-C ?--compile ?-p ?--preserve-date ?-z ?-Z
      ?--uncompress ?--uncompress-noreport`,
    operands: ["open"],
    match: ["file -b --mime-type x.png", "file bin/*", "file -L link"],
    notMatch: [
      "file -C -m magic",
      "file -z a.gz",
      "file -f ~/.netrc",
      "file -m ~/.netrc x",
      "file -m magic a.bin",
      "file *",
      "file -s /dev/watchdog",
      "file @x",
    ],
  }),
  reads("du", {
    options: `-0abcDhHkLlmgnPrsSxyA -B= -d= -t= -I= -X=< ?--files0-from=< --null --all --apparent-size --block-size= --bytes
      --total --dereference-args --max-depth= --human-readable --inodes --dereference --count-links --no-dereference
      --separate-dirs --si --summarize --threshold= --time[=] --time-style= --exclude-from=< --exclude=* --one-file-system`,
    operands: ["stat"],
    loose: true,
    match: ["du -sh *", "du -xh --max-depth=1 /var", "du -d1 -h", "du -sh .[!.]*"],
    notMatch: ["du --files0-from=~/.netrc", "du --files0-from=names.txt", "du -X ~/.netrc ."],
  }),
  reads("df", {
    options: `-abcghHiIklmnPTYy -B= -t= -x= --all --block-size= --human-readable --si --inodes --local --no-sync --output[=]
      --portability --total --type= --print-type --exclude-type=`,
    operands: ["stat"],
    loose: true,
    match: ["df -h", "df -hT /", "df -h --output=source,pcent", "df -x tmpfs"],
    notMatch: ["df --sync", "df --outp=source"],
  }),
  reads("basename", {
    habits: { opensNothing: true },
    options: "-az -s= --multiple --suffix= --zero",
    operands: ["text"],
    loose: true,
    match: ['basename "$PWD"', "basename /a/b.txt .txt", "ls | xargs -n1 basename"],
    notMatch: ["basename --unknown x"],
  }),
  reads("dirname", {
    habits: { opensNothing: true },
    options: "-z --zero",
    operands: ["text"],
    loose: true,
    match: ["dirname /a/b/c", 'dirname -- "$x"'],
    notMatch: ["dirname -x /a"],
  }),
  reads("realpath", {
    options: `-eEmLPqsz --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --quiet
      --relative-to= --relative-base= --strip --no-symlinks --zero`,
    operands: ["stat"],
    loose: true,
    match: ["realpath src/../x", "realpath --relative-to=. x"],
    notMatch: ["realpath --unknown x"],
  }),
  reads("readlink", {
    options: `-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose
      --zero`,
    operands: ["stat"],
    loose: true,
    match: ["readlink -f /usr/bin/python", 'readlink -f -- "$x"'],
    notMatch: ["readlink --unknown x"],
  }),
  reads("namei", {
    options: "-xmolnvZ --context --mountpoints --modes --owners --long --nosymlinks --vertical",
    operands: ["stat"],
    loose: true,
    match: ["namei -l /etc/nginx/nginx.conf"],
    notMatch: ["namei --unknown x"],
  }),
  reads("pathchk", {
    options: "-pP --portability",
    operands: ["text"],
    loose: true,
    match: ["pathchk -p a/b"],
    notMatch: ["pathchk -x a"],
  }),
  reads("lsattr", {
    options: "-RVadlpv",
    operands: ["stat"],
    loose: true,
    match: ["lsattr -d /etc", "lsattr x"],
    notMatch: ["lsattr --unknown x"],
  }),
  reads("getfacl", {
    options: `-acdeEsRLPtpnh --access --default --omit-header --all-effective --no-effective --skip-base --recursive --logical
      --physical --tabular --numeric --one-file-system --absolute-names`,
    operands: ["stat"],
    loose: true,
    match: ["getfacl x", "getfacl -R -p /srv"],
    notMatch: ["getfacl --restore=x"],
  }),
  reads("getcap", {
    options: "-hlnrv",
    operands: ["stat"],
    loose: true,
    match: ["getcap -r /usr/bin"],
    notMatch: ["getcap --unknown x"],
  }),
  reads("sum", {
    options: "-rs --sysv",
    operands: ["open"],
    loose: true,
    match: ["sum x"],
    notMatch: ["sum --unknown x"],
  }),
  reads("cksum", {
    options: `${sums} -a= -l= -o= --algorithm= --length= --untagged --base64 --raw --debug`,
    operands: ["open"],
    loose: true,
    match: ["cksum f", "cksum -a sha256 f"],
    notMatch: ["cksum --unknown f"],
  }),
  reads(
    `md5sum sha1sum sha224sum sha256sum sha384sum sha512sum sha3sum b2sum gmd5sum gsha1sum gsha224sum gsha256sum gsha384sum
    gsha512sum gb2sum`.replace(/\s+/g, " "),
    {
      options: `${sums} -l= --length= -a=`,
      operands: ["open"],
      loose: true,
      match: ["md5sum *.iso", "find . -type f -exec md5sum {} +"],
      notMatch: [
        "sha256sum --unknown f",
        "sha256sum f > sums",
        "sha256sum /dev/watchdog",
        "sha256sum /dev/*",
        "find /dev -exec sha256sum {} +",
      ],
    },
  ),
  reads("shasum", {
    options:
      "-btUqsw0 ?-c ?--check -a= --algorithm= --binary --tag --text --UNIVERSAL --01 --ignore-missing --quiet --status --strict --warn",
    operands: ["open"],
    loose: true,
    match: ["shasum -a 256 a.tgz"],
    notMatch: ["shasum --unknown f"],
  }),
];
