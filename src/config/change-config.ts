import { closestWord, UserError } from "../base/index.ts";
import { type ConfigKey, configKeys, findKey, keyByAlias, keyByPath, namedSections } from "./config-keys.ts";
import { editToml, hasValue, type TomlValue } from "./edit-toml.ts";
import { loadConfig } from "./load-config.ts";
import { readSettingsFile } from "./read-settings-file.ts";
import { checkWritten } from "./resolve-key.ts";
import { updateFile } from "./update-file.ts";

/**
 * Sets one setting in a person's file, or takes it out where the text is null. The rest of the file stays as it is
 * written. The new file is read as Cotty will read it before it takes the place of the old one. Answers with whether
 * anything changed.
 */
export async function changeConfig(file: string, path: string, written: string | null): Promise<boolean> {
  const { key, name } = knownKey(path);
  const value = written === null ? undefined : checkedValue(key, path, written);
  let known: readonly { text: string }[] = [];
  return await updateFile(file, {
    mode: "keep",
    change: async () => {
      const before = await currentText(file);
      known = await problemsIn(file, file);
      const after = editToml(before, placeOf(before, key, name), value);
      return after === before ? null : after;
    },
    check: (draft) => refuseNewProblems(draft, file, known),
  });
}

/** The setting that a path stands for, or what was meant. */
function knownKey(path: string): { key: ConfigKey; name: string | null } {
  const found = findKey(path);
  if (found !== null) return found;
  const alias = keyByAlias.get(path);
  if (alias !== undefined) return { key: alias, name: null };
  const [section = "", ...rest] = path.split(".");
  const fields = [...(namedSections.get(section)?.fields.keys() ?? [])];
  const entry = rest.slice(0, -1).join(".");
  const known =
    fields.length > 0 && entry !== ""
      ? fields.map((field) => `${section}.${entry}.${field}`)
      : configKeys.map((each) => each.path);
  const meant = path.length > 60 ? null : closestWord(path, known);
  throw new UserError(
    "usage.config-key",
    `There is no setting "${path}".`,
    meant ? `Did you mean ${meant}?` : "See them all: cotty config",
  );
}

function checkedValue(key: ConfigKey, path: string, written: string): TomlValue {
  if (key.key.secret) {
    throw new UserError(
      "usage.config-secret",
      `${path} is a secret. Written on a command line, it stays in your shell's history.`,
      `Use: cotty keys add ${path.split(".")[1] ?? "PROVIDER"}`,
    );
  }
  const checked = checkWritten(key, path, key.key.kind.fromText(written));
  if ("problem" in checked)
    throw new UserError("usage.config-value", checked.problem, "Nothing was changed. Correct it and run it again.");
  return checked.value as TomlValue;
}

/** A value that the file holds under another name is changed there: two of them would contradict each other. */
function placeOf(toml: string, key: ConfigKey, name: string | null): string[] {
  const parts = key.path.split(".");
  if (name !== null) return parts.map((part) => (part === "NAME" ? name : part));
  const other = keyByPath.get(key.path)?.key.aliases.find((alias) => hasValue(toml, alias.split(".")));
  return hasValue(toml, parts) || other === undefined ? parts : other.split(".");
}

async function currentText(file: string): Promise<string> {
  const found = await readSettingsFile(file);
  switch (found.status) {
    case "absent":
      return "";
    case "read":
      return found.text;
    case "failed":
      throw new UserError("config.unreadable", `${file} cannot be read: ${found.reason}.`, found.nextStep);
  }
}

/** What Cotty says of a file, without the lines that it stands on; `name` is the file that a person knows. */
async function problemsIn(file: string, name: string): Promise<{ text: string; nextStep: string }[]> {
  const loaded = await loadConfig({ env: {}, cwd: "/", files: { user: file, project: null, keys: null } });
  if (loaded.unreadable !== null)
    throw new UserError(loaded.unreadable.code, loaded.unreadable.message, loaded.unreadable.nextStep);
  return loaded.warnings
    .filter(({ code }) => code !== "config.not-found")
    .map(({ message, nextStep }) => ({ text: message.replaceAll(file, name).replace(/:\d+: /, ": "), nextStep }));
}

async function refuseNewProblems(draft: string, file: string, known: readonly { text: string }[]): Promise<void> {
  const problems = await problemsIn(draft, file);
  const added = problems.find(({ text }) => !known.some((one) => one.text === text));
  if (added === undefined) return;
  throw new UserError("usage.config-value", `Nothing was changed, since then: ${added.text}`, added.nextStep);
}
