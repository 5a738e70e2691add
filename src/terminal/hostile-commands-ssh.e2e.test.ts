import { describe, expect, it } from "vitest";
import { hasSshd } from "../../test/support/sshd.ts";
import { allHostileCases, isInstalled } from "./testing/describe-corpus.ts";
import { allShells } from "./testing/hostile-case.ts";
import { runHostileCorpus } from "./testing/run-hostile-corpus.ts";
import { startSshSessions } from "./testing/ssh-session.ts";

describe.runIf(hasSshd)("hostile commands over ssh", () => {
  it.each(allShells.filter(isInstalled))(
    "end as they should in %s, and leave a shell that answers",
    async (shell) => {
      await using sessions = await startSshSessions(shell);
      const verdicts = await runHostileCorpus({ shell, cases: allHostileCases, openSession: sessions.open });
      expect(verdicts.filter(({ problem }) => problem !== null)).toEqual([]);
      expect(verdicts.length).toBeGreaterThan(80);
    },
    600_000,
  );
});
