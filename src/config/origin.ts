import { assertNever } from "../base/index.ts";

/** Where a value came from. */
export type Origin =
  | { layer: "flag" }
  | { layer: "environment"; variable: string }
  | { layer: "project" | "user"; file: string; line: number }
  /** A key that Cotty keeps (`cotty keys add`). */
  | { layer: "stored"; file: string }
  | { layer: "default" };

/** One value as a layer gives it, not checked yet. */
export interface Setting {
  readonly value: unknown;
  readonly origin: Origin;
}

/** What one source gives. */
export interface Layer {
  /** By path, with the entry's own name in the place of NAME. */
  readonly settings: Map<string, Setting>;
  /** The free names it mentions, by section: an entry may be there with nothing in it. */
  readonly names: Map<string, Set<string>>;
}

export function emptyLayer(): Layer {
  return { settings: new Map(), names: new Map() };
}

export function addName(layer: Layer, section: string, name: string): void {
  const names = layer.names.get(section) ?? new Set();
  layer.names.set(section, names.add(name));
}

export function describeOrigin(origin: Origin): string {
  switch (origin.layer) {
    case "flag":
      return "flag";
    case "environment":
      return `environment ${origin.variable}`;
    case "project":
    case "user":
      return `${origin.layer} ${origin.file}:${origin.line}`;
    case "stored":
      return `stored key in ${origin.file}`;
    case "default":
      return "default";
    default:
      return assertNever(origin);
  }
}
