import { expect, it } from "vitest";
import { createCottyHome, projectRoot } from "../support/cotty.ts";

it("shows commands that work when they are pasted, also where cotty is not on the PATH", async () => {
  using home = createCottyHome();
  const env = { PATH: `${process.env["PATH"]}` };
  const program = `${projectRoot}/bin/cotty`;
  expect((await home.run(["sessions"], { env })).stdout).toBe(`No sessions yet. Describe a task: ${program} run "…"\n`);
  expect((await home.run(["show", "s_1"], { env })).stderr).toContain(`List the sessions: ${program} sessions\n`);
  expect((await home.run(["run", "--help"], { env })).stdout).toContain(`Usage: ${program} run `);
  expect((await home.run(["run", "--model", "openai/gpt-5.1", "x"], { env })).stdout).toContain(
    `${program} keys add openai`,
  );
  expect((await home.run(["sessions"])).stdout).toMatch(/^s_/);
  expect((await home.run(["show", "s_1"])).stderr).toContain("List the sessions: cotty sessions\n");
});
