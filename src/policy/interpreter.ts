import type {
  AndOr,
  Assignment,
  Case,
  Command,
  CompoundList,
  For,
  Function as FunctionNode,
  Pipeline,
  Redirection,
  Script,
  Select,
  SyntaxNode,
} from "unbash";
import { forEachChild } from "unbash";
import { type Arg, hole, knownText, plainArg } from "./arg.ts";
import { besideTheLine, unlessNamesBreak } from "./conditions.ts";
import { harmOfLoop, isEndless } from "./endless-loop.ts";
import { type Flow, jumbled, mergeFlows, noFlow, piped, someFlow, substituted, withoutText } from "./flow.ts";
import { effectsOf, forgetAssigned } from "./function-effects.ts";
import { danger, type Job, kept, type Run, type ShellState } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { givenTo, isNegated, isOneCommand, isOutputItself, keepsOutput, writesOutput } from "./output-redirects.ts";
import { walkRedirects } from "./redirects.ts";
import {
  believed,
  conditionally,
  forgetValues,
  inSubshell,
  perhapsMoving,
  remember,
  rounds,
  valuesFor,
} from "./shell-values.ts";
import { keptValue, valueInLoop } from "./split-words.ts";
import { judgeGiven, reportDecodedName, reportSuspicion } from "./suspicion.ts";
import { judgeTest } from "./test-expression.ts";
import type { Span } from "./types.ts";
import { isNumber, isReadOnly } from "./variables.ts";
import {
  checkArithmetic,
  resolveElement,
  resolveParts,
  resolveText,
  resolveWord,
  subscript,
  type WordHost,
} from "./words.ts";

interface Place {
  run: Run;
  text: string;
  shell: ShellState;
  via: readonly string[];
  /** Set while positions of the tree do not point into the person's text: nested text has the span of its word. */
  fixedSpan: Span | null;
}

const maxLoopWords = 16;

/**
 * Walks a parsed command line in the order the shell would, without running anything. It follows constant values,
 * the current directory and what flows through pipes; wherever a value could be another one, it becomes unknown.
 */
export function interpret(script: Script, place: Place, stdin: Flow): Flow {
  const seen = new Set<SyntaxNode>();
  const output = walkScript(script, stdin, { isWhole: true });
  judgeTheRest(script);
  return output;

  // Whatever the walk did not come by (an odd corner of the grammar) is judged all the same.
  function judgeTheRest(node: SyntaxNode): undefined {
    if (node.type === "Command" && !seen.has(node)) simple(node, someFlow);
    if ((node.type === "ParameterExpansion" || node.type === "ArithmeticExpansion") && !seen.has(node))
      resolveParts([node], host());
    forEachChild(node, judgeTheRest);
  }

  function spanOf(node: { pos: number; end: number }): Span {
    return place.fixedSpan ?? [node.pos, node.end];
  }

  function walkScript(part: Script, input: Flow, { isWhole = false } = {}): Flow {
    if (isWhole) return list(part.commands, input, place.text);
    if (part.source === undefined || place.fixedSpan !== null) return list(part.commands, input);
    const outer = place.fixedSpan;
    place.fixedSpan = [part.pos, part.end];
    const flow = list(part.commands, input);
    place.fixedSpan = outer;
    return flow;
  }

  /** What several commands read is no longer what the first of them was given. */
  function list(nodes: readonly SyntaxNode[], given: Flow, lines: string | null = null): Flow {
    const input = nodes.length === 1 || given.text === null ? given : withoutText(given);
    const all = nodes.reduce((flow, node, index) => {
      if (lines?.slice(nodes[index - 1]?.end ?? node.pos, node.pos).includes("\n") === true) forgetValues(place.shell);
      return mergeFlows(
        flow,
        perhapsMoving(place.shell, () => walk(node, input)),
      );
    }, noFlow);
    return nodes.length === 1 || all.text === null ? all : withoutText(all);
  }

  /** What is printed is known of one command that surely runs; of several, or of one that may not, it is not. */
  function walk(node: SyntaxNode, input: Flow): Flow {
    const flow = walkNode(node, givenTo(node, input));
    return flow.text === null || (place.run.believes && isOneCommand(node)) ? flow : withoutText(flow);
  }

  function beside(at: { pos: number; end: number }, body: SyntaxNode | undefined, work: () => Flow): Flow {
    return besideTheLine(jobAt(at, "&", []), body, () => inSubshell(place.shell, work));
  }

  function walkNode(node: SyntaxNode, input: Flow): Flow {
    switch (node.type) {
      case "Statement":
        return node.background === true
          ? beside(node, node.command, () => walk(node.command, input))
          : walk(node.command, input);
      case "AndOr":
        return andOr(node, input);
      case "Pipeline":
        return pipeline(node, input);
      case "Command":
        return simple(node, input);
      case "Redirected":
        // A redirect that fails keeps the whole group from running.
        return redirected(node.redirects, input, null, (flow) =>
          conditionally(place.shell, () => walk(node.command, place.run.believes ? flow : withoutText(flow))),
        );
      case "If": {
        const first = walk(node.clause, input);
        const branches = [
          node.then,
          ...node.elif.flatMap((branch) => [branch.clause, branch.then]),
          ...(node.else === undefined ? [] : [node.else]),
        ];
        return alternatives(branches, input, first);
      }
      case "While":
        forgetAssigned(node, place.shell);
        if (isEndless(node)) checkLoop(node.body);
        return rounds(place.shell, () => mergeFlows(walk(node.clause, input), walk(node.body, input)));
      case "ArithmeticFor":
        checkArithmetic(node.initialize, host());
        // Where the loop ends at once, or the sum before fails, these do not happen.
        conditionally(place.shell, () => {
          for (const part of [node.test, node.update]) checkArithmetic(part, host());
        });
        forgetAssigned(node.body, place.shell);
        if (node.test === undefined) checkLoop(node.body);
        return rounds(place.shell, () => walk(node.body, input));
      case "For":
      case "Select":
        return loop(node, input);
      case "Case":
        return choice(node, input);
      case "CompoundList":
        return list(node.commands, input);
      case "BraceGroup":
        return walk(node.body, input);
      case "Subshell":
        return inSubshell(place.shell, () => walk(node.body, input));
      case "Function":
        return define(node);
      case "Coproc":
        if (node.name !== undefined) given(node.name.value, hole.number, node.name);
        return beside(node, node.body, () => walk(node.body, someFlow));
      case "TestCommand":
        judgeTest(node.expression, host());
        return noFlow;
      case "ArithmeticCommand":
        checkArithmetic(node.expression, host());
        return noFlow;
      default:
        forEachChild(node, (child) => walk(child, input));
        return noFlow;
    }
  }

  /** Parts of which any may be left out. */
  function alternatives(parts: readonly SyntaxNode[], input: Flow, before: Flow): Flow {
    const walkOne = (flow: Flow, part: SyntaxNode) => mergeFlows(flow, walk(part, input));
    return parts.reduce((flow, part) => conditionally(place.shell, () => walkOne(flow, part)), before);
  }

  function andOr(node: AndOr, input: Flow): Flow {
    const [first, ...rest] = node.commands;
    const { moves } = place.shell;
    const start = first === undefined ? noFlow : walk(first, input);
    const isChain = node.operators.every((operator) => operator === "&&") && !node.commands.some(isNegated);
    // What follows `||` or `!` runs where the folder could not be changed.
    if (!isChain && place.shell.moves !== moves) place.shell.adrift = true;
    // A chain of && is one way or none; with || in it, any part may have been left out.
    if (!isChain) return alternatives(rest, input, start);
    return conditionally(place.shell, () => rest.reduce((flow, part) => mergeFlows(flow, walk(part, input)), start));
  }

  function pipeline(node: Pipeline, input: Flow): Flow {
    if (node.commands.length === 1) return node.commands.reduce((flow, stage) => piped(walk(stage, flow)), input);
    const { shell } = place;
    let hasMoved = false;
    const apart = (stage: SyntaxNode, received: Flow) =>
      inSubshell(shell, () => {
        const flow = walk(stage, received);
        hasMoved ||= shell.moves > 0;
        return flow;
      });
    const flow = node.commands.reduce(
      (received, stage, at) => piped(apart(stage, node.operators[at - 1] === "|&" ? jumbled(received) : received)),
      input,
    );
    // In zsh and ksh the last part runs in the shell itself, so a `cd` in it may last.
    if (hasMoved) shell.adrift = true;
    return flow;
  }

  function loop(node: For | Select, input: Flow): Flow {
    const words = node.wordlist?.flatMap((word) => resolveWord(word, host())) ?? null;
    forgetAssigned(node.body, place.shell);
    const isHuge = node.wordlist?.some((word) => /\{-?\d+\.\.\d{4,}|seq\s+\d{4,}/.test(word.text)) === true;
    if (isHuge) checkLoop(node.body, { hasEnd: true });
    const name = node.name.value;
    for (const word of words ?? [plainArg(hole.variable, spanOf(node))])
      given(name, knownText(kept(place.run, name, word)), node.name);
    const texts = words?.map((word) => valueInLoop(word, place.run)) ?? [];
    const isMany = texts.length === 0 || texts.length > maxLoopWords || node.type === "Select";
    const values: (string | null)[] = !isMany
      ? texts
      : [texts.length > 0 && texts.every(isNumber) ? hole.number : null];
    return rounds(place.shell, () =>
      values.reduce<Flow>((flow, value) => {
        place.shell.variables.set(name, believed(place.shell, name, value));
        const next = mergeFlows(flow, walk(node.body, input));
        place.shell.variables.set(name, null);
        return next;
      }, noFlow),
    );
  }

  function choice(node: Case, input: Flow): Flow {
    resolveText(node.word, host());
    for (const item of node.items) for (const pattern of item.pattern) resolveText(pattern, host());
    return alternatives(
      node.items.map((item) => item.body),
      input,
      noFlow,
    );
  }

  function define(node: FunctionNode): Flow {
    const name = node.name.value;
    const job = jobAt(node, name, []);
    job.run.budget--;
    judgeCommand({ ...job, name: "function", path: "function", args: [plainArg(name, job.span)] });
    const { shell } = place;
    const known = new Map(shell.variables);
    const span = place.fixedSpan;
    const judgeBody = () => {
      const outer = place.fixedSpan;
      place.fixedSpan = span;
      shell.defining.add(name);
      inSubshell(place.shell, () => walk(node.body, someFlow));
      shell.defining.delete(name);
      place.fixedSpan = outer;
    };
    // What the body means may have changed since: `c=ls; f() { $c; }; c=rm; f`.
    const again = () => {
      if ([...shell.variables].some(([key, value]) => known.get(key) !== value)) judgeBody();
    };
    shell.functions.set(name, { ...effectsOf(node.body), again });
    forgetAssigned(node.body, shell);
    judgeBody();
    return noFlow;
  }

  function checkLoop(body: CompoundList, { hasEnd = false } = {}): undefined {
    const harm = harmOfLoop(body, hasEnd);
    if (harm === null) return;
    danger(jobAt(body, "while", []), "destructive", harm.ruleId, harm.say, "Give the loop an end.");
  }

  function simple(node: Command, input: Flow): Flow {
    seen.add(node);
    place.run.budget--;
    if (place.run.budget < 0) throw new Error("the command has more parts than can be judged");
    const assignments = node.prefix.filter((part): part is Assignment => part.type === "Assignment");
    const words = [...(node.name === undefined ? [] : [node.name]), ...node.args];
    const argv = words.flatMap((word): Arg[] =>
      word.type === "Assignment" ? [assignmentArg(word)] : resolveWord(word, host()),
    );
    const [name, ...args] = argv;
    const job = jobAt(node, name?.text ?? "", args);
    const values = assignments.map((assignment) => assign(assignment, { ...job, redirect: true }, name === undefined));
    // Where the redirect fails, nothing is assigned.
    if (node.redirects.length > 0) for (const { name } of assignments) place.shell.variables.set(name, null);
    if (name?.flow?.decoded === true || name?.flow?.fetched === true) reportDecodedName(job);
    return redirected(node.redirects, input, job, (flow) => {
      // A redirect that fails keeps it from running.
      const runs = () => place.run.runArgv(argv, { ...job, stdin: flow }, { via: "" });
      if (name !== undefined) return node.redirects.length === 0 ? runs() : conditionally(place.shell, runs);
      // `$(<file)` prints the file; a bare redirect or assignment prints nothing.
      return node.redirects.some(({ operator }) => operator === "<") && values.length === 0 ? flow : noFlow;
    });
  }

  function assignmentArg(assignment: Assignment): Arg {
    const value = valueFor(assignment);
    remember(place.shell, assignment, keptValue(value));
    return { ...value, text: `${assignment.name}=${value.text}`, span: spanOf(assignment) };
  }

  function valueFor(assignment: Assignment): Arg {
    const isPlain = assignment.index === undefined || /^\d{1,9}$/.test(assignment.index.text);
    if (!isPlain || isReadOnly(assignment.name)) place.shell.mayHaveStopped = true;
    if (assignment.index !== undefined) subscript(assignment.index, host());
    if (assignment.value.type === "Word")
      return kept(place.run, assignment.name, resolveText(assignment.value, host()));
    for (const element of assignment.value.elements) resolveElement(element, host());
    return plainArg(hole.variable, spanOf(assignment));
  }

  /** `X=1` alone changes the shell; in front of a command it changes that command only. */
  function assign(assignment: Assignment, job: Job, lasts: boolean): string {
    const arg = valueFor(assignment);
    const value = arg.text;
    if (lasts) remember(place.shell, assignment, keptValue(arg));
    // Inside the command it counts, and behind some built-ins and functions too.
    else place.shell.variables.set(assignment.name, null);
    // `IFS= read -r line` only tells read where fields end.
    const isForRead = !lasts && assignment.name === "IFS" && /^(?:read|mapfile|readarray)$/.test(job.path);
    if (!isForRead) judgeGiven(job, { name: assignment.name, value: knownText(arg), span: spanOf(assignment), lasts });
    return value;
  }

  /** A value that is given without an assignment: by a loop, or by `${x:=y}`. */
  function given(name: string, value: string, at: { pos: number; end: number }): undefined {
    judgeGiven({ ...jobAt(at, name, []), redirect: true }, { name, value, span: spanOf(at) });
  }

  function redirected(
    redirects: readonly Redirection[],
    input: Flow,
    owner: Job | null,
    body: (input: Flow) => Flow,
  ): Flow {
    const job: Job = { ...(owner ?? jobAt(redirects[0] ?? { pos: 0, end: 0 }, "", [])), redirect: true };
    return walkRedirects(redirects, { input, job, host: host() }, (stdin, outputs) => {
      const flow = body(stdin);
      const isEmpty = owner !== null && /^(?:|:|true)$/.test(owner.path);
      for (const output of outputs) writesOutput(job, output, flow, isEmpty);
      if (outputs.some(({ isStdout, arg }) => isStdout && !isOutputItself(arg))) return noFlow;
      return redirects.every(keepsOutput) ? flow : jumbled(flow);
    });
  }

  function jobAt(node: { pos: number; end: number }, path: string, args: readonly Arg[]): Job {
    return {
      name: path,
      path,
      args,
      span: spanOf(node),
      via: place.via,
      stdin: noFlow,
      shell: place.shell,
      run: place.run,
    };
  }

  function host(): WordHost {
    return {
      ...valuesFor(place.shell, {
        given,
        suspect: (at, name) => reportSuspicion(jobAt(at, name, []), "arithmetic", name),
      }),
      seen: (node) => void seen.add(node),
      splitsNames: (at) => unlessNamesBreak(jobAt(at, "the shell", [])),
      isZsh: place.run.context.shell === "zsh" || place.shell.reader === "zsh",
      isBash: place.shell.reader === "bash",
      spanOf,
      suspicious: (kind, node, text) => reportSuspicion(jobAt(node, text, []), kind, text),
      substitute: (nested, at) => {
        const outer = place.fixedSpan;
        if (nested.source !== undefined && outer === null) place.fixedSpan = [at.pos, at.end];
        const [only, ...more] = nested.commands;
        const judge = () => walkScript(nested, someFlow);
        const isProcess = "type" in at && at.type === "ProcessSubstitution";
        const flow = isProcess
          ? beside(at, more.length === 0 ? only?.command : undefined, judge)
          : inSubshell(place.shell, judge);
        place.fixedSpan = outer;
        return substituted(flow);
      },
    };
  }
}
