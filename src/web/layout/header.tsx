import { ChevronDown, Diamond, Ellipsis, Eye, Laptop, Server, Shield, Zap } from "lucide-react";
import { modes } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import { type Send, useCotty, useFeed, useSessions } from "../backend/cotty.ts";
import { modelName, money, targetName } from "../lib/format.ts";
import { modelChoices } from "../lib/model-choices.ts";
import { useOperator } from "../lib/operator.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { go } from "../lib/route.ts";
import { ChoiceMenu } from "../parts/choice-menu.tsx";
import { OperatorMark } from "../parts/operator-mark.tsx";

export const modeHints: Record<(typeof modes)[number], string> = {
  review: "Asks before every command",
  default: "Runs what only reads, asks before anything changes",
  acceptEdits: "Like default, and edits the project's files without asking",
  plan: "Looks around, changes nothing",
  bypassPermissions: "Runs without asking; danger and protected hosts still wait for you",
};

function costOf(usage: SessionState["usage"]): string | null {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (tokens === 0) return null;
  return usage.cost === null ? `${tokens} tokens` : money(usage.cost);
}

interface HeaderProps {
  state: SessionState;
  models: ModelsInfo | null;
  agents: readonly AgentInfo[];
  agentMode: boolean;
  onAgentMode(on: boolean): void;
  send: Send;
}

export function Header({ state, models, agents, agentMode, onAgentMode, send }: HeaderProps) {
  const { settings, usage } = state;
  const { name, canOperate } = useOperator();
  const viewers = useFeed(useCotty().hub.viewers);
  const others = (viewers?.people ?? []).map((who) => who.name).filter((who) => who !== name);
  const cost = costOf(usage);
  const { consoles } = usePreferences();
  const { list } = useSessions();
  const TargetIcon = state.target === "local" ? Laptop : Server;
  const set = (change: Parameters<Send>[0] & { type: "settings" }) => void send(change);
  const more = [
    { value: "replay", label: "Replay", hint: "The recording with its steps" },
    { value: "settings", label: "Settings", hint: "Model, mode, limits, look" },
    ...list
      .filter(({ id, closed }) => id !== state.id && !closed && !consoles.includes(id))
      .slice(0, 5)
      .map(({ id, title }) => ({
        value: `console:${id}`,
        label: `Console of ${title || "New session"}`,
        hint: "Shown below this one",
      })),
    {
      value: "close",
      label: "End session",
      hint: "Closes its terminals. It can still be read",
      disabled: !canOperate || state.closed || state.current !== null,
    },
  ];
  return (
    <header className="head">
      <span className="chip narrow-hide">
        <TargetIcon className="icon s" aria-hidden="true" />
        {targetName(state.target)}
      </span>
      <h1 className="truncate-1">{state.title || "New session"}</h1>
      <ChoiceMenu
        align="start"
        trigger={
          <button type="button" className="icon-btn">
            <Ellipsis className="icon" aria-hidden="true" />
            <span className="sr-only">Session menu</span>
          </button>
        }
        // Where the header has no room for them, these are here.
        heading={[targetName(state.target), cost, others.length > 0 && `also here: ${others.join(", ")}`]
          .filter(Boolean)
          .join(" · ")}
        choices={more}
        onChoose={(what) => {
          if (what === "replay") go({ page: "replay", id: state.id });
          else if (what === "settings") go({ page: "settings" });
          else if (what.startsWith("console:"))
            setPreferences({ consoles: [...consoles, what.slice("console:".length)].slice(-3) });
          else void send({ type: "close" });
        }}
      />
      <span className="grow" />
      {others.length > 0 && (
        <span className="flex items-center gap-1 roomy" title={`Also here: ${others.join(", ")}`}>
          <Eye className="icon s text-text-3" aria-hidden="true" />
          <span className="sr-only">Also here: {others.join(", ")}</span>
          {others.slice(0, 3).map((name) => (
            <OperatorMark key={name} kind="person" name={name} />
          ))}
          {others.length > 3 && <span className="small text-text-3">+{others.length - 3}</span>}
        </span>
      )}
      {cost !== null && (
        <span className="small text-text-3 roomy" title={`${usage.inputTokens} tokens in, ${usage.outputTokens} out`}>
          {cost}
        </span>
      )}
      {agents.filter((agent) => agent.installed).length > 1 && (
        <span className="narrow-hide">
          <ChoiceMenu
            heading="Agent"
            value={settings.agent}
            choices={agents.map((agent) => ({
              value: agent.name,
              label: agent.label,
              ...(!agent.installed && { hint: agent.nextStep, disabled: true }),
            }))}
            onChoose={(agent) => set({ type: "settings", settings: { agent } })}
            trigger={
              <button type="button" className="chip" disabled={!canOperate}>
                <Zap className="icon s" aria-hidden="true" />
                <span className="sr-only">Agent: </span>
                {settings.agent}
                <ChevronDown className="icon xs" aria-hidden="true" />
              </button>
            }
          />
        </span>
      )}
      <span className="narrow-hide">
        <ChoiceMenu
          heading="Mode"
          value={settings.mode}
          choices={modes.map((mode) => ({ value: mode, label: mode, hint: modeHints[mode] }))}
          onChoose={(mode) => set({ type: "settings", settings: { mode: mode as (typeof modes)[number] } })}
          trigger={
            <button type="button" className="chip" disabled={!canOperate}>
              <Shield className="icon s" aria-hidden="true" />
              <span className="sr-only">Mode: </span>
              {settings.mode}
              <ChevronDown className="icon xs" aria-hidden="true" />
            </button>
          }
        />
      </span>
      <span className="narrow-hide">
        <ChoiceMenu
          heading="Model"
          value={settings.model}
          choices={modelChoices(models, settings.model)}
          onChoose={(model) => set({ type: "settings", settings: { model } })}
          trigger={
            <button type="button" className="chip" disabled={!canOperate}>
              <Diamond className="icon s" style={{ color: "var(--model)" }} aria-hidden="true" />
              <span className="sr-only">Model: </span>
              <span className="chip-text truncate-1">{modelName(settings.model)}</span>
              <ChevronDown className="icon xs" aria-hidden="true" />
            </button>
          }
        />
      </span>
      <button type="button" className="toggle" aria-pressed={agentMode} onClick={() => onAgentMode(!agentMode)}>
        <Zap className="icon s" aria-hidden="true" />
        Agent
      </button>
    </header>
  );
}
