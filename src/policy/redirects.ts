import type { Redirection } from "unbash";
import { readsFile } from "./file-access.ts";
import { type Flow, mergeFlows, someFlow, withoutText } from "./flow.ts";
import { hereDoc, hereString } from "./here-text.ts";
import { type Job, recordRedirect } from "./job.ts";
import { feedsInput, type Output } from "./output-redirects.ts";
import { fillsDescriptor, resolveText, type WordHost } from "./words.ts";

/** What a command is given to read and where its output goes, in the order of its redirects. */
export function walkRedirects(
  redirects: readonly Redirection[],
  { input, job, host }: { input: Flow; job: Job; host: WordHost },
  body: (stdin: Flow, outputs: readonly Output[]) => Flow,
): Flow {
  let stdin = input;
  const outputs: Output[] = [];
  // Of several inputs zsh reads all, one after the other; and another descriptor is not what is read.
  // Nor is it less the terminal for having others beside it.
  const unread = (): Flow => (stdin.empty ? stdin : withoutText(stdin));
  const inputOf = (redirect: Redirection, flow: Flow): Flow =>
    !feedsInput(redirect) ? unread() : host.isBash || stdin.empty ? flow : withoutText(mergeFlows(stdin, flow));
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") stdin = inputOf(redirect, hereDoc(redirect, host));
    else if (redirect.type === "HereString")
      stdin = inputOf(redirect, redirect.target === undefined ? someFlow : hereString(redirect.target, host));
    else if (redirect.target !== undefined) {
      const arg = resolveText(redirect.target, host);
      const { operator } = redirect;
      const isDescriptor = (host.isBash ? /^(?:\d+-?|-)$/ : /^(?:\d+|-)$/).test(arg.text);
      fillsDescriptor(redirect, host);
      if (operator === "<&" && isDescriptor) stdin = unread();
      if ((operator === ">&" || operator === "<&") && isDescriptor) continue;
      if (operator === "<" || operator === "<&" || operator === "<>")
        stdin = inputOf(redirect, { ...readsFile(job, arg), file: arg.text });
      if (operator === "<" || operator === "<&") continue;
      const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
      outputs.push({ arg, how: operator.includes(">>") ? "append" : "write", isStdout: descriptor === 1 });
      recordRedirect(job, arg, operator.includes(">>") || operator === "<>");
    }
  }
  return body(stdin, outputs);
}
