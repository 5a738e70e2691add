import { defineConfig } from "vitest/config";
import { tagsOfNeeds } from "./test/support/needs.ts";

const home = "test/support/throwaway-home.ts";
const tools = "test/support/require-tools.ts";
const slow = { testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: 2 };

/**
 * One project for each suite. `vitest run FILE…` runs any test file in the suite that it belongs to; of several suites, one
 * comes after the other.
 */
export default defineConfig({
  test: {
    reporters: ["default", "./test/support/left-out.ts", "./test/support/proofs.ts"],
    tags: tagsOfNeeds(),
    // What is polled for comes when the machine gets to it: one second is nothing on a busy one.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          sequence: { groupOrder: 0 },
          include: ["src/**/*.test.ts", "test/*.test.ts", "test/journeys/**/*.test.ts"],
          exclude: ["**/*.e2e.test.ts", "node_modules/**"],
          globalSetup: [home, tools],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Real shells are mostly waited for: with two workers on two cores, a core is idle a quarter of the time.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          sequence: { groupOrder: 1 },
          include: ["src/**/*.e2e.test.ts", "test/**/*.e2e.test.ts"],
          globalSetup: [home, tools],
          ...slow,
        },
      },
      {
        // Rows of policy against the programs they are about.
        extends: true,
        test: {
          name: "reality",
          sequence: { groupOrder: 2 },
          include: ["test/reality/**/*.test.ts"],
          globalSetup: [home, tools, "test/reality/install-programs.ts"],
          ...slow,
          maxWorkers: 1,
        },
      },
      {
        // Real external agents, with a model on loopback.
        extends: true,
        test: {
          name: "agents",
          sequence: { groupOrder: 3 },
          include: ["test/agents/**/*.test.ts"],
          globalSetup: home,
          ...slow,
        },
      },
    ],
  },
});
