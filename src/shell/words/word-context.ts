import type { Script, WordPart } from "unbash";
import type { Arg } from "../arg.ts";
import { type Flow, mixFlows } from "../flow.ts";
import type { Suspicion } from "../judge.ts";
import type { Located, Span } from "../span.ts";

/** What resolving a word needs of the walk around it. */
export interface WordContext {
  /** The values that the line has assigned; null for an unknown one. */
  variables: ReadonlyMap<string, string | null>;
  spanOf(node: Located): Span;
  /** Walks through the script of a substitution. Answers with what it prints. */
  substitute(script: Script, at: Located): Flow;
  /** An expansion is not what it looks like. */
  suspicious(kind: Suspicion, node: Located, text: string): void;
  /** The word uses the value of the variable. */
  usesVariable(name: string, at: Located): void;
  /** `[[ -f PATH ]]`: the shell looks at that path. */
  testsPath(path: string, at: Located): void;
  /** `[[ a == b ]]`, `case a in b)`: the shell compares them. */
  compares(value: Arg, pattern: Arg, at: Located): void;
  /** The expansion gives the variable this value, unless it has one: `${x:=y}`. */
  assigns(name: string, value: string, at: Located): void;
  /** A sum gives the variable a number; `surely` where no error can happen before. */
  counts(name: string, surely: boolean, at: Located): void;
  /** The expansion may end in an error, after which the shell drops the rest of the line and reads the next one. */
  mayStop(): void;
  /** Called for every expansion that was resolved: the walk goes through the others at its end. */
  seen(node: WordPart): void;
  /** The word holds file names that a pattern matched, and the shell cuts them at blanks. */
  splitsNames(at: Located): void;
  isZsh: boolean;
  isBash: boolean;
}

/** What was found in a word while it was resolved. */
export interface Found {
  variables: string[];
  flow: Flow | null;
  /** Something in it is a list, also between quotes: `"$@"`. */
  isList?: true;
  /** Something in it is never empty, but may be any text: `${X:?}`. */
  isAnything?: true;
  /** A name that a pattern matched went into it. */
  isNames?: true;
}

export function addFlow(found: Found, flow: Flow): undefined {
  found.flow = found.flow === null ? flow : { ...mixFlows(found.flow, flow), text: null };
}
