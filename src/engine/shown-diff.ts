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
 * A difference without secrets: only the contents of its lines are looked at, never its own signs and numbers, which say
 * what kind a line is and where it stands. What the file held before is output like any other. Added lines are looked at
 * as they will be written and never together with others: else a secret could be made up that hides a line of the
 * change, and nobody would be told. `secrets` are those of the whole file: some are known by the lines around them alone.
 */
export function shownDiff(
  diff: string,
  secrets: readonly string[],
  { redact, createRedactor }: Pick<EngineDeps, "redact" | "createRedactor">,
): ShownDiff {
  const parts = secrets.flatMap((value) => value.split("\n")).filter((part) => part.trim().length >= shortestSecret);
  let hidden: string[] | null = [];
  const text = blocksOf(diff).map(({ sign, lines }) => {
    if (sign === null) return lines.map((line) => `${line}\n`).join("");
    const content = lines.map((line) => `${line.slice(1)}\n`).join("");
    const redactor = createRedactor();
    const shown = redact(sign === "+" ? content : redactor.push(content) + redactor.end());
    const left = parts.filter((value) => shown.includes(value));
    if (sign === "+") {
      const found = hiddenIn(content, redact);
      hidden = hidden && found && [...hidden, ...found, ...left];
    }
    const without = left.reduce((kept, value) => kept.replaceAll(value, "‹secret›"), shown);
    return without.replaceAll(/[^\n]*\n|[^\n]+$/g, (line) => `${sign}${line}`).replace(/(?<!\n)$/, "\n");
  });
  return { text: text.join(""), hidden };
}

interface Block {
  /** Null for what is not a line of the file: the head, the places, a note. */
  sign: "+" | "-" | " " | null;
  lines: string[];
}

/** Lines of one kind that follow each other. */
function blocksOf(diff: string): Block[] {
  const blocks: Block[] = [];
  let isHead = true;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("@@")) isHead = false;
    const sign = isHead ? null : (signs.find((each) => line.startsWith(each)) ?? null);
    const last = blocks.at(-1);
    if (last?.sign === sign) last.lines.push(line);
    else blocks.push({ sign, lines: [line] });
  }
  return blocks;
}

const signs = ["+", "-", " "] as const;
