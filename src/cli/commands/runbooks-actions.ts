import { toJsonLine } from "../../base/index.ts";
import { checkRunbook, openRunbooks } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { inOneLine, oneLine, printable } from "../printable.ts";

export async function list(context: CliContext, options: { json?: boolean }): Promise<void> {
  const loaded = await context.config();
  if (!options.json) return await showRunbooks(context, loaded);
  for (const runbook of (await openRunbooks(loaded)).runbooks) context.out(toJsonLine(runbook));
}

export async function showRunbooks(context: CliContext, loaded: Parameters<typeof openRunbooks>[0]): Promise<void> {
  const { runbooks, problems } = await openRunbooks(loaded);
  const width = Math.max(0, ...runbooks.map(({ name }) => name.length));
  for (const { name, title, file, examples } of runbooks) {
    const own = file === null ? "" : context.paint("dim", " (yours)");
    const example = context.paint("dim", `  “${oneLine(examples[0] ?? "", 60)}”`);
    context.out(`  ${printable(name).padEnd(width)}  ${oneLine(title, 60)}${own}${example}\n`);
  }
  for (const { file, reason } of problems) context.err(`cotty: ${printable(file)} is not used: ${printable(reason)}\n`);
}

export async function test(context: CliContext, file: string): Promise<void> {
  const { checked, folder, isRead } = await checkRunbook(await context.config(), file);
  if (checked.outcome === "unusable") {
    context.exitCode = exitCodes.failed;
    const { field, reason } = checked.problem;
    return context.err(`cotty: ${printable(file)} cannot be used: ${printable(field)} ${printable(reason)}.\n`);
  }
  context.out(`${context.paint("bold", inOneLine(checked.name))}  ${inOneLine(checked.title)}\n`);
  for (const { why, tries } of checked.steps) {
    context.out(`  ${inOneLine(why)}\n`);
    for (const { on, command } of tries)
      context.out(`    ${context.paint("agent", ">")} ${inOneLine(command)}${on === null ? "" : `  (${on})`}\n`);
  }
  for (const { text, finds } of checked.examples) {
    const isFound = finds === checked.name;
    if (!isFound) context.exitCode = exitCodes.failed;
    const sign = isFound ? context.paint("green", "✓") : context.paint("red", "✗");
    const instead = isFound ? "" : finds === null ? ": finds no runbook" : `: finds ${finds} instead`;
    context.out(`${sign} “${oneLine(text, 100)}”${instead}\n`);
  }
  if (!isRead) context.err(`Cotty reads it once it is in ${printable(folder)}\n`);
}
