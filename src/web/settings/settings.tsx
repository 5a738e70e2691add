import { Check, CircleHelp, Moon, X } from "lucide-react";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo, ProviderInfo } from "../backend/api.ts";
import type { Send } from "../backend/context.ts";
import { counted } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { AddKey } from "./add-key.tsx";
import { Configuration } from "./configuration.tsx";
import { LookSettings } from "./look-settings.tsx";
import { SessionSettings } from "./session-settings.tsx";
import { SettingName } from "./setting.tsx";

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
  const { canOperate } = useOperator();
  return (
    <main className="page" aria-label="Settings" tabIndex={-1} data-pane-focus="console">
      <div className="page-inner">
        {state && <SessionSettings state={state} send={send} models={models} agents={agents} />}
        <LookSettings />
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
          {canOperate && <AddKey />}
        </section>
        <section aria-label="Agents">
          <h2 className="font-semibold pb-2">Agents</h2>
          {agents.map((agent) => (
            <div key={agent.name} className="setting">
              <SettingName name={agent.label} hint={agent.installed ? "Ready" : agent.nextStep} />
              {agent.installed ? (
                <Check className="icon text-green" aria-label="installed" />
              ) : (
                <CircleHelp className="icon text-text-3" aria-label="not installed" />
              )}
            </div>
          ))}
        </section>
        {canOperate && <Configuration />}
      </div>
    </main>
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
      <SettingName name={provider.label} hint={text} />
      {state.name === "ready" && <Check className="icon text-green" aria-label="ready" />}
      {state.name === "unasked" && <Check className="icon text-text-3" aria-label="set up" />}
      {state.name === "not-configured" && <Moon className="icon text-text-3" aria-label="not set up" />}
      {state.name === "failed" && <X className="icon text-red" aria-label="failed" />}
    </div>
  );
}
