import type { SyntaxNode } from "unbash";
import type { Arg } from "../arg.ts";
import { type Flow, noFlow } from "../flow.ts";
import type { Judge, Part } from "../judge.ts";
import type { ShellState } from "../shell-state.ts";
import type { Located, Span } from "../span.ts";
import type { WordContext } from "../words/word-context.ts";

/** What stays the same for a command line and every text nested in it. */
export interface WalkSettings {
  judge: Judge;
  /** Whether values that the line itself assigns and prints are taken as known. */
  believes: boolean;
  /** The line is for zsh, so nested text may be read by it, too. */
  isZsh: boolean;
  budget: Budget;
}

/** Each command, its words and each nested text cost something, so that no line takes forever. */
export interface Budget {
  /** Throws where nothing is left. */
  spend(cost: number): void;
}

export function createBudget(parts: number): Budget {
  let left = parts;
  return {
    spend(cost) {
      left -= cost;
      if (left < 0) throw new Error("the command has more parts than can be judged");
    },
  };
}

/** Where a text stands, and the shell that reads it. */
export interface WalkedText {
  text: string;
  shell: ShellState;
  via: readonly string[];
  /** The span of every part, where offsets in this text do not point into the line that a person sees. */
  fixedSpan: Span | null;
}

/** A walk through one text. */
export interface Walk extends WalkedText {
  readonly settings: WalkSettings;
  readonly words: WordContext;
  /** The nodes that the walk has come to. */
  readonly seen: Set<SyntaxNode>;
  /** Walks through a node. Answers with what it prints. */
  visit(node: SyntaxNode, input: Flow): Flow;
}

export const spanOf = ({ fixedSpan }: Pick<WalkedText, "fixedSpan">, { pos, end }: Located): Span =>
  fixedSpan ?? [pos, end];

/** Walks with another fixed span. */
export function inSpan<T>(walk: Walk, span: Span | null, work: () => T): T {
  const outer = walk.fixedSpan;
  walk.fixedSpan = span;
  try {
    return work();
  } finally {
    walk.fixedSpan = outer;
  }
}

export const partAt = (walk: WalkedText, at: Located, path: string, args: readonly Arg[] = []): Part => ({
  path,
  args,
  span: spanOf(walk, at),
  via: walk.via,
  stdin: noFlow,
  shell: walk.shell,
});
