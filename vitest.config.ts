import { defineConfig } from "vitest/config";
import { NoSkips } from "./test/support/no-skips.ts";

export default defineConfig({
  test: {
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
