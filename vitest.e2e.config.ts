import { defineConfig } from "vitest/config";
import { tagsOfNeeds } from "./test/support/needs.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/left-out.ts"],
    tags: tagsOfNeeds(),
    include: ["src/**/*.e2e.test.ts", "test/**/*.e2e.test.ts"],
    globalSetup: ["test/support/throwaway-home.ts", "test/support/require-tools.ts"],
    // What is polled for comes when the machine gets to it: one second is nothing on a busy one.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
