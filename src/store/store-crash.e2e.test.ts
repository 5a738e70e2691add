import { describe, it } from "vitest";
import { killInTheMiddleOfAppends } from "./testing/kill-in-the-middle.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

describe("crashes", () => {
  it("[ST11] loses nothing acknowledged when a writer is killed in the middle of appends, 50 times", async () => {
    await using folder = await createTempFolder();
    await killInTheMiddleOfAppends(folder.path, 50);
  });
});
