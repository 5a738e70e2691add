import { describe } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { testCorpus } from "../testing/describe-corpus.ts";
import { allShells } from "../testing/shells.ts";
import { startSshSessions } from "../testing/ssh-session.ts";

describe("hostile commands over ssh", needs("ssh", "sshd"), () => {
  for (const shell of allShells) {
    describe(`in ${shell}`, needsShell(shell), () =>
      testCorpus(shell, { timeoutMs: 600_000, start: () => startSshSessions(shell) }),
    );
  }
});
