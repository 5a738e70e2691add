import type { EngineDeps } from "./deps.ts";
import { hiddenIn } from "./hidden-text.ts";

export interface ShownDiff {
  /** Exactly what a person sees: nothing is taken out of it later. */
  text: string;
  /** What of the added lines is not in it; null where that cannot be told. */
  hidden: string[] | null;
}

const shortestSecret = 4;

/**
 * A difference without secrets. What the file held before is output like any other. Added lines are looked at as they
 * will be written, without the sign in front of them and never together with lines that are not: else a secret could be
 * made up that hides a line of the change, and nobody would be told. `secrets` are those of the whole file: some are
 * known by the lines around them alone.
 */
export function shownDiff(
  diff: string,
  secrets: readonly string[],
  { redact, createRedactor }: Pick<EngineDeps, "redact" | "createRedactor">,
): ShownDiff {
  let hidden: string[] | null = [];
  const text = blocksOf(diff).map(({ sign, lines }) => {
    if (sign !== "+") {
      const redactor = createRedactor();
      const old = lines.map((line) => `${line}\n`).join("");
      return sign === "head" ? redact(old) : redact(redactor.push(old) + redactor.end());
    }
    const added = lines.map((line) => `${line.slice(1)}\n`).join("");
    const found = hiddenIn(added, redact);
    const shown = redact(added);
    const left = secrets.filter((value) => value.length >= shortestSecret && shown.includes(value));
    hidden = hidden && found && [...hidden, ...found, ...left];
    const without = left.reduce((kept, value) => kept.replaceAll(value, "‹secret›"), shown);
    return without.replaceAll(/[^\n]*\n|[^\n]+$/g, (line) => `+${line}`);
  });
  return { text: text.join(""), hidden };
}

interface Block {
  sign: "head" | "+" | "other";
  lines: string[];
}

/** Lines that belong together; the head ends where the first part of the difference begins. */
function blocksOf(diff: string): Block[] {
  const blocks: Block[] = [];
  let isHead = true;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("@@")) isHead = false;
    const sign = isHead || line.startsWith("@@") ? "head" : line.startsWith("+") ? "+" : "other";
    const last = blocks.at(-1);
    if (last?.sign === sign) last.lines.push(line);
    else blocks.push({ sign, lines: [line] });
  }
  return blocks;
}
