import type { Redirection } from "unbash";
import { type Arg, hole } from "./arg.ts";
import { writesFile } from "./file-access.ts";
import { type Flow, someFlow } from "./flow.ts";
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

/** Whether what a command prints still arrives as it is: only its input and its errors were sent elsewhere. */
export function keepsOutput(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return true;
  if (redirect.operator === "<") return true;
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
  return descriptor === 2 && /^>>?$/.test(redirect.operator);
}

/** Other names of the output itself, or a command that gets it. */
export const isOutputItself = ({ text }: Arg): boolean =>
  text.includes(hole.pipe) || /^\/(?:dev\/(?:stdout|stderr|tty|fd\/|pts\/)|proc\/)/.test(text);
