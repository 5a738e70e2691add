import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
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
  secrets: { imports: ["base", "protocol"], neutral: true },
  shell: { imports: ["base", "protocol"], neutral: true },
  policy: { imports: ["base", "protocol", "shell", "secrets"], neutral: true },
  terminal: { imports: ["base", "protocol"] },
  models: { imports: ["base", "protocol"] },
  store: { imports: ["base", "protocol"] },
  config: { imports: ["base", "protocol"] },
  agents: { imports: ["base", "protocol", "models"] },
  engine: { imports: ["base", "protocol", "session", "secrets", "policy"], typesOnly: ["terminal", "agents", "store"] },
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
      "secrets",
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

function everyFile(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? everyFile(path) : [path];
  });
}

function sourceFiles(directory: string): string[] {
  return everyFile(directory).filter((path) => /\.tsx?$/.test(path));
}

function withoutComments(file: string): string {
  return readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

function roomOf(file: string): string {
  const [first = ""] = relative(src, file).split(sep);
  return first.replace(/\.tsx?$/, "");
}

/** Tests, and what only tests may import. */
const isTest = (file: string) => /\.test\.tsx?$|-contract\.ts$|[/\\]testing[/\\]/.test(file);

/** What gives a program hands: only these rooms may have them. An agent's hands are its tools. */
const handsOn: Record<string, string[]> = {
  "node-pty": ["terminal"],
  koffi: ["terminal"],
  "node:child_process": ["terminal", "store", "cli", "compose", "models"],
  "node:module": ["main"],
  "node:vm": [],
  "node:worker_threads": ["terminal"],
  "node:inspector": [],
};

function importsOf(file: string): Import[] {
  const text = withoutComments(file);
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
    const name = builtinModules.includes(specifier) ? `node:${specifier}` : specifier;
    const allowed = handsOn[name];
    if (allowed && !allowed.includes(from) && !isTest(file)) return [`${here}: ${from} may not import ${specifier}`];
    const isNode = name.startsWith("node:") || name === "node-pty" || name === "ws";
    return isNode && room.neutral && !isTest(file)
      ? [`${here}: ${from} runs in browsers too and may not import ${specifier}`]
      : [];
  }
  const target = resolve(dirname(file), specifier);
  // The one file outside that ships with the program: its own name and version.
  if (target === join(dirname(src), "package.json")) return [];
  if (!target.startsWith(src + sep)) return isTest(file) ? [] : [`${here}: imports ${specifier} from outside src`];
  const to = roomOf(target);
  if (isTest(target) && !isTest(file)) return [`${here}: imports ${specifier}, which is for tests only`];
  if (to === from) return [];
  // Tests may reach for support in other rooms' doors; what ships may not.
  if (isTest(file)) return [];
  const isDoor = ["main.ts", join(to, "index.ts")].includes(relative(src, target));
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

  it("imports only what it names: no computed import and no require", () => {
    const computed = files
      // The terminal's emulator is a CommonJS package, loaded by its name.
      .filter((file) => !isTest(file) && roomOf(file) !== "terminal")
      .filter((file) => /\bimport\s*\(\s*(?!["'])|\brequire\s*\(|\bcreateRequire\b/.test(withoutComments(file)));
    expect(computed.map((file) => relative(src, file))).toEqual([]);
  });

  it("has TypeScript under src and nothing else that runs", () => {
    const other = everyFile(src).filter((file) => /\.([cm]?jsx?|[cm]ts|wasm|node)$/.test(file));
    expect(other.map((file) => relative(src, file))).toEqual([]);
  });

  it("gives every room one door: a folder's index, and the program's entry", () => {
    // The browser app is a page: nothing imports it.
    const folders = readdirSync(src).filter((name) => name !== "main.ts" && name !== "web");
    expect(folders.filter((name) => !files.includes(join(src, name, "index.ts")))).toEqual([]);
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
    ["agents/bad.ts", "node-pty", false, "agents may not import node-pty"],
    ["agents/bad.ts", "child_process", false, "agents may not import child_process"],
    ["session/bad.ts", "fs", false, "session runs in browsers too and may not import fs"],
    ["agents/bad.ts", "./testing/x.ts", false, "which is for tests only"],
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
