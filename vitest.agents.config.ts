import { defineConfig } from "vitest/config";
import { tagsOfNeeds } from "./test/support/needs.ts";

/** Real external agents, with a model on loopback. */
export default defineConfig({
  test: {
    reporters: ["default", "./test/support/left-out.ts"],
    tags: tagsOfNeeds(),
    include: ["test/agents/**/*.test.ts"],
    globalSetup: "test/support/throwaway-home.ts",
    // The first external agent brings the first of these tests.
    passWithNoTests: true,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
