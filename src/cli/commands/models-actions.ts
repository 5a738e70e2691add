import { toJsonLine } from "../../base/index.ts";
import { checkOneModel, openModelReport, type ProviderReport, runbookModelId } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable } from "../printable.ts";
import { showRunbooks } from "./runbooks-actions.ts";

/** More than these are a wall; a person who wants them asks for them. */
const shownModels = 8;

export async function showModels(
  context: CliContext,
  model: string | undefined,
  options: { check?: boolean; all?: boolean; json?: boolean },
): Promise<void> {
  const loaded = await context.config();
  const { signal } = new AbortController();
  if (options.check) return await check(context, loaded, model, options.json === true, signal);
  const { chosen, providers } = await openModelReport(loaded, { signal });
  if (options.json) return providers.forEach((report) => void context.out(toJsonLine(report)));
  context.out(`In use: ${printable(chosen.id)} ${context.paint("dim", `(${chosen.reason})`)}\n\n`);
  for (const report of providers) show(context, report, model, options.all === true);
  if (chosen.id !== runbookModelId || model !== undefined) return;
  // Without a model the runbooks are what there is, so a person should see what they can ask.
  context.out(`\n${context.paint("bold", "What can be asked without a model")}\n`);
  await showRunbooks(context, loaded);
}

async function check(
  context: CliContext,
  loaded: Parameters<typeof checkOneModel>[0],
  model: string | undefined,
  isJson: boolean,
  signal: AbortSignal,
): Promise<void> {
  const result = await checkOneModel(loaded, model, { cwd: context.cwd, signal });
  if (result.outcome === "failed") context.exitCode = exitCodes.failed;
  if (isJson) return context.out(toJsonLine(result));
  if (result.outcome === "failed") {
    return context.say(
      `${printable(result.id)} does not work: ${printable(result.error.message)}\n${printable(result.error.nextStep)}\n`,
    );
  }
  const cost = result.cost === null ? "price not known" : `$${result.cost.toFixed(6)}`;
  context.out(
    `${printable(result.id)} works: first character after ${result.firstMs} ms, all after ${result.totalMs} ms, ${cost}\n`,
  );
}

function show(context: CliContext, report: ProviderReport, wanted: string | undefined, isAll: boolean): void {
  const models = report.models.filter(({ id }) => wanted === undefined || id.includes(wanted));
  if (wanted !== undefined && models.length === 0) return;
  context.say(`${context.paint("bold", printable(report.label))}  ${describeState(context, report.state)}\n`);
  const shown = isAll || wanted !== undefined ? models : models.slice(0, shownModels);
  const width = Math.max(0, ...shown.map(({ id }) => id.length));
  for (const { id, contextTokens, price } of shown) {
    const known = contextTokens === null ? "context not known" : `${contextTokens.toLocaleString("en-US")} tokens`;
    const size = report.provider === "offline" ? "" : known;
    context.out(`  ${printable(id).padEnd(width)}  ${size.padStart(18)}  ${describePrice(price)}\n`);
  }
  if (report.prices !== null && shown.some(({ price }) => price !== null))
    context.out(context.paint("dim", `  list prices of ${report.prices.asOf}: ${report.prices.source}\n`));
  if (shown.length < models.length)
    context.say(context.paint("dim", `  and ${models.length - shown.length} more: cotty models --all\n`));
}

function describeState(context: CliContext, state: ProviderReport["state"]): string {
  switch (state.name) {
    case "ready":
      return context.paint("green", "ready");
    case "unasked":
      return "set up; --check asks it";
    case "not-configured":
      return context.paint("dim", `not set up. ${state.nextStep}`);
    case "failed":
      return `${context.paint("red", printable(state.error.message))} ${printable(state.error.nextStep)}`;
  }
}

function describePrice(price: { input: number; output: number } | null): string {
  if (price === null) return "price not known";
  if (price.input === 0 && price.output === 0) return "free";
  return `$${price.input} in, $${price.output} out per million tokens`;
}
