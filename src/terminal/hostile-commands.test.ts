import { describeLocalCorpus } from "./testing/describe-corpus.ts";
import { hostileCases } from "./testing/hostile-cases.ts";

describeLocalCorpus("bash", hostileCases);
describeLocalCorpus("dash", hostileCases);
