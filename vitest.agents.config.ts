import { defineConfig } from "vitest/config";
import { NoSkips } from "./test/support/no-skips.ts";

/** Real external agents, with a model on loopback. */
export default defineConfig({
  test: {
    reporters: process.env["CI"] ? ["default", new NoSkips()] : ["default"],
    include: ["test/agents/**/*.test.ts"],
    // The first external agent brings the first of these tests.
    passWithNoTests: true,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
