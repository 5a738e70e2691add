import { defineConfig } from "vitest/config";

/** Real external agents, with a model on loopback. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    // The first external agent brings the first of these tests.
    passWithNoTests: true,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
