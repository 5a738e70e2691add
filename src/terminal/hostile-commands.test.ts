import { describeLocalCorpus } from "./testing/describe-corpus.ts";
import { hostileCases } from "./testing/hostile-cases.ts";
import { moreHostileCases } from "./testing/more-hostile-cases.ts";

describeLocalCorpus("bash", [...hostileCases, ...moreHostileCases]);
describeLocalCorpus("dash", [...hostileCases, ...moreHostileCases]);
