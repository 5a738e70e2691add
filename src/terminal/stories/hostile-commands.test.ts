import { describeLocalCorpus } from "../testing/describe-corpus.ts";

describeLocalCorpus("bash");
describeLocalCorpus("dash");
