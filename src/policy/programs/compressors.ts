import type { OperandRole } from "../spec.ts";
import { type Form, type Program, reads, subs } from "./program.ts";

/**
 * Compressors replace the file they pack. They leave it alone in one mode at a time: printing, testing, listing, or as a
 * filter without any file. Each mode has its own options, because another mode's would win over it (`xz -t -d`).
 */
interface Modes {
  print: string;
  test: string;
  list?: string;
  /** A second name is where it writes. */
  second?: true;
  /** How its examples end: `gz`. */
  ending: string;
}

const words = "-qv --quiet --verbose";
const packs = "-cdk --stdout --to-stdout --decompress --uncompress --keep --fast --best";
const printing = ["-c", "--stdout", "--to-stdout"];

function compressor(names: string, { print, test, list, second, ending }: Modes): Program {
  const [name = ""] = names.split(" ");
  const file = `a.${ending}`;
  const also = (role: OperandRole): readonly OperandRole[] => (second ? [role, "write"] : [role]);
  const lists: readonly Form[] =
    list === undefined
      ? []
      : [
          {
            has: ["-l", "--list"],
            options: list,
            operands: also("open"),
            match: [`${name} --list ${file}`],
            notMatch: [`${name} --list -z ${file}`, `${name} ${file} --list`],
          },
        ];
  return subs(names, "", [
    {
      has: printing,
      options: print,
      operands: also("read"),
      match: [`${name} -dc ${file}`, `${name} -c < ${file}`],
      notMatch: [`${name} -dc ${file} -o x`, `${name} ${file} -dc`, `${name} -dc ~/.ssh/id_rsa`, `${name} -c *`],
    },
    {
      has: ["-t", "--test"],
      options: test,
      operands: also("open"),
      match: [`${name} -tv ${file}`],
      notMatch: [`${name} -t -d ${file}`, `${name} -t -z ${file}`, `${name} ${file} -t`],
    },
    ...lists,
    { options: print, match: [`cat x | ${name}`], notMatch: [`${name} ${file}`, `${name} -k ${file}`] },
  ]);
}

const gzip: Modes = {
  print: `${packs} ${words} -123456789nNf --no-name --name --force`,
  test: `-t --test ${words}`,
  list: `-l --list ${words}`,
  ending: "gz",
};

export const compressorPrograms: readonly Program[] = [
  compressor("gzip gunzip", gzip),
  compressor("bzip2 bunzip2", {
    print: `${packs} ${words} -123456789zsf --compress --small --force`,
    test: `-t --test ${words} -s --small`,
    ending: "bz2",
  }),
  compressor("xz unxz lzma unlzma", {
    print: `${packs} ${words} -0123456789zef -T= --compress --extreme --force --threads=`,
    test: `-t --test ${words} -T= --threads=`,
    list: `-l --list ${words} --robot`,
    ending: "xz",
  }),
  compressor("zstd unzstd", {
    print: `${packs} ${words} -0123456789zf -T[=] --compress --force --long[=] --no-progress`,
    test: `-t --test ${words} --long[=]`,
    list: `-l --list ${words}`,
    ending: "zst",
  }),
  {
    starts: ["gzip"],
    ...reads("zcat", {
      options:
        "-cdfklnNqtv -S= --stdout --to-stdout --decompress --uncompress --force --keep --list --no-name --name --quiet --test --verbose",
      operands: ["read"],
      // That of zutils has -r for the folder it is in, and --gz=COMMAND.
      match: ["zcat app.log.1.gz", "zcat -f a.gz b", "zcat ./*.gz"],
      notMatch: ["zcat ~/.ssh/id_rsa", "zcat --unknown a.gz", "zcat -r", "zcat --gz=sh a.gz"],
    }),
  },
  reads("bzcat", {
    options: "-cdfkqsv --stdout --decompress --force --quiet --verbose --keep --small",
    operands: ["read"],
    match: ["bzcat x.bz2"],
    notMatch: ["bzcat -z x", "bzcat *"],
  }),
  reads("xzcat lzcat", {
    options: "-cdfkqv -T= --stdout --decompress --force --quiet --verbose --keep --threads=",
    operands: ["read"],
    match: ["xzcat x.xz"],
    notMatch: ["xzcat -z x", "xzcat --files=names", "xzcat *"],
  }),
  reads("zstdcat", {
    options: "-cdfkqv -T[=] --long[=] --stdout --decompress --force --quiet --verbose --keep ?-o=>",
    operands: ["read"],
    match: ["zstdcat x.zst"],
    notMatch: [
      "zstdcat -T0o y x.zst",
      "zstdcat -To y x.zst",
      "zstdcat x.zst -o y",
      "zstdcat --trace=y x.zst",
      "zstdcat --rm x.zst",
    ],
  }),
  // They hand their options to diff and cmp, one word each.
  {
    starts: ["sh", "gzip", "diff", "cmp", "sed", "expr"],
    ...reads("zdiff", {
      options:
        "-abBiqsuwycrE -U[=] -C[=] --brief --unified --side-by-side --ignore-case --ignore-all-space --ignore-blank-lines",
      operands: ["read"],
      pair: true,
      match: ["zdiff -u a.gz b.gz"],
      notMatch: ["zdiff --unknown a.gz b.gz", "zdiff *", "zdiff a.gz"],
    }),
  },
  {
    starts: ["sh", "zdiff", "gzip", "cmp", "sed", "expr"],
    ...reads("zcmp", {
      options: "-bls --print-bytes --quiet --silent --verbose",
      operands: ["read"],
      pair: true,
      match: ["zcmp a.gz b.gz"],
      notMatch: ["zcmp --unknown a.gz b.gz", "zcmp a.gz"],
    }),
  },
];
