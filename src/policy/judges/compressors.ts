import { type Flow, mixFlows, noFlow, someFlow } from "../../shell/index.ts";
import { readsFile, writesFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { compressorPrograms } from "../programs/compressors.ts";
import type { Program } from "../programs/program.ts";
import { hasOnlyOptionsOf } from "../prove-reading.ts";
import type { Judges } from "./judge.ts";

/** Compressors replace the file they pack; only when they print, test or list do they leave it as it is. */
function compress(job: Job, program: Program | undefined): Flow {
  const files = operandsOf(job.args);
  const prints = program !== undefined && hasOnlyOptionsOf(job, program);
  const unpacks =
    hasOption(job.args, "-d", "--decompress", "--uncompress") ||
    /^(?:gunzip|unpigz|bunzip2|unxz|unlzma|unzstd|unlz4|uncompress)$/.test(job.name);
  if (!prints) {
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

/** Those of which a row knows a form that only reads; the others always ask. */
const names =
  "gzip gunzip pigz unpigz bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 brotli compress uncompress".split(
    " ",
  );

export const compressorJudges: Judges = Object.fromEntries(
  names.map((name) => {
    const program = compressorPrograms.find((each) => each.names.includes(name));
    return [name, (job: Job) => compress(job, program)];
  }),
);
