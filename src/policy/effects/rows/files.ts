import { readRows } from "../effect-rows.ts";

/** Creating and changing ordinary files. */
export const filesEffects = readRows(`
ncdu => starts: Opens a viewer that can delete files and start a shell.
    yes: ncdu
split
  options: -a= -b= -C= -l= -n= -d -e -u -x -t= --filter=! --bytes= --lines= --number= --suffix-length= --additional-suffix= --verbose
  => writes: Writes the parts of a file.
    yes: split -b 1M x
csplit
  options: -f=> --prefix=> -b= -n= -k -s -z
  => writes: Writes the parts of a file.
    yes: csplit x /a/
dc => starts: dc can start other programs (!).
    yes: dc
touch
  out: all
  => writes: Creates a file, or changes its time.
    yes: touch a b
mkdir
  out: all
  => writes: Creates a directory.
    yes: mkdir x
mkfifo
  out: all
  => writes: Creates a pipe file.
    yes: mkfifo /tmp/f
mknod
  out: all
  => writes: Creates a device file.
    yes: mknod /tmp/p p
mktemp
  options: -dqtuV -p= --suffix= --tmpdir[=] --directory --quiet
  prints: temporary
  => writes: Creates a temporary file.
    yes: mktemp
rename mmv detox => writes: Renames files.
    yes: rename
patch
  options: -bceflnNRstuEZ -p= -i= -d= -F= -o=> -r=> --input= --strip= --directory= --output=> --reject-file=> --dry-run
  out: 1
  => writes: Changes files by a patch.
    yes: patch
dos2unix unix2dos
  out: all
  => writes: Changes line endings of files.
    yes: dos2unix x
logger => writes: Writes a line to the system's log.
    yes: logger hi
sync => writes: Makes the system write its buffers to disk.
    yes: sync
cpio
  options: -D=> --directory=> -F= -O=> --rsh-command=! -I= -H= --file=
  => writes: Packs or unpacks files.
    yes: cpio -idmv -D /
gpg gpg2
  words: names
  prints: decoded
  /^--(?:export-secret|delete-secret|delete-key|export-ownertrust|edit-key|quick-add|passwd|gen-revoke)/ => exposes(secret.read): Prints or removes private keys. -> Let a person handle keys.
    yes: gpg --export-secret-keys -a
  => writes(gpg.other): gpg may change its key ring or trust database, and starts its agent.
    yes: gpg --list-keys ;; gpg -d x.gpg
uudecode uuencode unbase64 base58
  options: -o=> --output=>
  words: names
  prints: decoded
  @secret => exposes(secret.read): Prints {word}, which holds keys or passwords.
    yes: uuencode ~/.netrc x
  => writes: Turns a file into text or back, and may write it.
    yes: uudecode x.uu
ar => writes: Changes a library archive.
    yes: ar
stow => writes: Changes links in the home directory.
    yes: stow
tmpreaper => destroys: Deletes files by age. -> Name the files.
    yes: tmpreaper
rmlint => destroys: Deletes files it considers superfluous. -> Look at its list first.
    yes: rmlint
fdupes => writes: Finds equal files, and may delete them.
    yes: fdupes
`);
