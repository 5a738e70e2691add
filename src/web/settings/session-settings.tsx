import { type Mode, modes } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import type { Send } from "../backend/cotty.ts";
import { modeHints } from "../layout/header.tsx";
import { modelChoices } from "../lib/model-choices.ts";
import { useOperator } from "../lib/operator.ts";

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
  return (
    <section aria-label="This session">
      <h2 className="font-semibold pb-2">This session: {state.title || "New session"}</h2>
      <label className="setting">
        <div>
          <b className="font-medium">Model</b>
          <small>What the built-in agent thinks with</small>
        </div>
        <select
          className="select"
          disabled={!canOperate}
          value={settings.model}
          onChange={(event) => void send({ type: "settings", settings: { model: event.target.value } })}
        >
          {modelChoices(models, settings.model).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </label>
      <label className="setting">
        <div>
          <b className="font-medium">Agent</b>
          <small>Who decides the steps</small>
        </div>
        <select
          className="select"
          disabled={!canOperate}
          value={settings.agent}
          onChange={(event) => void send({ type: "settings", settings: { agent: event.target.value } })}
        >
          {(agents.length > 0 ? agents : [{ name: settings.agent, label: settings.agent, installed: true }]).map(
            (agent) => (
              <option key={agent.name} value={agent.name} disabled={!agent.installed}>
                {agent.label}
              </option>
            ),
          )}
        </select>
      </label>
      <label className="setting">
        <div>
          <b className="font-medium">Mode</b>
          <small>{modeHints[settings.mode]}</small>
        </div>
        <select
          className="select"
          disabled={!canOperate}
          value={settings.mode}
          onChange={(event) => void send({ type: "settings", settings: { mode: event.target.value as Mode } })}
        >
          {modes.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </select>
      </label>
      <label className="setting">
        <div>
          <b className="font-medium">Extended thinking</b>
          <small>Where the model can: slower, and more careful</small>
        </div>
        <input
          type="checkbox"
          className="w-5 h-5"
          disabled={!canOperate}
          checked={settings.thinking}
          onChange={(event) => void send({ type: "settings", settings: { thinking: event.target.checked } })}
        />
      </label>
      <label className="setting">
        <div>
          <b className="font-medium">Steps a turn</b>
          <small>The agent stops and asks after this many</small>
        </div>
        <input
          className="field w-20"
          disabled={!canOperate}
          type="number"
          min={1}
          max={1000}
          defaultValue={settings.maxSteps}
          onBlur={(event) => {
            const maxSteps = Number(event.target.value);
            if (Number.isInteger(maxSteps) && maxSteps > 0 && maxSteps !== settings.maxSteps)
              void send({ type: "settings", settings: { maxSteps } });
          }}
        />
      </label>
    </section>
  );
}
