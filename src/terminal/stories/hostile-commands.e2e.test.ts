import { describeLocalCorpus } from "../testing/describe-corpus.ts";
import { allShellsBut } from "../testing/shells.ts";

const fast = "it is among the fast tests, one with hooks and one without";
for (const shell of allShellsBut({ bash: fast, dash: fast })) describeLocalCorpus(shell);
