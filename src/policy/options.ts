import { type Arg, hole, mayBecomeOption, partOf, plainArg } from "../shell/index.ts";
import { isData, type Option, type OptionTable } from "./spec.ts";

export interface FoundOption {
  /** `-n` or `--lines`, without its value. */
  name: string;
  value: Arg | null;
  arg: Arg;
  /** Null when it is not in the table. */
  known: Option | null;
}

export interface ParsedArgs {
  options: FoundOption[];
  operands: Arg[];
  /** Words that are only known at run time and could turn out to be options. */
  uncertain: Arg[];
}

/**
 * Reads arguments the way getopt does. What the table does not know is kept as an unknown option, and the word after
 * it stays an operand: reading too much as an operand can only make a verdict stricter.
 */
export function parseArgs(
  args: readonly Arg[],
  table: OptionTable,
  settings: { stopAtOperand?: boolean } = {},
): ParsedArgs {
  const parsed: ParsedArgs = { options: [], operands: [], uncertain: [] };
  let onlyOperands = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    const { text } = arg;
    if (onlyOperands) {
      parsed.operands.push(arg);
      continue;
    }
    if (text === "--") {
      onlyOperands = true;
      continue;
    }
    if (mayBecomeOption(arg)) parsed.uncertain.push(arg);
    if (!text.startsWith("-") || text === "-") {
      parsed.operands.push(arg);
      if (settings.stopAtOperand === true) onlyOperands = true;
      continue;
    }
    if (text.startsWith("--") || table.words) i += readLong(arg, args[i + 1], table, parsed);
    else i += readShort(arg, args[i + 1], table, parsed);
  }
  return parsed;
}

/** The first word may be letters without a dash; their values follow in the order of the letters: `tar tvfb a.tar 20`. */
export function withDashes(args: readonly Arg[], table: OptionTable): readonly Arg[] {
  const [first, ...rest] = args;
  if (first === undefined || !/^[a-zA-Z]+$/.test(first.text)) return args;
  const words = [...first.text].flatMap((letter) => {
    const takesValue = table.options.get(`-${letter}`)?.value === "required";
    const value = takesValue ? rest.shift() : undefined;
    const option = plainArg(`-${letter}`, first.span);
    return value === undefined ? [option] : [option, value];
  });
  return [...words, ...rest];
}

/** Returns how many further words it used up. */
function readLong(arg: Arg, next: Arg | undefined, table: OptionTable, parsed: ParsedArgs): number {
  const equals = arg.text.indexOf("=");
  const name = equals === -1 ? arg.text : arg.text.slice(0, equals);
  const attached = equals === -1 ? null : partOf(arg, arg.text.slice(equals + 1));
  const known = table.options.get(name) ?? shortened(name, table);
  const takesNext = known?.value === "required" && attached === null && next !== undefined;
  // A switch with a value may be switched off by it: `--dry-run=no`.
  const isSwitched = known?.value === "none" && attached !== null;
  parsed.options.push({ name, value: takesNext ? next : attached, arg, known: isSwitched ? null : known });
  if (takesNext) takes(next, parsed);
  return takesNext ? 1 : 0;
}

/**
 * A value that is several words is only the first of them. The others are operands, where a pattern says how they begin;
 * of other words nobody knows whether they are options.
 */
const takes = (value: Arg, parsed: ParsedArgs): undefined => {
  if (value.many !== true) return;
  const isName = value.pattern !== undefined && value.loose !== true && !mayBecomeOption(value);
  (isName ? parsed.operands : parsed.uncertain).push(value);
};

/** getopt takes shortened names. One that could mean a risky option is read as that; a harmless reading proves nothing. */
function shortened(name: string, table: OptionTable): Option | null {
  if (!name.startsWith("--") || name.length < 3) return null;
  for (const [full, option] of table.options) {
    const isRisky = option.mark !== "harmless" || !isData(option);
    if (isRisky && full.startsWith(name)) return option;
  }
  return null;
}

function readShort(arg: Arg, next: Arg | undefined, table: OptionTable, parsed: ParsedArgs): number {
  const letters = table.numbers ? arg.text.slice(1).replace(/^\d+/, "") : arg.text.slice(1);
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? "";
    const name = `-${letter}`;
    const known = table.options.get(name) ?? null;
    const rest = letters.slice(at + 1);
    if (known === null || known.value === "none") {
      // A value that follows in the same word is unknown territory: the letters after it are still looked at.
      parsed.options.push({
        name,
        value: null,
        arg,
        known: letter === hole.filled || letter === hole.number ? null : known,
      });
      continue;
    }
    if (rest !== "" || known.value === "optional") {
      parsed.options.push({ name, value: rest === "" ? null : partOf(arg, rest), arg, known });
      return 0;
    }
    parsed.options.push({ name, value: next ?? null, arg, known });
    if (next !== undefined) takes(next, parsed);
    return next === undefined ? 0 : 1;
  }
  return 0;
}

/**
 * Whether an option is given, also inside a cluster (`-xrf`) or shortened as getopt allows (`--rec`).
 * For finding danger only: it may say yes too often.
 */
export function hasOption(args: readonly Arg[], ...names: string[]): boolean {
  return args.some(({ text }) => {
    if (!text.startsWith("-") || text === "-" || text === "--") return false;
    const given = text.split("=")[0] ?? "";
    return names.some((name) =>
      name.startsWith("--")
        ? given.startsWith("--") && given.length >= 4 && name.startsWith(given)
        : name.length > 2
          ? given === name
          : !given.startsWith("--") && given.slice(1).includes(name.slice(1)),
    );
  });
}

/** Whether every option is one of these: the way to prove something, where `hasOption` can only suspect. */
export function onlyOptions(args: readonly Arg[], table: OptionTable): boolean {
  const parsed = parseArgs(args, table);
  return parsed.uncertain.length === 0 && parsed.options.every(isListed);
}

/** Whether a list has it as one that only chooses what is shown. */
export const isListed = ({ known }: FoundOption): boolean => known?.mark === "harmless" && isData(known);

/** The value of an option in any spelling: `-o x`, `-ox`, `--output x`, `--output=x`. */
export function optionValue(args: readonly Arg[], ...names: string[]): Arg | null {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    for (const name of names) {
      if (arg.text === name) return args[i + 1] ?? null;
      if (name.startsWith("--") && arg.text.startsWith(`${name}=`)) return partOf(arg, arg.text.slice(name.length + 1));
      if (!name.startsWith("--") && name.length === 2 && arg.text.startsWith(name))
        return partOf(arg, arg.text.slice(2).replace(/^=/, ""));
      // The last letter of a cluster takes the next word: `-qc CODE`.
      const isLast = name.length === 2 && /^-[A-Za-z]{2,}$/.test(arg.text) && arg.text.endsWith(name.slice(1));
      if (isLast && !name.startsWith("--")) return args[i + 1] ?? null;
    }
  }
  return null;
}

/** Words that are no options, whatever the options mean. */
export const operandsOf = (args: readonly Arg[]): Arg[] => {
  const end = args.findIndex((arg) => arg.text === "--");
  const before = end === -1 ? args : args.slice(0, end);
  const after = end === -1 ? [] : args.slice(end + 1);
  return [...before.filter((arg) => !arg.text.startsWith("-") || arg.text === "-"), ...after];
};
