import { spawnSync } from "node:child_process";
import { missingTools, type Tool, tools } from "./tools.ts";

/** Rights that tests need of the machine they run on, and how to see whether they are there. */
const rights = {
  /** To be another user, or to write the rules of logins. */
  root: () => process.platform === "linux" && process.getuid?.() === 0,
  /** Not every root may: most containers do not allow it. */
  mount: () => spawnSync("unshare", ["-m", "true"]).status === 0,
};

type Right = keyof typeof rights;
export type Need = Tool | Right;

declare module "vitest" {
  interface TestTags {
    tags: Need;
  }
}

/**
 * What a test or a suite needs of the machine: `it("…", needs("zsh"), …)`. Where something of it is missing, vitest
 * leaves the test out (see `tagsOfNeeds`). Nothing else decides about that.
 */
export function needs(...all: Need[]): { tags: Need[] } {
  return { tags: all };
}

/**
 * For the configuration of vitest: a tag for each need, with which tests are skipped where the need is not met. On CI
 * nothing is skipped: tools are installed before the tests, and what is missing after that fails.
 */
export function tagsOfNeeds(): { name: Need; skip?: true }[] {
  const missing: Need[] = process.env["CI"] ? [] : [...missingTools(), ...missingRights()];
  const all: Need[] = [...tools, ...(Object.keys(rights) as Right[])];
  return all.map((name) => (missing.includes(name) ? { name, skip: true } : { name }));
}

export function isTool(need: string): need is Tool {
  return (tools as string[]).includes(need);
}

function missingRights(): Right[] {
  return (Object.keys(rights) as Right[]).filter((right) => !rights[right]());
}
