import { UserError } from "../base/index.ts";
import type { ConfigKey } from "./config-keys.ts";
import { describeOrigin, type Layer, type Origin, type Setting } from "./origin.ts";
import { mayNotSet } from "./project-rule.ts";
import { type ConfigWarning, setItYourself, shown } from "./warning.ts";

/** A value that passed its check, and where it came from. Undefined only for a required key that nobody has set. */
export interface Resolved {
  readonly value: unknown;
  readonly origin: Origin;
}

/**
 * The value of one key: the strongest layer that gives a valid one. Layers come strongest first and are applied
 * from the weakest up, because what a project may set depends on what holds below it.
 */
export function resolveKey(
  key: ConfigKey,
  path: string,
  layers: readonly Layer[],
  warn: (warning: ConfigWarning) => void,
  projectMay = true,
): Resolved {
  const fallback: Resolved = { value: key.key.fallback, origin: { layer: "default" } };
  return layers.reduceRight<Resolved>((below, layer) => {
    const setting = layer.settings.get(path);
    if (setting === undefined) return below;
    const checked = check(key, path, setting, warn);
    if (checked === null) return below;
    if (setting.origin.layer === "project") {
      const refusal = (projectMay ? key.key.project : mayNotSet).refusal(checked.value, below.value);
      if (refusal !== null) {
        const message = `${place(setting.origin)}: ${path} is ignored: ${refusal}.`;
        warn({
          code: "config.project-may-not",
          message,
          nextStep: setItYourself,
        });
        return below;
      }
    }
    return checked;
  }, fallback);
}

/** A value as somebody gives it for a key: what it is, or why it cannot be used. */
export function checkWritten(key: ConfigKey, path: string, value: unknown): { value: unknown } | { problem: string } {
  const { kind } = key.key;
  const parsed = kind.type.safeParse(value);
  if (!parsed.success) return { problem: `${path} must be ${kind.expects}${foundText(key, value)}.` };
  const [problem] = kind.sift?.(parsed.data).problems ?? [];
  return problem === undefined
    ? { value: parsed.data }
    : { problem: `${path} holds a pattern that cannot be used: ${shown(problem)}.` };
}

/** A wrong key is still a key, and an address may hold a password: neither is repeated. */
function foundText({ key }: ConfigKey, value: unknown): string {
  return key.secret || key.kind.mayHoldSecrets ? "" : `, not ${shown(value)}`;
}

function check(
  key: ConfigKey,
  path: string,
  setting: Setting,
  warn: (warning: ConfigWarning) => void,
): Resolved | null {
  const { kind, whenInvalid } = key.key;
  const parsed = kind.type.safeParse(setting.value);
  if (!parsed.success) {
    const message = `${place(setting.origin)}: ${path} must be ${kind.expects}${foundText(key, setting.value)}.`;
    if (setting.origin.layer === "flag")
      throw new UserError("config.wrong-type", message, "Correct it and run it again.");
    const instead = whenInvalid === undefined ? "It is ignored." : `${shown(whenInvalid)} is used.`;
    warn({ code: "config.wrong-type", message: `${message} ${instead}`, nextStep: `Correct ${path}, or remove it.` });
    return whenInvalid === undefined ? null : { value: whenInvalid, origin: setting.origin };
  }
  const sifted = kind.sift?.(parsed.data) ?? { value: parsed.data, problems: [] };
  for (const problem of sifted.problems) {
    const message = `${place(setting.origin)}: a pattern in ${path} is skipped: ${shown(problem)}.`;
    warn({ code: "config.invalid-pattern", message, nextStep: "Correct the regular expression, or remove it." });
  }
  return { value: sifted.value, origin: setting.origin };
}

function place(origin: Origin): string {
  return origin.layer === "project" || origin.layer === "user"
    ? `${origin.file}:${origin.line}`
    : describeOrigin(origin);
}
