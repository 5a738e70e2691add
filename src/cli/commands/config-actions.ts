import { closestWord, toJsonLine, UserError } from "../../base/index.ts";
import { describeConfig } from "../../config/index.ts";
import type { CliContext } from "../context.ts";
import { printable } from "../printable.ts";

export async function showConfig(
  context: CliContext,
  key: string | undefined,
  options: { json?: boolean },
): Promise<void> {
  const loaded = await context.config();
  const all = describeConfig(loaded);
  const rows = key === undefined ? all : all.filter((row) => row.key === key || row.key.startsWith(`${key}.`));
  if (rows.length === 0 && key !== undefined) {
    const meant = closestWord(
      key,
      all.map((row) => row.key),
    );
    throw new UserError(
      "usage.config-key",
      `There is no setting "${key}".`,
      meant ? `Did you mean ${meant}?` : "See them all: cotty config",
    );
  }
  if (options.json) return rows.forEach((row) => void context.out(toJsonLine(row)));
  const width = Math.max(...rows.map((row) => row.key.length));
  for (const row of rows)
    context.out(`${row.key.padEnd(width)}  ${printable(row.value)}  ${context.paint("dim", `(${row.origin})`)}\n`);
}
