import type { Arg } from "../../shell/index.ts";
import { type Job, report } from "../job.ts";
import { type Effect, type EffectKind, effects } from "./effect-rows.ts";

/** Says an effect as a row does, where code found it. Without advice of its own it gives that of the effect. */
export function tell(
  job: Job,
  effect: Effect,
  ruleId: string,
  say: string,
  more: { safer?: string | null; at?: Arg | null | undefined } = {},
): undefined {
  const kind: EffectKind = effects[effect];
  if (kind.level === "none") return;
  const safer = more.safer ?? kind.safer;
  report(job, {
    level: kind.level,
    risk: kind.risk,
    ruleId,
    say,
    ...(safer !== undefined && { safer }),
    ...(more.at && { span: more.at.span }),
  });
}
