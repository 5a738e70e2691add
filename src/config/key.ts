import type { Kind } from "./kind.ts";
import { maySet, type ProjectRule } from "./project-rule.ts";

/** A variable other programs use for the same thing. `convert` turns their spelling into ours. */
export interface UsualVariable {
  readonly name: string;
  convert?(value: string): string;
}

/** One setting. Its name and place come from where it stands in the schema. */
export interface Key<T> {
  readonly is: "key";
  readonly kind: Kind<T>;
  /** Undefined where a value is required: an entry without it is left out, with a warning. */
  readonly fallback: T | null | undefined;
  readonly description: string;
  readonly secret: boolean;
  /** Usual variables, first one first; our own COTTY_ name wins over all of them. */
  readonly variables: readonly UsualVariable[];
  /** Other places in a file where this value is found, as dotted paths. */
  readonly aliases: readonly string[];
  readonly project: ProjectRule;
  /** Used instead of what is below when a value is there but wrong: where a mistake must not make things looser. */
  readonly whenInvalid: T | undefined;
  /** Only there for the type: the value this key has in a Config. */
  readonly value?: T;
}

/** Entries under names that people choose: [hosts.NAME], [routines.NAME]. */
export interface Named<Fields> {
  readonly is: "named";
  readonly fields: Fields;
  readonly description: string;
  /** Whether a project's file may add entries. It may never change one that the user has defined. */
  readonly projectMayAdd: boolean;
}

interface KeyOptions<T> {
  description: string;
  secret?: boolean;
  variables?: readonly UsualVariable[];
  aliases?: readonly string[];
  project?: ProjectRule;
  whenInvalid?: T;
}

/** A key with a default; `null` stands for "not set". */
export function key<T, D extends T | null>(kind: Kind<T>, fallback: D, options: KeyOptions<T>): Key<T | D> {
  return { ...describe(options), kind: kind as Kind<T | D>, fallback };
}

export function requiredKey<T>(kind: Kind<T>, options: KeyOptions<T>): Key<T> {
  return { ...describe(options), kind, fallback: undefined };
}

export function named<Fields>(fields: Fields, options: { description: string; projectMayAdd: boolean }): Named<Fields> {
  return { is: "named", fields, ...options };
}

function describe<T>(options: KeyOptions<T>) {
  return {
    is: "key" as const,
    description: options.description,
    secret: options.secret ?? false,
    variables: options.variables ?? [],
    aliases: options.aliases ?? [],
    project: options.project ?? maySet,
    whenInvalid: options.whenInvalid,
  };
}
