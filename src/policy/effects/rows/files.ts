import { readRows } from "../effect-rows.ts";

/** Creating and changing ordinary files. */
export const filesEffects = readRows(`
ncdu => starts: Opens a viewer that can delete files and start a shell.
    yes: ncdu
  no: which ncdu
split
  loop: fills
  options: -a= -b= -C= -l= -n= -d -e -u -x -t= --filter=! --bytes= --lines= --number= --suffix-length= --additional-suffix= --verbose
  => writes: Writes the parts of a file.
    yes: split -b 1M x
    no: which split
csplit
  options: -f=> --prefix=> -b= -n= -k -s -z
  => writes: Writes the parts of a file.
    yes: csplit x /a/
    no: which csplit
dc => starts: dc can start other programs (!).
    yes: dc
  no: which dc
touch
  out: all
  => writes: Creates a file, or changes its time.
    yes: touch a b
    no: which touch
mkdir
  out: all
  makes: folders
  loop: fills
  => writes: Creates a directory.
    yes: mkdir x
    no: which mkdir
mkfile
  loop: fills
mkfifo
  out: all
  => writes: Creates a pipe file.
    yes: mkfifo /tmp/f
    no: which mkfifo
mknod
  out: all
  => writes: Creates a device file.
    yes: mknod /tmp/p p
    no: which mknod
mktemp
  loop: fills
  options: -dqtuV -p= --suffix= --tmpdir[=] --directory --quiet
  prints: temporary
  => writes: Creates a temporary file.
    yes: mktemp
    no: which mktemp
rename mmv detox => writes: Renames files.
    yes: rename
  no: uname -a
patch
  options: -bceflnNRstuEZ -p= -i= -d= -F= -o=> -r=> --input= --strip= --directory= --output=> --reject-file=> --dry-run
  out: 1
  => writes: Changes files by a patch.
    yes: patch
    no: which patch
dos2unix unix2dos
  out: all
  => writes: Changes line endings of files.
    yes: dos2unix x
    no: which dos2unix
logger => writes: Writes a line to the system's log.
    yes: logger hi
  no: which logger
sync => writes: Makes the system write its buffers to disk.
    yes: sync
  no: which sync
cpio
  options: -D=> --directory=> -F= -O=> --rsh-command=! -I= -H= --file=
  => writes: Packs or unpacks files.
    yes: cpio -idmv -D /
    no: which cpio
gpg gpg2
  words: names
  prints: decoded
  /^--(?:export-secret|delete-secret|delete-key|export-ownertrust|edit-key|quick-add|passwd|gen-revoke)/ => exposes(secret.read): Prints or removes private keys. -> Let a person handle keys.
    yes: gpg --export-secret-keys -a
    no: gpg -a
  => writes(gpg.other): gpg may change its key ring or trust database, and starts its agent.
    yes: gpg --list-keys ;; gpg -d x.gpg
    no: gpg --export-secret-keys -a
uudecode uuencode unbase64 base58
  options: -o=> --output=>
  words: names
  prints: decoded
  @secret => exposes(secret.read): Prints {word}, which holds keys or passwords.
    yes: uuencode ~/.netrc x
    no: uuencode x x
  => writes: Turns a file into text or back, and may write it.
    yes: uudecode x.uu
    no: dmidecode -t memory
ar => writes: Changes a library archive.
    yes: ar
  no: which ar
stow => writes: Changes links in the home directory.
    yes: stow
  no: which stow
tmpreaper => destroys: Deletes files by age. -> Name the files.
    yes: tmpreaper
  no: which tmpreaper
rmlint => destroys: Deletes files it considers superfluous. -> Look at its list first.
    yes: rmlint
  no: which rmlint
fdupes => writes: Finds equal files, and may delete them.
    yes: fdupes
  no: which fdupes
`);
