import { commandsIn, linesOf } from "./named-folder.ts";

/** A command of a setting: its words, those of a pipe each for itself. */
export type SettingCommand = readonly (readonly string[])[];

/**
 * The commands that a text which acts by itself would run, by the kind of the file: objects with a command and its
 * arguments in JSON, tables in TOML, lines in scripts. Of a text that is not understood every word may begin one.
 */
export function commandsOfSetting(source: string, text: string): SettingCommand[] {
  // An alias is a command of git itself, unless it begins with an exclamation mark.
  if (source.startsWith("git's setting alias."))
    return linesOfScript(text.startsWith("!") ? text.slice(1) : `git ${text}`);
  if (/(?:^|\/)package\.json$/i.test(source)) return stringsIn(text).flatMap(linesOfScript);
  if (/\.(?:jsonc?|json5|code-workspace)$/i.test(source)) {
    const parsed = parsedJson(text);
    return parsed === undefined ? text.split(/(?="mcpServers")/).flatMap(commandsOfPart) : commandsBelow(parsed);
  }
  if (/\.toml$/i.test(source)) return text.split(/^[ \t]*\[.*$/m).flatMap(commandsOfTable);
  if (/\.pre-commit[^/]*\.ya?ml$/i.test(source))
    return text.split(/^[ \t]*-[ \t]+(?=id:|repo:)/m).flatMap(commandsOfHook);
  if (/\.?lefthook[^/]*\.ya?ml$/i.test(source)) return linesOf({ text, source }).flatMap(lineOf);
  if (/\.(?:ya?ml|[cm]?[jt]sx?|py|rb|lua|pl|php)$/i.test(source)) return text.split("\n").flatMap(anywhereIn);
  return linesOfScript(text);
}

export const wordsOf = (line: string): string[] =>
  line
    .replaceAll(/["']/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");

const lineOf = ({ text }: { text: string }): SettingCommand[] => {
  const parts = text.split("|").map(wordsOf);
  return parts.some((words) => words.length > 0) ? [parts] : [];
};

export const linesOfScript = (text: string): SettingCommand[] =>
  commandsIn(text.replaceAll(/(?<![^\n])[ \t]*#.*/g, "")).flatMap(lineOf);

const quoted = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;
const stringsIn = (text: string): string[] =>
  [...text.matchAll(quoted)].map(([, double, single]) => (double ?? single ?? "").replaceAll(/\\(["\\/])/g, "$1"));

/** More words than this are not looked at in a text that has no form. */
const maxWords = 5000;
const runner =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|nodemon|electron|python[\d.]*|ruby|perl|php|go|cargo|uv|poetry|pipenv|dotnet|swift|npm|pnpm|yarn|make|just|task|npx|bunx|uvx)$/;

function anywhereIn(text: string): SettingCommand[] {
  const words = wordsOf(text.replaceAll(/[{}[\](),:]/g, " ")).slice(0, maxWords);
  return words.flatMap((word, at) => (runner.test(word.split("/").at(-1) ?? "") ? [[words.slice(at, at + 8)]] : []));
}

function parsedJson(text: string): unknown {
  const plain = text
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]{0,2000}?\*\//g, "$1")
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[,}\]])|(?<=[{[]\s*),/g, "$1");
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}

/** A key with its value, out of a longer text. */
function commandsOfPart(text: string): SettingCommand[] {
  const parsed = parsedJson(`{${text.trim().replace(/,$/, "")}}`);
  return parsed === undefined ? anywhereIn(text) : commandsBelow(parsed);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
const runs = /(?:command|helper|script|exec|cmd|run|bash|shell|notify|windows|linux|osx)$/i;

function commandsBelow(value: unknown): SettingCommand[] {
  if (Array.isArray(value)) return value.flatMap(commandsBelow);
  if (!isObject(value)) return [];
  const args = textsOf(value["args"]);
  return Object.entries(value).flatMap(([key, each]): SettingCommand[] => {
    if (key === "tasks" && Array.isArray(each)) return tasksIn(each).flatMap(commandsOfTask);
    if (/^env(?:ironment)?$/.test(key) && isObject(each))
      return [[Object.entries(each).map(([name, text]) => `${name}=${String(text)}`)]];
    if (!runs.test(key)) return commandsBelow(each);
    if (typeof each === "string") return args.length > 0 ? [[[...wordsOf(each), ...args]]] : linesOfScript(each);
    if (Array.isArray(each) && textsOf(each).length === each.length) return [[[...textsOf(each), ...args]]];
    if (!isObject(each)) return [];
    const named = Object.values(each).flatMap((one) => (typeof one === "string" ? linesOfScript(one) : []));
    return [...named, ...commandsBelow(each)];
  });
}

/** Of an editor's tasks those that start when the folder is opened, and all where such a one calls others. */
function tasksIn(tasks: readonly unknown[]): Record<string, unknown>[] {
  const all = tasks.filter(isObject);
  const opening = all.filter(({ runOptions }) => isObject(runOptions) && runOptions["runOn"] === "folderOpen");
  return opening.some((task) => "dependsOn" in task) ? all : opening;
}

function commandsOfTask(task: Record<string, unknown>): SettingCommand[] {
  const { type, script, task: name } = task;
  const isOwn = typeof type === "string" && !/^(?:shell|process|typescript)$/.test(type);
  const { script: _, ...rest } = task;
  return [...commandsBelow(rest), ...(isOwn ? [[[type, "run", String(script ?? name ?? "")]]] : [])];
}

/** The value of a key in TOML, up to the next one. */
const stringsAt = (table: string, keys: string): string[] => {
  const found = new RegExp(
    `^[ \\t]*(?:${keys})[ \\t]*=([\\s\\S]*?)(?=^[ \\t]*[\\w."-]{1,99}[ \\t]*=|(?![\\s\\S]))`,
    "m",
  ).exec(table);
  return found ? stringsIn(found[1] ?? "") : [];
};

function commandsOfTable(table: string): SettingCommand[] {
  const command = stringsAt(table, "command|cmd|notify|run|script|exec");
  const args = stringsAt(table, "args");
  if (command.length + args.length === 0) return [];
  return command.length > 1 || args.length > 0
    ? [[[...command.flatMap(wordsOf), ...args]]]
    : command.flatMap(linesOfScript);
}

/** A hook without a command of its own is one that others publish. */
function commandsOfHook(hook: string): SettingCommand[] {
  const entry = /^[ \t]*entry:[ \t]*(.+)$/m.exec(hook)?.[1];
  if (entry === undefined) return [];
  const args = /^[ \t]*args:(.*(?:\n[ \t]*-[ \t].*)*)/m.exec(hook)?.[1] ?? "";
  const given = wordsOf(args.replaceAll(/[[\],]|^[ \t]*-[ \t]/gm, " "));
  return [[[...wordsOf(entry), ...given]]];
}
