import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { longFunctions } from "./support/long-functions.ts";

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

/**
 * Inside a big room: which folder may import which, "." being the files beside the door. From the bottom up: a folder
 * imports only what is listed before it. Policy alone goes in circles: a command may hold another one, so whoever judges
 * one calls the core again. Its rows say at least that data (`programs`, `places`, `effects/rows`) and `rules` know no judge.
 */
const folders: Record<string, Record<string, string[]>> = {
  terminal: {
    contract: [],
    text: ["contract"],
    system: ["contract"],
    shells: ["contract", "system"],
    probe: ["contract", "system", "shells"],
    "raw-log": ["contract"],
    recording: ["raw-log", "text"],
    screen: ["contract", "raw-log", "recording"],
    // Pure: bytes and marks in, phases and effects out.
    machine: ["contract", "shells"],
    capture: ["contract", "text", "system", "probe", "shells", "screen", "machine"],
    ssh: ["contract", "system", "shells"],
    "ssh-hosts": ["system", "probe", "capture", "ssh"],
    // What the client and the process of a pty host share.
    "pty-host": ["contract", "system", "raw-log"],
    "pty-host/client": ["contract", "raw-log", "pty-host"],
    "pty-host/process": [
      "contract",
      "text",
      "system",
      "probe",
      "shells",
      "raw-log",
      "screen",
      "capture",
      "ssh",
      "pty-host",
    ],
    origin: ["system", "pty-host"],
    ".": [
      "contract",
      "text",
      "system",
      "probe",
      "shells",
      "raw-log",
      "recording",
      "screen",
      "capture",
      "ssh",
      "ssh-hosts",
      "pty-host",
      "pty-host/client",
      "origin",
    ],
  },
  policy: {
    languages: [".", "effects"],
    places: [".", "effects"],
    programs: [".", "places", "languages"],
    "effects/rows": ["effects"],
    effects: [".", "effects/rows", "programs", "judges"],
    runners: [".", "places", "programs", "effects", "judges"],
    judges: [".", "languages", "places", "programs", "effects", "runners"],
    rules: [".", "places", "programs", "effects"],
    reach: [".", "languages", "programs", "effects", "effects/rows", "runners", "judges"],
    ".": ["places", "programs", "effects", "runners", "judges", "rules", "reach"],
  },
  engine: {
    contract: [],
    record: ["contract"],
    target: ["contract"],
    effects: ["contract", "record", "target"],
    basis: ["contract", "record", "target"],
    conditions: ["contract", "record", "target"],
    acting: ["target"],
    "secret-files": ["contract", "record", "target", "effects"],
    hosts: ["contract", "target", "effects"],
    "known-secrets": ["contract"],
    rules: ["contract", "hosts"],
    terminals: ["contract", "record"],
    "earlier-commands": ["contract", "terminals", "hosts"],
    judge: [
      "contract",
      "record",
      "target",
      "effects",
      "basis",
      "conditions",
      "acting",
      "secret-files",
      "hosts",
      "earlier-commands",
    ],
    step: ["contract", "record", "target", "basis", "terminals", "earlier-commands", "judge"],
    tools: ["record", "target", "terminals", "judge", "step"],
    turn: ["contract", "record", "target", "terminals", "earlier-commands", "judge", "step", "tools"],
    session: ["contract", "record", "terminals", "earlier-commands", "judge", "step", "tools", "turn"],
    ".": [
      "contract",
      "record",
      "target",
      "terminals",
      "hosts",
      "known-secrets",
      "rules",
      "earlier-commands",
      "judge",
      "tools",
      "turn",
      "session",
    ],
  },
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

/** SQLite's locks are gone when anything else in the process closes the same file: who opens one is named here. */
const sqliteFiles = ["server/daemon/daemon-lock.ts", "store/sqlite-database.ts"];
/** What names the files of the store's database. */
const databaseFiles = ["store/database-files.ts", "store/register.ts", "store/sqlite-store.ts"];

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
  if (to === from) return isTest(file) ? [] : judgeFolders(from, file, target);
  const isDoor = ["main.ts", join(to, "index.ts")].includes(relative(src, target));
  const problems = [];
  if (!isDoor && !isTest(target)) {
    problems.push(`${here}: imports ${specifier}, but the only door of ${to} is ${to}/index.ts`);
  }
  // A test may put rooms together that do not know each other, by their doors and what they have for tests.
  if (isTest(file)) return problems;
  const allowed = room.imports.includes(to) || (typeOnly && room.typesOnly?.includes(to));
  if (!allowed) {
    const types = room.typesOnly?.includes(to) ? "only types" : "nothing";
    problems.push(`${here}: ${from} may import ${types} from ${to}`);
  }
  return problems;
}

function judgeFolders(room: string, file: string, target: string): string[] {
  const rows = folders[room];
  if (rows === undefined) return [];
  const [from, to] = [folderOf(room, file), folderOf(room, target)];
  if (from === to || rows[from]?.includes(to)) return [];
  return [`${relative(src, file)}: ${room}/${from} may import nothing from ${room}/${to}`];
}

function folderOf(room: string, file: string): string {
  return relative(join(src, room), dirname(file)) || ".";
}

/** What a room that only wires has no use for: whatever decides, repeats, fails or works belongs to the room it is about. */
const notWiring: Record<string, RegExp> = {
  "a statement that decides": /\b(?:if|switch)\s*\(/,
  "a loop": /\b(?:for|while)\s*(?:await\s*)?\(|\bdo\s*\{/,
  "a failure of its own": /\bthrow\b|\bcatch\s*(?:\([^)]*\)\s*)?\{|\btry\s*\{|\bnew\s+\w*Error\b/,
  "a pattern of text":
    /\bRegExp\b|[=(,:]\s*\/(?![/*])[^\n]+\/[a-z]*[.,);]|\.(?:replace|replaceAll|match|matchAll|test|split)\(/,
};
const mostChoices = 3;
const mostLines = 80;
/** What names a place or a person's home; files, programs and digests are the work of other rooms. */
const wiringImports = ["node:path", "node:os"];

/** Why this is more than wiring: building real things and handing them to each other, which may be a choice of two. */
function judgeWiring(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replaceAll(
      /`(?:[^`\\]|\\.)*`/g,
      (literal) => `\`${[...literal.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(" ")}\``,
    );
  const found = Object.entries(notWiring).flatMap(([what, pattern]) => (pattern.test(code) ? [what] : []));
  const choices = [...code.matchAll(/\s\?\s/g)].length;
  if (choices > mostChoices) found.push(`${choices} choices, where ${mostChoices} are many`);
  const longest = Math.max(
    0,
    ...[...code.matchAll(/^\S.*[{(]$[\s\S]*?^\S/gm)].map(([each]) => each.split("\n").length),
  );
  if (longest > mostLines) found.push(`a function of ${longest} lines, where ${mostLines} are many`);
  const imports = [...text.matchAll(/\bfrom\s+"(node:[^"]+)"/g)].map(([, name = ""]) => name);
  return [...found, ...imports.filter((name) => !wiringImports.includes(name)).map((name) => `an import of ${name}`)];
}

describe("architecture", () => {
  const files = sourceFiles(src);

  it("knows every room under src", () => {
    const unknown = readdirSync(src).filter((name) => !Object.hasOwn(rooms, name.replace(/\.tsx?$/, "")));
    expect(unknown).toEqual([]);
  });

  it("lets each room import only what its row in the table allows, through the other room's door [S2.2, S3.2, S3.63, S3.67]", () => {
    expect(violations(files)).toEqual([]);
  });

  it("opens SQLite, and names the store's database and its log, in the listed files only [ST19]", () => {
    const shipped = files.filter((file) => !isTest(file));
    const those = (pattern: RegExp) =>
      shipped
        .filter((file) => pattern.test(withoutComments(file)))
        .map((file) => relative(src, file).replaceAll(sep, "/"))
        .toSorted();
    expect(those(/from "node:sqlite"/)).toEqual(sqliteFiles);
    expect(those(/"cotty\.db|\bdatabaseName\b|\}-(?:wal|shm)`/)).toEqual(databaseFiles);
  });

  it("lets each folder of a big room import only what its row allows, and every row what stands before it", () => {
    for (const [room, rows] of Object.entries(folders)) {
      const found = new Set(
        files.filter((file) => roomOf(file) === room && !isTest(file)).map((file) => folderOf(room, file)),
      );
      expect([...found].sort()).toEqual(Object.keys(rows).sort());
      const names = Object.keys(rows);
      if (room === "policy") continue;
      const upwards = names.filter((name, at) => rows[name]?.some((other) => !names.slice(0, at).includes(other)));
      expect(upwards).toEqual([]);
    }
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

  it("has nothing in compose but wiring: what is more belongs to the room that it is about, with its tests", () => {
    const compose = files.filter((file) => roomOf(file) === "compose");
    const problems = compose.flatMap((file) =>
      judgeWiring(readFileSync(file, "utf8")).map((what) => [relative(src, file), what]),
    );
    expect(problems).toEqual([]);
    expect(compose.filter(isTest)).toEqual([]);
  });

  it("keeps files small enough to read in one sitting", () => {
    const long = files
      .map((file) => ({ file: relative(src, file), lines: readFileSync(file, "utf8").split("\n").length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it("keeps functions short enough to be read as a list of steps", () => {
    const long = files
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        longFunctions(readFileSync(file, "utf8"), file.endsWith("x"), mostLines).map(
          ({ name }) => `${relative(src, file).replaceAll(sep, "/")} ${name}`,
        ),
      );
    expect(long).toEqual([]);
  }, 30_000);
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
    ["client/bad.test.ts", "../session/evolve.ts", false, "the only door of session is session/index.ts"],
    ["web/bad.ts", "../engine/index.ts", true, "web may import nothing from engine"],
    ["terminal/screen/bad.ts", "../capture/x.ts", true, "terminal/screen may import nothing from terminal/capture"],
    ["terminal/ssh/bad.ts", "../new-folder/x.ts", true, "terminal/ssh may import nothing from terminal/new-folder"],
    ["policy/programs/bad.ts", "../judges/x.ts", true, "policy/programs may import nothing from policy/judges"],
    ["engine/step/bad.ts", "../session/x.ts", true, "engine/step may import nothing from engine/session"],
    ["store/bad.ts", "../../test/support/x.ts", false, "imports ../../test/support/x.ts from outside src"],
  ])("refuses %s importing %s", (file, specifier, typeOnly, sentence) => {
    expect(judge({ file: at(file), specifier, typeOnly }).join("\n")).toContain(sentence);
  });

  it.each([
    ["if (row === null) return null;", "a statement that decides"],
    ["for (const row of rows) use(row);", "a loop"],
    ["for await (const row of rows) use(row);", "a loop"],
    ["try {\n  use();\n} catch {\n}", "a failure of its own"],
    ['throw new UserError("a", "b", "c");', "a failure of its own"],
    ['const name = target.replace("ssh:", "");', "a pattern of text"],
    ['import { readFile } from "node:fs/promises";', "an import of node:fs/promises"],
    [`function long() {\n${"  use();\n".repeat(90)}}`, "a function of 92 lines, where 80 are many"],
    ["use(a ? b : c, d ? e : f, g ? h : i, j ? k : l);", "4 choices, where 3 are many"],
  ])("calls %j more than wiring", (text, what) => {
    expect(judgeWiring(text)).toEqual([what]);
  });

  it("counts the lines of every function, also of one inside another", () => {
    const inner = `  const inner = () => {\n${"    use();\n".repeat(3)}  };\n`;
    const text = `const short = () => use();\nexport function outer() {\n${inner}  return { method() {\n${"use();\n".repeat(4)}} };\n}\n`;
    expect(longFunctions(text, false, 4)).toEqual([
      { name: "outer", lines: 13 },
      { name: "inner", lines: 5 },
      { name: "method", lines: 6 },
    ]);
  });

  it("calls it wiring where things are built, chosen and handed on", () => {
    const text = [
      'import { join } from "node:path";',
      "// if (this) were code, it would be found.",
      "/** A person who uses it, for (example). */",
      'export const open = (dir: string) => (has(dir) ? openFile(join(dir, "if (x)")) : createEmpty());',
      "export async function build({ a }: Options) {",
      "  await using stack = new AsyncDisposableStack();",
      "  return { a, text: `while (${a}) for (b)`, done: () => stack.disposeAsync().catch(() => {}) };",
      "}",
    ].join("\n");
    expect(judgeWiring(text)).toEqual([]);
  });

  it("lets a test import the doors of all rooms, and what they have for tests", () => {
    const from = (specifier: string) => judge({ file: at("session/good.test.ts"), specifier, typeOnly: false });
    expect([from("../engine/index.ts"), from("../store/testing/temp-folder.ts")]).toEqual([[], []]);
  });

  it("allows the engine to know the types of terminals", () => {
    expect(judge({ file: at("engine/good.ts"), specifier: "../terminal/index.ts", typeOnly: true })).toEqual([]);
  });
});
