import type { Arg } from "../../shell/index.ts";
import { type Job, type Report, report } from "../job.ts";
import { type Effect, type EffectKind, type EffectRow, effects } from "./effect-rows.ts";

interface Told {
  effect: Effect;
  rule: string;
  say: string;
  safer: string | null;
}

/** Reports what a row says; `names` stand in its sentence where their keys are: `{}`, `{word}`. */
export function tellRow(
  job: Job,
  row: EffectRow,
  names: Readonly<Record<string, string>>,
  more: Partial<Report> = {},
): undefined {
  const say = row.say.replaceAll(/\{(\w*)\}/g, (sign, name: string) => names[name] ?? sign);
  reportEffect(job, { ...row, rule: row.rule ?? `command.${job.name}`, say }, more);
}

/** Says an effect as a row does, where code found it. Without advice of its own it gives that of the effect. */
export function tell(
  job: Job,
  effect: Effect,
  rule: string,
  say: string,
  { safer = null, at }: { safer?: string | null; at?: Arg | null | undefined } = {},
): undefined {
  reportEffect(job, { effect, rule, say, safer }, at ? { span: at.span } : {});
}

function reportEffect(job: Job, { effect, rule, say, safer }: Told, more: Partial<Report>): undefined {
  const kind: EffectKind = effects[effect];
  if (kind.level === "none") return;
  const advice = safer ?? kind.safer;
  const { level, risk } = kind;
  report(job, { level, risk, ruleId: rule, say, ...(advice !== undefined && { safer: advice }), ...more });
}
