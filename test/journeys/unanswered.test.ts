import { expect, it } from "vitest";
import { createCottyHome, jsonLines } from "../support/cotty.ts";

it("ends with 6 where no runbook fits, says so in its events and in the list, and with 0 where one does", async () => {
  using home = createCottyHome();
  const none = await home.run(["run", "--json", "sing a song about the sea"]);
  expect(none.code).toBe(6);
  expect(jsonLines(none.stdout).find(({ type }) => type === "turn.finished")).toMatchObject({ outcome: "unanswered" });
  expect((await home.run(["sessions"])).stdout).toContain("no answer");
  const shown = await home.run(["run", "sing a song about the sea"]);
  expect([shown.code, shown.stdout]).toEqual([6, expect.stringContaining("No runbook matches this request.")]);
  expect((await home.run(["run", "help"])).code).toBe(0);
});
