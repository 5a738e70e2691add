import type { Form, Program } from "../../src/policy/programs/program.ts";
import { type Option, optionTable } from "../../src/policy/spec.ts";
import { hostileFolders, sampleFiles } from "./scratch.ts";
import type { Seeded } from "./seeded.ts";

/** Values for options that say they take data. If one of them is an output after all, VICTIM appears. */
const data = [
  "1",
  "2",
  "10",
  "0",
  "a",
  ".",
  "name",
  "1,2",
  "VICTIM",
  "evil.sh",
  "./evil.sh",
  "|touch VICTIM",
  "json",
  "auto",
  "never",
  "%s",
  "x=y",
  "sub",
  "-",
  "*.txt",
];
const words = ["one", "a", "1", "2", ".", "name", "notes.txt", "VICTIM", "evil.sh", "-", "10", "+1", "x=y"];

/** A command line of a form, from the row alone. Whether policy allows it is for policy to say. */
export function generate(program: Program, form: Form, random: Seeded): string {
  const name = random.pick(program.names);
  const sub = random.pick((form.sub ?? "").split("|"));
  const table = optionTable({ options: form.options ?? "", ...(program.words && { words: true }) });
  const harmless = [...table.options].filter(([, option]) => option.mark === "harmless");
  const count = harmless.length === 0 ? 0 : random.below(4);
  const options = Array.from({ length: count }, () => optionText(random.pick(harmless), form, program, random));
  if (table.numbers && random.below(4) === 0) options.push(["-3"]);
  const needed = form.has === undefined ? [] : [random.pick(form.has)];
  const head = [name, ...(sub === "" ? [] : [sub]), ...needed, ...options.flat()].join(" ");
  return withOperands(head, form, random);
}

/** An example of the row with options of the row put in, for forms whose operands only an example can tell. */
export function vary(program: Program, form: Form, random: Seeded): string {
  const example = random.pick(form.match);
  const table = optionTable({ options: form.options ?? "", ...(program.words && { words: true }) });
  const harmless = [...table.options].filter(([, option]) => option.mark === "harmless");
  if (example.includes("*")) return `cd ${random.pick(hostileFolders)} && ${example}`;
  if (harmless.length === 0 || /[|;&<>]/.test(example)) return example;
  const added = optionText(random.pick(harmless), form, program, random);
  return [example, ...added].join(" ");
}

function optionText([name, option]: [string, Option], form: Form, program: Program, random: Seeded): string[] {
  if (option.value === "none") return [name];
  const value = quote(valueFor(name, option, form, random));
  const isLong = name.startsWith("--") || program.words === true;
  if (option.value === "optional") {
    if (random.below(2) === 0) return [name];
    return [isLong ? `${name}=${value}` : `${name}${value}`];
  }
  if (random.below(2) === 0) return [name, value];
  return [isLong ? `${name}=${value}` : `${name}${value}`];
}

function valueFor(name: string, option: Option, form: Form, random: Seeded): string {
  const limit = form.values?.[name];
  const fitting =
    limit === undefined ? [] : [...data, "json", "yaml", "wide", "table", "csv"].filter((value) => limit.test(value));
  if (fitting.length > 0) return random.pick(fitting);
  return option.role === "read" ? random.pick(sampleFiles) : random.pick(data);
}

const manyNames = ["*", "*", "./*", "-- *", "*.txt", "$(ls)"];

function withOperands(head: string, form: Form, random: Seeded): string {
  const roles = form.operands ?? [];
  if (roles.length === 0 || roles[0] === "none") return head;
  const isFile = roles.some((role) => role === "read" || role === "open" || role === "stat");
  if (isFile) {
    const way = random.below(6);
    const go = `cd ${random.pick(hostileFolders)} && `;
    if (way === 0) return `${go}${head} ${random.pick(manyNames)}`;
    if (way === 1) return `${go}printf '%s\\0' * | xargs -0 ${head}`;
    if (way === 2) return `${go}for f in *; do ${head} "$f"; done`;
    if (way === 3) return `cat notes.txt | ${head}`;
  }
  const operands = Array.from({ length: random.below(3) }, (_, index) => {
    const role = roles[Math.min(index, roles.length - 1)];
    return quote(role === "text" ? random.pick(words) : random.pick([...sampleFiles, "sub", "."]));
  });
  return [head, ...operands].join(" ");
}

const quote = (text: string): string => (/^[\w./,=+%-]+$/.test(text) ? text : `'${text}'`);
