import { defineConfig } from "vitest/config";
import { tagsOfNeeds } from "./test/support/needs.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/left-out.ts"],
    tags: tagsOfNeeds(),
    include: ["src/**/*.test.ts", "test/*.test.ts", "test/journeys/**/*.test.ts"],
    globalSetup: ["test/support/throwaway-home.ts", "test/support/require-tools.ts"],
    exclude: ["**/*.e2e.test.ts", "node_modules/**"],
    // What is polled for comes when the machine gets to it: one second is nothing on a busy one.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real shells are mostly waited for: with two workers on two cores, a core is idle a quarter of the time.
    maxWorkers: 3,
  },
});
