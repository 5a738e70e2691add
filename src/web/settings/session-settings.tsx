import { type Mode, modes } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import type { Send } from "../backend/context.ts";
import { modeHints } from "../layout/header.tsx";
import { modelChoices } from "../lib/model-choices.ts";
import { useOperator } from "../lib/operator.ts";
import type { Choice } from "../parts/choice-menu.tsx";
import { Setting } from "./setting.tsx";

/** What holds for one session; a new one starts with what the configuration says. */
export function SessionSettings({
  state,
  send,
  models,
  agents,
}: {
  state: SessionState;
  send: Send;
  models: ModelsInfo | null;
  agents: readonly AgentInfo[];
}) {
  const { settings } = state;
  const { canOperate } = useOperator();
  const set = (changed: Partial<SessionState["settings"]>) => void send({ type: "settings", settings: changed });
  return (
    <section aria-label="This session">
      <h2 className="font-semibold pb-2">This session: {state.title || "New session"}</h2>
      <Setting name="Model" hint="What the built-in agent thinks with">
        <Select
          value={settings.model}
          choices={modelChoices(models, settings.model)}
          onChoose={(model) => set({ model })}
        />
      </Setting>
      <Setting name="Agent" hint="Who decides the steps">
        <Select
          value={settings.agent}
          choices={
            agents.length > 0
              ? agents.map(({ name, label, installed }) => ({ value: name, label, disabled: !installed }))
              : [{ value: settings.agent, label: settings.agent }]
          }
          onChoose={(agent) => set({ agent })}
        />
      </Setting>
      <Setting name="Mode" hint={modeHints[settings.mode]}>
        <Select
          value={settings.mode}
          choices={modes.map((mode) => ({ value: mode, label: mode }))}
          onChoose={(mode) => set({ mode: mode as Mode })}
        />
      </Setting>
      <Setting name="Extended thinking" hint="Where the model can: slower, and more careful">
        <input
          type="checkbox"
          className="w-5 h-5"
          disabled={!canOperate}
          checked={settings.thinking}
          onChange={(event) => set({ thinking: event.target.checked })}
        />
      </Setting>
      <Setting name="Steps a turn" hint="The agent stops and asks after this many">
        <input
          className="field w-20"
          disabled={!canOperate}
          type="number"
          min={1}
          max={1000}
          defaultValue={settings.maxSteps}
          onBlur={(event) => {
            const maxSteps = Number(event.target.value);
            if (Number.isInteger(maxSteps) && maxSteps > 0 && maxSteps !== settings.maxSteps) set({ maxSteps });
          }}
        />
      </Setting>
    </section>
  );
}

function Select({
  value,
  choices,
  onChoose,
}: {
  value: string;
  choices: readonly Choice[];
  onChoose(value: string): void;
}) {
  const { canOperate } = useOperator();
  return (
    <select className="select" disabled={!canOperate} value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} disabled={choice.disabled}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
