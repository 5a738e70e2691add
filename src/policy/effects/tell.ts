import { type Job, type Report, report } from "../job.ts";
import { type EffectKind, type EffectRow, effects } from "./effect-rows.ts";

/** Reports what a row says; `names` stand in its sentence where their keys are: `{}`, `{word}`. */
export function tell(
  job: Job,
  { effect, rule, say, safer }: EffectRow,
  names: Readonly<Record<string, string>>,
  more: Partial<Report> = {},
): undefined {
  const kind: EffectKind = effects[effect];
  if (kind.level === "none") return;
  const advice = safer ?? kind.safer;
  report(job, {
    level: kind.level,
    risk: kind.risk,
    ruleId: rule ?? `command.${job.name}`,
    say: say.replaceAll(/\{(\w*)\}/g, (sign, name: string) => names[name] ?? sign),
    ...(advice === undefined ? {} : { safer: advice }),
    ...more,
  });
}
