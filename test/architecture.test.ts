import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");

interface Room {
  imports: string[];
  typesOnly?: string[];
  /** Runs in a browser too: nothing of Node may be imported. */
  neutral?: true;
}

/** Who may import whom. A room that is not listed may not exist. */
const rooms: Record<string, Room> = {
  base: { imports: [], neutral: true },
  protocol: { imports: ["base"], neutral: true },
  session: { imports: ["base", "protocol"], neutral: true },
  policy: { imports: ["base", "protocol"], neutral: true },
  terminal: { imports: ["base", "protocol"] },
  models: { imports: ["base", "protocol"] },
  store: { imports: ["base", "protocol"] },
  config: { imports: ["base", "protocol"] },
  agents: { imports: ["base", "protocol", "models"] },
  engine: { imports: ["base", "protocol", "session", "policy"], typesOnly: ["terminal", "agents", "store"] },
  server: { imports: ["base", "protocol", "session"], typesOnly: ["engine"] },
  client: { imports: ["base", "protocol", "session"], neutral: true },
  tui: { imports: ["base", "protocol", "client", "session"] },
  web: { imports: ["base", "protocol", "client", "session"] },
  cli: { imports: ["base", "protocol", "client", "session", "tui", "config", "compose"] },
  compose: {
    imports: [
      "base",
      "protocol",
      "session",
      "policy",
      "terminal",
      "models",
      "store",
      "config",
      "agents",
      "engine",
      "server",
      "client",
    ],
  },
  main: { imports: ["base", "cli"] },
};

interface Import {
  file: string;
  specifier: string;
  typeOnly: boolean;
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function roomOf(file: string): string {
  const [first = ""] = relative(src, file).split(sep);
  return first.replace(/\.tsx?$/, "");
}

const isTest = (file: string) => /\.test\.tsx?$|-contract\.ts$|[/\\]testing[/\\]/.test(file);

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const statics = [...text.matchAll(/\b(import|export)\s+(type\s)?([^"';]*?)\s*from\s*["']([^"']+)["']/g)].map(
    (match) => ({
      file,
      specifier: match[4] ?? "",
      typeOnly: match[2] !== undefined || everyNameIsAType(match[3] ?? ""),
    }),
  );
  const bare = [...text.matchAll(/\bimport\s*["']([^"']+)["']/g)].map((match) => ({
    file,
    specifier: match[1] ?? "",
    typeOnly: false,
  }));
  const dynamic = [...text.matchAll(/(typeof\s+)?\bimport\s*\(\s*["']([^"']+)["']\s*\)/g)].map((match) => ({
    file,
    specifier: match[2] ?? "",
    typeOnly: match[1] !== undefined,
  }));
  return [...statics, ...bare, ...dynamic];
}

function everyNameIsAType(names: string): boolean {
  const inBraces = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  if (inBraces === undefined) return false;
  return inBraces.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

function violations(files: string[]): string[] {
  return files.flatMap((file) => importsOf(file).flatMap((found) => judge(found)));
}

function judge({ file, specifier, typeOnly }: Import): string[] {
  const from = roomOf(file);
  const here = relative(src, file);
  const room = rooms[from];
  if (room === undefined) return [];
  if (!specifier.startsWith(".")) {
    const isNode = specifier.startsWith("node:") || specifier === "node-pty";
    return isNode && room.neutral && !isTest(file)
      ? [`${here}: ${from} runs in browsers too and may not import ${specifier}`]
      : [];
  }
  const target = resolve(dirname(file), specifier);
  // The one file outside that ships with the program: its own name and version.
  if (target === join(dirname(src), "package.json")) return [];
  if (!target.startsWith(src + sep)) return isTest(file) ? [] : [`${here}: imports ${specifier} from outside src`];
  const to = roomOf(target);
  if (to === from) return [];
  // Tests may reach for support in other rooms' doors; what ships may not.
  if (isTest(file)) return [];
  const isDoor =
    ["compose.ts", "main.ts"].includes(relative(src, target)) || relative(src, target) === join(to, "index.ts");
  const problems = [];
  if (!isDoor) problems.push(`${here}: imports ${specifier}, but the only door of ${to} is ${to}/index.ts`);
  const allowed = room.imports.includes(to) || (typeOnly && room.typesOnly?.includes(to));
  if (!allowed) {
    const types = room.typesOnly?.includes(to) ? "only types" : "nothing";
    problems.push(`${here}: ${from} may import ${types} from ${to}`);
  }
  return problems;
}

describe("architecture", () => {
  const files = sourceFiles(src);

  it("knows every room under src", () => {
    const unknown = readdirSync(src).filter((name) => !Object.hasOwn(rooms, name.replace(/\.tsx?$/, "")));
    expect(unknown).toEqual([]);
  });

  it("lets each room import only what its row in the table allows, through the other room's door", () => {
    expect(violations(files)).toEqual([]);
  });

  it("gives every room that is a folder a door", () => {
    const folders = readdirSync(src).filter((name) => statSync(join(src, name)).isDirectory() && name !== "web");
    expect(
      folders.filter(
        (name) => ![join(src, name, "index.ts"), join(src, `${name}.ts`)].some((door) => files.includes(door)),
      ),
    ).toEqual([]);
  });

  it("keeps files small enough to read in one sitting", () => {
    const long = files
      .map((file) => ({ file: relative(src, file), lines: readFileSync(file, "utf8").split("\n").length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });
});

describe("the architecture test itself", () => {
  const at = (path: string) => join(src, path);

  it.each([
    ["agents/bad.ts", "../terminal/index.ts", false, "agents may import nothing from terminal"],
    ["engine/bad.ts", "../terminal/index.ts", false, "engine may import only types from terminal"],
    ["session/bad.ts", "node:fs", false, "session runs in browsers too and may not import node:fs"],
    ["client/bad.ts", "../session/evolve.ts", false, "the only door of session is session/index.ts"],
    ["web/bad.ts", "../engine/index.ts", true, "web may import nothing from engine"],
    ["store/bad.ts", "../../test/support/x.ts", false, "imports ../../test/support/x.ts from outside src"],
  ])("refuses %s importing %s", (file, specifier, typeOnly, sentence) => {
    expect(judge({ file: at(file), specifier, typeOnly }).join("\n")).toContain(sentence);
  });

  it("allows the engine to know the types of terminals", () => {
    expect(judge({ file: at("engine/good.ts"), specifier: "../terminal/index.ts", typeOnly: true })).toEqual([]);
  });
});
