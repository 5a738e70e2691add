import { defineConfig } from "vitest/config";
import { tagsOfNeeds } from "./test/support/needs.ts";

/** Rows of policy against the programs they are about. */
export default defineConfig({
  test: {
    reporters: ["default", "./test/support/left-out.ts"],
    tags: tagsOfNeeds(),
    include: ["test/reality/**/*.test.ts"],
    globalSetup: [
      "test/support/throwaway-home.ts",
      "test/support/require-tools.ts",
      "test/reality/install-programs.ts",
    ],
    testTimeout: 180_000,
    maxWorkers: 1,
  },
});
