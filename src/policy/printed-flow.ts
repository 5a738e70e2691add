import { type Flow, someFlow } from "../shell/index.ts";
import type { Spec } from "./spec.ts";

/** What a command prints, as its row says it. */
export const printed = (spec: Spec): Flow => printedBy(spec.prints ?? null);

export function printedBy(kind: string | null): Flow {
  switch (kind) {
    case "fetched":
      return { ...someFlow, fetched: true };
    case "decoded":
      return { ...someFlow, decoded: true };
    case "secret":
      return { ...someFlow, secret: true };
    case "private":
      return { ...someFlow, private: true };
    case "temporary":
      return { ...someFlow, temporary: true };
    case "whole":
      return { ...someFlow, whole: true };
    default:
      return someFlow;
  }
}
