import { closestWord, toJsonLine, UserError } from "../../base/index.ts";
import { changeConfig, describeConfig, describeSettings, loadConfig } from "../../config/index.ts";
import type { CliContext } from "../context.ts";
import { printable } from "../printable.ts";
import { sayWhatDaemonUses } from "../say-what-daemon-uses.ts";

export async function showConfig(
  context: CliContext,
  key: string | undefined,
  options: { json?: boolean },
): Promise<void> {
  const loaded = await context.config();
  const all = describeConfig(loaded);
  const rows = key === undefined ? all : all.filter((row) => row.key === key || row.key.startsWith(`${key}.`));
  if (rows.length === 0 && key !== undefined) {
    const words = ["set", "unset", ...all.map((row) => row.key)];
    const meant = closestWord(key, words);
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

export async function set(context: CliContext, key: string, value: string): Promise<void> {
  await change(context, key, value);
}

export async function unset(context: CliContext, key: string): Promise<void> {
  await change(context, key, null);
}

/** Says what holds now: something stronger than the file may decide, and then the change alone would surprise. */
async function change(context: CliContext, key: string, value: string | null): Promise<void> {
  // Its warnings are about the file as it was, and it may be what is wrong in it that is changed here.
  const started = await loadConfig({ env: context.env, cwd: context.cwd });
  const file = started.files.user;
  if (file === null) throw new UserError("config.no-file", "There is no configuration file to change.", "Set HOME.");
  const isChanged = await changeConfig(file, key, value);
  const loaded = await started.reload();
  const row = describeConfig(loaded).find((one) => one.key === key);
  const done = isChanged ? (value === null ? "Taken out of" : "Written to") : "Nothing to change in";
  context.out(`${printable(`${done} ${file}`)}\n`);
  if (row !== undefined)
    context.out(`${row.key}  ${printable(row.value)}  ${context.paint("dim", `(${row.origin})`)}\n`);
  const stronger = describeSettings(loaded).find((one) => one.key === key)?.fixedBy ?? null;
  if (stronger !== null) context.err(`${printable(`${stronger} decides here, so the file is not used for it.`)}\n`);
  if (isChanged) sayWhatDaemonUses(context);
}
