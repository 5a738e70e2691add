import type { Redirect, Redirection, Word } from "unbash";
import { type Arg, hole } from "../arg.ts";
import { type Flow, interleaved, mergeFlows, noFlow, someFlow, withoutText } from "../flow.ts";
import { hereDoc, hereString } from "../here-text.ts";
import type { Part } from "../judge.ts";
import { fillsDescriptor } from "../words/evaluated-text.ts";
import { resolveText, resolveWord } from "../words/resolve.ts";
import { partAt, type Walk } from "./walk.ts";

/** A file that a redirect has opened for writing. */
interface Output {
  file: Arg;
  how: "write" | "append";
  isStdout: boolean;
}

/** What is redirected: a simple command (`owner`), or a group without a name of its own. */
interface Redirected {
  redirects: readonly Redirection[];
  owner?: Part;
}

/** Opens the redirects in their order, runs the command, and sends what it prints to where they lead. */
export function redirected(
  walk: Walk,
  { redirects, owner }: Redirected,
  input: Flow,
  run: (stdin: Flow) => Flow,
): Flow {
  const part = owner ?? partAt(walk, redirects[0] ?? { pos: 0, end: 0 }, "");
  const { stdin, outputs } = openRedirects(walk, redirects, part, input);
  const printed = run(stdin);
  const printsNothing = owner !== undefined && /^(?:|:|true)$/.test(owner.path);
  for (const output of outputs) walk.settings.judge.outputWritten(part, output.file, contentOf(output));
  if (outputs.some(({ isStdout, file }) => isStdout && !isOutputItself(file))) return noFlow;
  return redirects.every(keepsOutput) ? printed : interleaved(printed);

  function contentOf({ how, isStdout }: Output) {
    if (!isStdout) return { content: someFlow, how };
    return { content: printed, how: printsNothing && how === "write" ? ("truncate" as const) : how };
  }
}

function openRedirects(
  walk: Walk,
  redirects: readonly Redirection[],
  part: Part,
  input: Flow,
): { stdin: Flow; outputs: readonly Output[] } {
  let stdin = input;
  const outputs: Output[] = [];
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") stdin = inputAfter(walk, redirect, stdin, hereDoc(redirect, walk.words));
    else if (redirect.type === "HereString") {
      const text = redirect.target === undefined ? someFlow : hereString(redirect.target, walk.words);
      stdin = inputAfter(walk, redirect, stdin, text);
    } else if (redirect.target !== undefined) {
      const file = namedFile(redirect.target, walk);
      stdin = openFile(walk, { redirect, file, part, stdin, outputs });
    }
  }
  return { stdin, outputs };
}

/** Of what braces make of a name, those that are not empty must be the same: `{.env,}` is .env. */
function namedFile(target: Word, walk: Walk): Arg {
  if (!target.text.includes("{")) return resolveText(target, walk.words);
  const words = resolveWord(target, walk.words).filter(({ text }) => text !== "");
  const [first = { text: hole.variable, span: walk.words.spanOf(target), variables: [], flow: null }] = words;
  return words.every(({ text }) => text === first.text) ? first : { ...first, text: hole.variable };
}

interface OpenedFile {
  redirect: Redirect;
  file: Arg;
  part: Part;
  stdin: Flow;
  outputs: Output[];
}

/** Adds the file to `outputs` where it is written. Answers with what the command reads from here on. */
function openFile(walk: Walk, { redirect, file, part, stdin, outputs }: OpenedFile): Flow {
  const { operator } = redirect;
  const { judge } = walk.settings;
  fillsDescriptor(redirect, walk.words);
  const isDescriptor = (walk.words.isBash ? /^(?:\d+-?|-)$/ : /^(?:\d+|-)$/).test(file.text);
  // What another descriptor was opened for is not known.
  if (operator === "<&" && isDescriptor) return /^[1-9]/.test(file.text) ? someFlow : unread(stdin);
  if (operator === ">&" && isDescriptor) return stdin;
  let input = stdin;
  if (operator === "<" || operator === "<&" || operator === "<>")
    input = inputAfter(walk, redirect, stdin, { ...judge.inputFile(part, file), file: file.text });
  if (operator === "<" || operator === "<&") return input;
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
  const how = operator.includes(">>") ? "append" : "write";
  outputs.push({ file, how, isStdout: descriptor === 1 });
  judge.outputFile(part, file, { appends: how === "append" || operator === "<>" });
  return input;
}

/** Of several inputs zsh reads all, one after the other. Only a redirect of descriptor 0 is read by the command. */
function inputAfter(walk: Walk, redirect: Redirection, stdin: Flow, opened: Flow): Flow {
  if (!feedsInput(redirect)) return unread(stdin);
  return walk.words.isBash || stdin.empty ? opened : withoutText(mergeFlows(stdin, opened));
}

/** The same input, of which the text is no longer certain. The terminal stays the terminal. */
const unread = (stdin: Flow): Flow => (stdin.empty ? stdin : withoutText(stdin));

const feedsInput = ({ descriptor }: Redirection): boolean =>
  descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);

/** Whether what a command prints still arrives as it is: only its errors are sent nowhere. */
function keepsOutput(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return true;
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
  // A file that cannot be opened keeps the command from running.
  return descriptor === 2 && redirect.operator === ">" && redirect.target?.text === "/dev/null";
}

/** Other names of the output itself, or a command that gets it. */
const isOutputItself = ({ text }: Arg): boolean =>
  text.includes(hole.pipe) || /^\/(?:dev\/(?:stdout|stderr|tty|fd\/|pts\/)|proc\/)/.test(text);
