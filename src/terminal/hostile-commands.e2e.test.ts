import { describeLocalCorpus } from "./testing/describe-corpus.ts";

// bash and dash are among the fast tests.
for (const shell of ["zsh", "fish", "ash", "mksh"] as const) describeLocalCorpus(shell);
