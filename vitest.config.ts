import { defineConfig } from "vitest/config";
import { NoSkips } from "./test/support/no-skips.ts";

export default defineConfig({
  test: {
    // On CI one busy moment of a shared machine must not cost a day; a test that needed its second try is named.
    retry: process.env["CI"] ? 1 : 0,
    reporters: process.env["CI"] ? ["default", new NoSkips()] : ["default"],
    include: ["src/**/*.test.ts", "test/*.test.ts", "test/journeys/**/*.test.ts"],
    globalSetup: "test/support/require-tools.ts",
    exclude: ["**/*.e2e.test.ts", "node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make real shells and real processes wait for each other.
    maxWorkers: 2,
  },
});
