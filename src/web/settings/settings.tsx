import { Check, CircleHelp, Moon, X } from "lucide-react";
import { type Mode, modes } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo, ProviderInfo } from "../backend/api.ts";
import type { Send } from "../backend/cotty.ts";
import { modeHints } from "../layout/header.tsx";
import { counted } from "../lib/format.ts";
import { modelChoices } from "../lib/model-choices.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";

interface SettingsProps {
  /** The session the values are for; null while none is open. */
  state: SessionState | null;
  send: Send;
  models: ModelsInfo | null;
  agents: readonly AgentInfo[];
  onLookAgain(): void;
}

/** One row per value: name, what it means, control. S4.49, S4.50. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function Settings({ state, send, models, agents, onLookAgain }: SettingsProps) {
  const { theme, fontSize } = usePreferences();
  return (
    <main className="page" aria-label="Settings" tabIndex={-1} data-pane-focus="console">
      <div className="page-inner">
        {state && <SessionSettings state={state} send={send} models={models} agents={agents} />}
        <section aria-label="Look">
          <h2 className="font-semibold pb-2">Look</h2>
          <div className="setting">
            <div>
              <b className="font-medium">Theme</b>
              <small>System follows what your device says</small>
            </div>
            <div className="segments">
              {(["dark", "light", "system"] as const).map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={theme === name}
                  onClick={() => setPreferences({ theme: name })}
                >
                  {name[0]?.toUpperCase()}
                  {name.slice(1)}
                </button>
              ))}
            </div>
          </div>
          <label className="setting">
            <div>
              <b className="font-medium">Terminal text</b>
              <small>Size in pixels, 10 to 20</small>
            </div>
            <input
              className="field w-20"
              type="number"
              min={10}
              max={20}
              step={0.5}
              value={fontSize}
              onChange={(event) => {
                const size = Number(event.target.value);
                if (size >= 10 && size <= 20) setPreferences({ fontSize: size });
              }}
            />
          </label>
        </section>
        <section aria-label="Models">
          <div className="flex items-center pb-2">
            <h2 className="font-semibold grow">Models</h2>
            <button type="button" className="btn" onClick={onLookAgain}>
              Look again
            </button>
          </div>
          {models === null && <p className="text-text-3">Asking providers …</p>}
          {models?.providers.map((provider) => (
            <ProviderRow key={provider.provider} provider={provider} />
          ))}
        </section>
        <section aria-label="Agents">
          <h2 className="font-semibold pb-2">Agents</h2>
          {agents.map((agent) => (
            <div key={agent.name} className="setting">
              <div>
                <b className="font-medium">{agent.label}</b>
                <small>{agent.installed ? "Ready" : agent.nextStep}</small>
              </div>
              {agent.installed ? (
                <Check className="icon text-green" aria-label="installed" />
              ) : (
                <CircleHelp className="icon text-text-3" aria-label="not installed" />
              )}
            </div>
          ))}
        </section>
      </div>
    </main>
  );
}

function SessionSettings({
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

function ProviderRow({ provider }: { provider: ProviderInfo }) {
  const { state } = provider;
  const text =
    state.name === "ready"
      ? counted(provider.models.length, "model")
      : state.name === "unasked"
        ? "Set up. Asked when it is used"
        : state.name === "not-configured"
          ? state.nextStep
          : `${state.error.message} ${state.error.nextStep}`;
  return (
    <div className="setting">
      <div>
        <b className="font-medium">{provider.label}</b>
        <small>{text}</small>
      </div>
      {state.name === "ready" && <Check className="icon text-green" aria-label="ready" />}
      {state.name === "unasked" && <Check className="icon text-text-3" aria-label="set up" />}
      {state.name === "not-configured" && <Moon className="icon text-text-3" aria-label="not set up" />}
      {state.name === "failed" && <X className="icon text-red" aria-label="failed" />}
    </div>
  );
}
