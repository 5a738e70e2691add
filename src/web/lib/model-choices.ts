import type { ModelsInfo } from "../backend/api.ts";
import type { Choice } from "../parts/choice-menu.tsx";
import { modelName } from "./format.ts";

/** Models that can be asked now, the present one always among them. */
export function modelChoices(models: ModelsInfo | null, current: string): Choice[] {
  const offered = (models?.providers ?? [])
    .filter((provider) => provider.state.name === "ready" || provider.state.name === "unasked")
    .flatMap((provider) =>
      provider.models.map(({ id }) => ({ value: id, label: modelName(id), hint: provider.label })),
    );
  return offered.some((choice) => choice.value === current)
    ? offered
    : [{ value: current, label: modelName(current) }, ...offered];
}
