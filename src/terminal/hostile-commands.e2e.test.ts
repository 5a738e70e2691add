import { describeLocalCorpus } from "./testing/describe-corpus.ts";
import { allShells } from "./testing/hostile-case.ts";

for (const shell of allShells) describeLocalCorpus(shell);
