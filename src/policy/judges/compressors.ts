import { readsFile, writesFile } from "../file-access.ts";
import { type Flow, mixFlows, noFlow, someFlow } from "../flow.ts";
import { ask, type Job } from "../job.ts";
import { hasOption, onlyOptions, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable, type Spec } from "../spec.ts";
import type { Judges } from "./judge.ts";

/** What a compressor may be told besides its mode, for each of the modes that leave files alone. */
interface Compressor {
  /** To print: packing or unpacking both end on the screen. */
  print: string;
  test: string;
  list: string;
}

const words = "-qv --quiet --verbose";
const packs = "-cdk --stdout --to-stdout --decompress --uncompress --keep --fast --best";

const gzip: Compressor = {
  print: `${packs} ${words} -123456789nNf --no-name --name --force`,
  test: `-t --test ${words}`,
  list: `-l --list ${words}`,
};
const pigz: Compressor = { ...gzip, print: `${gzip.print} -p= -b=` };
const bzip2: Compressor = {
  print: `${packs} ${words} -123456789zsf --compress --small --force`,
  test: `-t --test ${words} -s --small`,
  list: "",
};
const xz: Compressor = {
  print: `${packs} ${words} -0123456789zef -T= --compress --extreme --force --threads=`,
  test: `-t --test ${words} -T= --threads=`,
  list: `-l --list ${words} --robot`,
};
const zstd: Compressor = {
  print: `${packs} ${words} -0123456789zf -T[=] --compress --force`,
  test: `-t --test ${words}`,
  list: `-l --list ${words}`,
};
// Its -l is a format, and a second name is where it writes.
const lz4: Compressor = {
  print: `${packs} ${words} -123456789z --compress`,
  test: `-t --test ${words}`,
  list: `--list ${words}`,
};
const brotli: Compressor = {
  print: "-cdkv0123456789 --stdout --decompress --keep --verbose --best",
  test: "-tv --test --verbose",
  list: "",
};
const ncompress: Compressor = { print: "-cdv", test: "", list: "" };

const modeNames: Record<keyof Compressor, RegExp> = {
  print: /^(?:-c|--stdout|--to-stdout)$/,
  test: /^(?:-t|--test)$/,
  list: /^(?:-l|--list)$/,
};

const table = (options: string) => optionTable({ effect: "read", options } satisfies Spec);

/** Whether it is given exactly one mode that leaves files alone, and nothing that this mode does not know. */
function leavesFiles({ args }: Job, program: Compressor): boolean {
  const isMode = (mode: keyof Compressor): boolean => {
    const known = table(program[mode]);
    const { options } = parseArgs(args, known);
    return options.some(({ name }) => modeNames[mode].test(name)) && onlyOptions(args, known);
  };
  return isMode("print") || isMode("test") || isMode("list");
}

/** Compressors replace the file they pack; only when they print, test or list do they leave it as it is. */
function compress(job: Job, program: Compressor): Flow {
  const files = operandsOf(job.args);
  const isFilter = files.length === 0 && onlyOptions(job.args, table(program.print));
  const hasOneFile = files.length < 2 || program !== lz4;
  const prints = hasOneFile && leavesFiles(job, program);
  const unpacks =
    hasOption(job.args, "-d", "--decompress", "--uncompress") ||
    /^(?:gunzip|bunzip2|unxz|unzstd|unlz4)$/.test(job.name);
  if (!prints && !isFilter) {
    ask(
      job,
      "write",
      "write.compress",
      `${job.name} replaces or writes files, as far as can be told from its options.`,
    );
    const output = optionValue(job.args, "-o", "--output");
    for (const written of output === null ? files : [...files, output]) writesFile(job, written, someFlow);
  }
  const flow =
    files.length === 0
      ? job.stdin
      : files.reduce<Flow>((sum, file) => (prints ? mixFlows(sum, readsFile(job, file)) : sum), noFlow);
  return { ...flow, empty: false, text: null, file: null, decoded: flow.decoded || unpacks };
}

const each = (names: string, program: Compressor): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, (job: Job) => compress(job, program)]));

export const compressorJudges: Judges = {
  ...each("gzip gunzip", gzip),
  ...each("pigz", pigz),
  ...each("bzip2 bunzip2", bzip2),
  ...each("xz unxz lzma", xz),
  ...each("zstd unzstd", zstd),
  ...each("lz4 unlz4", lz4),
  ...each("brotli", brotli),
  ...each("compress", ncompress),
};
