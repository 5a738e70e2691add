import { forEachChild, type Redirection, type SyntaxNode } from "unbash";
import { type Arg, hole } from "./arg.ts";
import { writesFile } from "./file-access.ts";
import { type Flow, someFlow, withoutText } from "./flow.ts";
import type { Job } from "./job.ts";

/** A file that a redirect writes. */
export interface Output {
  arg: Arg;
  how: "write" | "append";
  isStdout: boolean;
}

/** What is printed goes into the file; a command that prints nothing leaves it empty. */
export function writesOutput(job: Job, { arg, how, isStdout }: Output, printed: Flow, isEmpty: boolean): undefined {
  if (isStdout) writesFile(job, arg, printed, isEmpty && how === "write" ? "truncate" : how);
  else writesFile(job, arg, someFlow, how);
}

/** What a part of the line is given to read: of several commands each may take a piece of it, so no text is known. */
export const givenTo = (node: SyntaxNode, input: Flow): Flow =>
  input.text === null || (isOneCommand(node) && !readsBefore(node)) ? input : withoutText(input);

/** A substitution in its words or values runs first, and reads from the same place. */
const readsBefore = (node: SyntaxNode): boolean => node.type === "Command" && hasSubstitution(node);

function hasSubstitution(node: SyntaxNode): boolean {
  if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") return true;
  let has = false;
  forEachChild(node, (child) => {
    has ||= hasSubstitution(child);
  });
  return has;
}

/** Whether it is a single command, alone in its brackets, that runs whatever happened before. */
export function isOneCommand(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Command":
      return true;
    case "Statement":
      return node.background !== true;
    case "Pipeline":
      return node.commands.length > 0;
    case "CompoundList":
    case "Script":
      return node.commands.length === 1;
    case "BraceGroup":
    case "Subshell":
      return node.body.commands.length === 1;
    default:
      return false;
  }
}

/** Whether what a command prints still arrives as it is: only its errors were sent nowhere. */
export function keepsOutput(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return true;
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
  // A file that cannot be opened keeps the command from running.
  return descriptor === 2 && redirect.operator === ">" && redirect.target?.text === "/dev/null";
}

/** Other names of the output itself, or a command that gets it. */
export const isOutputItself = ({ text }: Arg): boolean =>
  text.includes(hole.pipe) || /^\/(?:dev\/(?:stdout|stderr|tty|fd\/|pts\/)|proc\/)/.test(text);

/** `! command`: what follows it behind `&&` runs where the command failed. */
export const isNegated = (node: SyntaxNode | undefined): boolean =>
  node?.type === "Pipeline"
    ? node.prefixes.some(({ type }) => type === "Negation")
    : node?.type === "Statement"
      ? isNegated(node.command)
      : false;

/** Whether it says what a command reads: only descriptor 0 does. */
export const feedsInput = ({ descriptor }: Redirection): boolean =>
  descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);
