import { type Arg, plainArg } from "../shell/index.ts";
import type { Job } from "./job.ts";
import type { ParsedArgs } from "./options.ts";
import type { Spec } from "./spec.ts";

const recursive = /^-[a-zA-Z0-9]*[rR]|^--(?:rec|der)|^-[a-zA-Z0-9]*d|^--dir/;
/** Then no file is opened for what is in it. */
const namesOnly = /^--(?:files|type-list|version|help)$/;
const mayTakeNext = /^--[^=]+$|^-[a-zA-Z0-9]*[A-Zabcdefgjmptx]$/;

/**
 * What a search reads beside the operands that stand where files do: the first one, where the pattern came with an
 * option (`grep -re. ~`), and the folder it is in, where it may be given no other.
 */
export function searchedPlaces(
  job: Job,
  { searches }: Spec,
  args: readonly Arg[],
  { options, operands }: ParsedArgs,
): Arg[] {
  if (searches === undefined) return [];
  const texts = args.map(({ text }) => text);
  const hasPattern =
    options.some(({ name, value }) => /^(?:-[ef]|--regexp|--file)$/.test(name) && value !== null) ||
    texts.some((text) => /^-[a-zA-Z0-9]*e.|^--reg\w*=/s.test(text));
  const first = hasPattern ? operands.slice(0, 1) : [];
  const isRecursive = searches !== "told" || texts.some((text) => recursive.test(text));
  const readsPipe = searches === "unless-fed" && !job.stdin.empty;
  if (!isRecursive || readsPipe || texts.some((text) => namesOnly.test(text))) return first;
  // A word behind an option may be its value, and is then neither the pattern nor a place.
  const certain = operands.filter((operand) => {
    const before = args[args.indexOf(operand) - 1]?.text ?? "";
    return !/^\d+$/.test(operand.text) && (before === "--" || !before.startsWith("-") || !mayTakeNext.test(before));
  });
  return certain.length > (hasPattern ? 0 : 1) ? first : [...first, plainArg(".", job.span)];
}
