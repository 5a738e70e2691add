import type { Reporter, TestCase, TestModule } from "vitest/node";
import { isTool, tagsOfNeeds } from "./needs.ts";
import { installCommand } from "./tools.ts";

/**
 * The end of a run names what was left out, in one line, and how to install it. On CI a test that was left out is a
 * test that failed: nobody would notice otherwise.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter that is named by its file from there.
export default class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = (state: "passed" | "failed" | "skipped") =>
      modules.flatMap((module) => [...module.children.allTests(state)]);
    if (process.env["CI"]) failOnSkips(modules.length, all("passed").length, all("failed").length, all("skipped"));
    else process.stdout.write(lineAbout(all("skipped")));
  }
}

function failOnSkips(files: number, passed: number, failed: number, skipped: TestCase[]): void {
  if (files > 0) process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped\n`);
  if (skipped.length > 0) process.exitCode = 1;
  for (const test of skipped) process.stdout.write(`Skipped, which CI does not allow: ${test.fullName}\n`);
}

function lineAbout(skipped: readonly TestCase[]): string {
  const missing = tagsOfNeeds()
    .filter(({ skip }) => skip)
    .map(({ name }) => name)
    .filter((name) => skipped.some(({ tags }) => tags.includes(name)));
  if (missing.length === 0) return "";
  const count = skipped.filter(({ tags }) => missing.some((name) => tags.includes(name))).length;
  const tools = missing.filter(isTool);
  const rights = missing.filter((name) => !isTool(name));
  const said = [
    `Left out: ${count} ${count === 1 ? "test" : "tests"}.`,
    ...(tools.length === 0 ? [] : [`Not installed: ${tools.join(", ")}.`]),
    ...(rights.length === 0 ? [] : [`Not permitted here: ${rights.join(", ")}.`]),
    ...(tools.length === 0 ? [] : [`To run them too: ${installCommand(tools)}`]),
  ];
  return `\n${said.join(" ")}\n`;
}
