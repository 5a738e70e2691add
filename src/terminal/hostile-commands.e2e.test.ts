import { describeLocalCorpus } from "./testing/describe-corpus.ts";
import { allShells } from "./testing/hostile-case.ts";
import { hostileCases } from "./testing/hostile-cases.ts";
import { moreHostileCases } from "./testing/more-hostile-cases.ts";

for (const shell of allShells) describeLocalCorpus(shell, [...hostileCases, ...moreHostileCases]);
