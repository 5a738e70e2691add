import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ConfigKey, configKeys, namedSections } from "../src/config/index.ts";

const root = join(import.meta.dirname, "..");
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name.endsWith(".test.ts") })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");

// What config itself makes of several settings for those who hand them on.
const grouped = "src/config/{configured-model,policy-settings,terminal-options}.ts";
const product = textOf("src/{compose,cli}/**/*.ts") + textOf(grouped);
/** These sections go whole to the room that reads their keys. */
const handedOn: Readonly<Record<string, string>> = {
  providers: textOf("src/models/**/*.ts"),
  hosts: textOf("src/{compose,engine,terminal}/**/*.ts"),
  projects: textOf("src/{compose,server}/**/*.ts"),
  routines: product,
};

/** Whether the sources take the value out of its section: `config.agent.maxSteps`, or `{ maxSteps } = …`, `({ maxSteps }: …`. */
function isRead({ property }: ConfigKey): boolean {
  const [section = "", ...rest] = property;
  const name = rest.at(-1);
  if (name === undefined)
    return new RegExp(`\\b(?:config|\\w*[sS]ettings(?:\\(\\w*\\))?)\\.${section}\\b`).test(product);
  const whole = handedOn[section];
  const of = whole === undefined ? `(?:${section}|settings)` : "[\\w\\])?]+";
  return new RegExp(`\\b${of}\\??\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}[\\])]* ?[=:]`).test(whole ?? product);
}

describe("every setting", () => {
  const fields = [...namedSections.values()].flatMap((section) => [...section.fields.values()]);

  it("is read somewhere in the product", () => {
    expect([...configKeys, ...fields].filter((key) => !isRead(key)).map(({ path }) => path)).toEqual([]);
  });

  it("would be named here if nothing read it", () => {
    const [any] = configKeys;
    if (any === undefined) throw new Error("there are settings");
    const paths = [["surprise"], ["agent", "surprise"], ["terminal", "surprise"], ["providers", "google", "surprise"]];
    const made = paths.map((property) => ({ ...any, property, path: property.join(".") }));
    expect(made.filter((key) => !isRead(key))).toEqual(made);
  });
});
