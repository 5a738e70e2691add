import { type Program, reads } from "./program.ts";

/** Printing, cutting, sorting, comparing and counting text. */
export const textPrograms: readonly Program[] = [
  reads("cat gcat", {
    options:
      "-AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
    operands: ["read"],
    loose: true,
    match: ["cat -n README.md", "cat *.md"],
    notMatch: ["cat ~/.ssh/id_rsa", "cat --paging=never README.md"],
  }),
];
