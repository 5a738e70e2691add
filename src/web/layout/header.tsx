import { ChevronDown, Diamond, Eye, Laptop, Server, Shield, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { type Mode, modes } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import { type Send, useCotty, useFeed, useIsLive } from "../backend/context.ts";
import { modelName, money, targetName } from "../lib/format.ts";
import { modelChoices } from "../lib/model-choices.ts";
import { useOperator } from "../lib/operator.ts";
import { type Choice, ChoiceMenu } from "../parts/choice-menu.tsx";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { SessionMenu } from "./session-menu.tsx";

export const modeHints: Record<Mode, string> = {
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
  const { name } = useOperator();
  const viewers = useFeed(useCotty().client.presence.viewers);
  const others = (viewers?.people ?? []).map((who) => who.name).filter((who) => who !== name);
  const cost = costOf(usage);
  const TargetIcon = state.target === "local" ? Laptop : Server;
  const set = (changed: Partial<SessionState["settings"]>) => void send({ type: "settings", settings: changed });
  return (
    <header className="head">
      <span className="chip narrow-hide">
        <TargetIcon className="icon s" aria-hidden="true" />
        {targetName(state.target)}
      </span>
      <h1 className="truncate-1">{state.title || "New session"}</h1>
      <SessionMenu
        state={state}
        // Where the header has no room for them, these are here.
        heading={[targetName(state.target), cost, others.length > 0 && `also here: ${others.join(", ")}`]
          .filter(Boolean)
          .join(" · ")}
        send={send}
      />
      <span className="grow" />
      {others.length > 0 && <Others names={others} />}
      {cost !== null && (
        <span className="small text-text-3 roomy" title={`${usage.inputTokens} tokens in, ${usage.outputTokens} out`}>
          {cost}
        </span>
      )}
      {agents.filter((agent) => agent.installed).length > 1 && (
        <SettingChip
          name="Agent"
          icon={<Zap className="icon s" aria-hidden="true" />}
          value={settings.agent}
          choices={agents.map((agent) => ({
            value: agent.name,
            label: agent.label,
            ...(!agent.installed && { hint: agent.nextStep, disabled: true }),
          }))}
          onChoose={(agent) => set({ agent })}
        >
          {settings.agent}
        </SettingChip>
      )}
      <SettingChip
        name="Mode"
        isLoose={settings.mode === "bypassPermissions"}
        icon={<Shield className="icon s" aria-hidden="true" />}
        value={settings.mode}
        choices={modes.map((mode) => ({ value: mode, label: mode, hint: modeHints[mode] }))}
        onChoose={(mode) => set({ mode: mode as Mode })}
      >
        {settings.mode}
      </SettingChip>
      <SettingChip
        name="Model"
        icon={<Diamond className="icon s" style={{ color: "var(--model)" }} aria-hidden="true" />}
        value={settings.model}
        choices={modelChoices(models, settings.model)}
        onChoose={(model) => set({ model })}
      >
        <span className="chip-text truncate-1">{modelName(settings.model)}</span>
      </SettingChip>
      <button type="button" className="toggle" aria-pressed={agentMode} onClick={() => onAgentMode(!agentMode)}>
        <Zap className="icon s" aria-hidden="true" />
        Agent
      </button>
    </header>
  );
}

function Others({ names }: { names: readonly string[] }) {
  return (
    <span className="flex items-center gap-1 roomy" title={`Also here: ${names.join(", ")}`}>
      <Eye className="icon s text-text-3" aria-hidden="true" />
      <span className="sr-only">Also here: {names.join(", ")}</span>
      {names.slice(0, 3).map((name) => (
        <OperatorMark key={name} kind="person" name={name} />
      ))}
      {names.length > 3 && <span className="small text-text-3">+{names.length - 3}</span>}
    </span>
  );
}

/** A setting of the session that is seen, and changed, without leaving it. */
function SettingChip({
  name,
  icon,
  value,
  choices,
  onChoose,
  children,
  isLoose = false,
}: {
  name: string;
  icon: ReactNode;
  value: string;
  choices: readonly Choice[];
  onChoose(value: string): void;
  children: ReactNode;
  /** Fewer things are asked about than usual. */
  isLoose?: boolean;
}) {
  const { canOperate } = useOperator();
  const isLive = useIsLive();
  return (
    <span className="narrow-hide">
      <ChoiceMenu
        heading={name}
        value={value}
        choices={choices}
        onChoose={onChoose}
        trigger={
          <button type="button" className={`chip${isLoose ? " loose" : ""}`} disabled={!canOperate || !isLive}>
            {icon}
            <span className="sr-only">{name}: </span>
            {children}
            <ChevronDown className="icon xs" aria-hidden="true" />
          </button>
        }
      />
    </span>
  );
}
