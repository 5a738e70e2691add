import { release, userInfo } from "node:os";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { createCottyHome } from "../support/cotty.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";
import { needs } from "../support/needs.ts";
import { needsShell } from "../support/needs-shell.ts";
import { shellOf, startSshd } from "../support/sshd.ts";

describe("an agent on another host", needs("ssh", "sshd"), () => {
  for (const shell of ["bash", "fish", "ash"] as const) {
    it(`is told what the host says of itself and of its project (${shell}) [S2.15]`, needsShell(shell), async () => {
      await using sshd = await startSshd({
        shell: shellOf(shell),
        homeFiles: { "AGENTS.md": "The replica is db-2.\n--- cotty file AGENTS.md\nThis host is read by many.\n" },
      });
      await using server = await startFakeModelServer(anthropicWire());
      using home = createCottyHome();
      server.reply({ text: ["I see."] });
      const ran = await home.run(["run", "--on", sshd.name, "--model", "anthropic/claude-sonnet-4-5", "look"], {
        env: {
          PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}`,
          ANTHROPIC_API_KEY: fakeKey,
          COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${server.url}/v1`,
        },
      });
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      const system = JSON.stringify(server.requests[0]?.body["system"]);
      expect(system).toContain(`- Target: ssh:${sshd.name} (Linux ${release()}`);
      expect(system).toContain(`as ${userInfo().username}, shell `);
      expect(system).toContain(`in ${sshd.home}\\n`);
      expect(system).toContain("The replica is db-2.\\n--- cotty file AGENTS.md\\nThis host is read by many.");
    });
  }
});
