import { type Arg, readable } from "../shell/index.ts";
import { ask, type Job } from "./job.ts";
import { constantWords } from "./judges/sending.ts";
import type { Spec } from "./spec.ts";

/** An address in the place of a file: whoever answers there is talked to. */
export function talks(job: Job, spec: Spec, args: readonly Arg[], title: string): undefined {
  constantWords(job, args);
  // A bucket has a name at the cloud that the client is logged in to, not an address.
  const others = args
    .map((arg) => ({ ...arg, text: arg.text.replace(/^-[^=]*=/, "") }))
    .filter((arg) => !/^(?:s3|gs):\/\//.test(arg.text));
  for (const arg of others) asksElsewhere(job, arg, title);
  const machine = others.find((arg) => /^(?:[\w.-]+@)?[\w.-]+:[/~.]/.test(arg.text));
  const named = machine ?? args.find(({ text }) => spec.machine?.test(valueIn(text)) === true);
  if (named !== undefined)
    ask(job, "network", "network.read", `${title} talks to ${readable(named.text)}.`, { span: named.span });
}

/** What stands behind the name of an option in the same word, or the word itself. */
const valueIn = (text: string): string => text.replace(/^--?[\w-]+=|^-[a-zA-Z](?=.*:)/, "");

function asksElsewhere(job: Job, operand: Arg, title: string): boolean {
  if (!/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(operand.text)) return false;
  ask(job, "network", "network.read", `${title} talks to ${readable(operand.text)}.`, { span: operand.span });
  return true;
}

/**
 * What begins with a word and a colon is the name of a file to some programs only. To others it is an address, or the way
 * to get at the file: openssl loads the library in `org.openssl.engine:x.so:y`, xmllint reads `file:/x`.
 */
export function namesFile(job: Job, spec: Spec, name: Arg, title: string): undefined {
  if (asksElsewhere(job, name, title) || spec.loose === true) return;
  if (/^[a-z][\w+.-]*:/i.test(name.text))
    ask(job, "opaque", "read.address", `${title} may take ${readable(name.text)} for an address and not for a file.`, {
      span: name.span,
      safer: "Put ./ in front of the name of a file.",
    });
}
