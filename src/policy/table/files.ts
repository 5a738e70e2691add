import { runs, type Table, write } from "../spec.ts";

/** Listing, printing and comparing files; creating ordinary ones. `*` stands only where no option writes or runs. */
export const files: Table = {
  ncdu: runs("Opens a viewer that can delete files and start a shell."),
  split: {
    ...write("Writes the parts of a file."),
    options:
      "-a= -b= -C= -l= -n= -d -e -u -x -t= --filter=! --bytes= --lines= --number= --suffix-length= --additional-suffix= --verbose",
  },
  csplit: { ...write("Writes the parts of a file."), options: "-f=> --prefix=> -b= -n= -k -s -z" },
  dc: { effect: "run", say: "dc can start other programs (!)." },
  touch: write("Creates a file, or changes its time.", ["write"]),
  mkdir: write("Creates a directory.", ["write"]),
  mkfifo: write("Creates a pipe file.", ["write"]),
  mknod: write("Creates a device file.", ["write"]),
  mktemp: write("Creates a temporary file."),
  rename: write("Renames files."),
  mmv: write("Renames files."),
  patch: {
    ...write("Changes files by a patch.", ["write", "text"]),
    options:
      "-bceflnNRstuEZ -p= -i= -d= -F= -o=> -r=> --input= --strip= --directory= --output=> --reject-file=> --dry-run",
  },
  dos2unix: write("Changes line endings of files.", ["write"]),
  unix2dos: write("Changes line endings of files.", ["write"]),
  logger: write("Writes a line to the system's log."),
  sync: write("Makes the system write its buffers to disk."),
  cpio: {
    ...write("Packs or unpacks files."),
    options: "-D=> --directory=> -F=? -O=> --rsh-command=! -i -o -p -d -m -v -t -u -I= -H= --file=?",
  },
  ar: write("Changes a library archive."),
  stow: write("Changes links in the home directory."),
  tmpreaper: { effect: "danger", risk: "destructive", say: "Deletes files by age.", safer: "Name the files." },
  rmlint: {
    effect: "danger",
    risk: "destructive",
    say: "Deletes files it considers superfluous.",
    safer: "Look at its list first.",
  },
  fdupes: write("Finds equal files, and may delete them."),
  detox: write("Renames files."),
};
