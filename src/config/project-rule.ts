/**
 * What a project's own file may do to a key. A repository is written by others: cloning it must never hand it the
 * user's keys, another shell, or a looser mode. It can set what is harmless, and tighten the rest.
 */
export interface ProjectRule {
  /** For the table of keys: what a project file may do. */
  readonly summary: "may set" | "may not set" | "may only lower" | "may only tighten";
  /** Why this value may not come from a project file, or null when it may. `below` is what holds without it. */
  refusal(value: unknown, below: unknown): string | null;
}

export const maySet: ProjectRule = { summary: "may set", refusal: () => null };

export const mayNotSet: ProjectRule = {
  summary: "may not set",
  refusal: () => "a project's own file may not set it",
};

/** A scripted model replays a file, and the file would be the project's too: commands without a thought behind them. */
export const mayChooseModel: ProjectRule = {
  summary: "may set",
  refusal: (value) =>
    String(value).startsWith("scripted/") ? "a project's own file may not choose a scripted model" : null,
};

/** For limits. `null` is no limit at all, so any number is lower. */
export const mayOnlyLower: ProjectRule = {
  summary: "may only lower",
  refusal: (value, below) =>
    typeof value === "number" && (below === null || (typeof below === "number" && value <= below))
      ? null
      : `a project's own file may only lower it (it is ${String(below)})`,
};

/** For choices some of which are stricter than others. `stricter` lists, for each, those that are stricter in every way. */
export function mayOnlyTighten<T extends string>(stricter: Readonly<Record<T, readonly T[]>>): ProjectRule {
  return {
    summary: "may only tighten",
    refusal: (value, below) =>
      value === below || stricter[below as T].includes(value as T)
        ? null
        : `a project's own file may only tighten it (it is "${String(below)}")`,
  };
}
