import { defineConfig } from "vitest/config";
import { NoSkips } from "./test/support/no-skips.ts";

export default defineConfig({
  test: {
    // On CI one busy moment of a shared machine must not cost a day; a test that needed its second try is named.
    retry: process.env["CI"] ? 1 : 0,
    reporters: process.env["CI"] ? ["default", new NoSkips()] : ["default"],
    include: ["src/**/*.e2e.test.ts", "test/**/*.e2e.test.ts"],
    globalSetup: "test/support/require-tools.ts",
    // What is polled for comes when the machine gets to it: one second is nothing on a busy one.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
