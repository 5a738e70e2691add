import { Unplug } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { type SessionState, stepsInTerminal, type TerminalInfo } from "../../session/index.ts";
import { usePreferences } from "../lib/preferences.ts";
import { useTheme } from "../lib/use-theme.ts";
import { RefusalBanner } from "../parts/refusal-banner.tsx";
import { FindBar } from "./find-bar.tsx";
import { LinkBanner } from "./link-banner.tsx";
import type { TerminalScreen } from "./terminal-screen.ts";
import { useLead } from "./use-lead.ts";
import { type ScreenOwner, useTerminalScreen } from "./use-terminal-screen.ts";

interface TerminalViewProps extends ScreenOwner {
  isFront: boolean;
  /** Nobody else looks: then its size is this page's to decide. */
  isAlone: boolean;
  isSearching: boolean;
  onSearching(on: boolean): void;
  onUse(): void;
  onOpenAnother(): void;
}

export function TerminalView(props: TerminalViewProps) {
  const { state, info, isFront, isAlone, isSearching, onSearching, onUse, onOpenAnother } = props;
  const host = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const lead = useLead(info, isAlone);
  const { screen, link, refusal, dismiss } = useTerminalScreen(props, { host, layer }, lead);
  const { terminalTheme } = usePreferences();
  useLook(screen, info.keyboard);
  useSize(screen, { info, isFront, lead });
  useSteps(screen, state, info.id);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look into the terminal.
    <div
      role="group"
      aria-label="Terminal screen"
      className="term-cell"
      hidden={!isFront}
      data-theme={terminalTheme === "page" ? undefined : terminalTheme}
      style={isFront ? undefined : { display: "none" }}
      onFocus={onUse}
      onKeyDownCapture={(event) => {
        if (event.ctrlKey && event.shiftKey && event.key.toUpperCase() === "F") {
          event.preventDefault();
          onSearching(true);
        }
      }}
    >
      <LinkBanner info={info} isSessionClosed={state.closed} onOpenAnother={onOpenAnother} />
      {refusal && (
        <RefusalBanner icon={<Unplug className="icon s text-amber" aria-hidden="true" />} onDismiss={dismiss}>
          {refusal}
        </RefusalBanner>
      )}
      <div className="grow relative min-h-0">
        {isSearching && screen && <FindBar screen={screen} onClose={() => onSearching(false)} />}
        <div ref={layer} className="command-bars" aria-hidden="true" />
        <div ref={host} className="term-host" data-testid="terminal" />
        {link && (
          <div className="absolute bottom-2 left-5 menu micro text-text-2" style={{ minWidth: 0, padding: "2px 8px" }}>
            {link}
          </div>
        )}
      </div>
    </div>
  );
}

/** Its font and its colours, which tell who has the keyboard. */
function useLook(screen: TerminalScreen | null, holder: TerminalInfo["keyboard"]) {
  const { fontSize, fontFamily, terminalTheme } = usePreferences();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's values are read from the page when it changes.
  useEffect(() => {
    screen?.setLook({ fontSize, fontFamily, holder });
    screen?.bars.setHolder(holder);
  }, [screen, fontSize, fontFamily, theme, terminalTheme, holder]);
}

interface SizeOptions {
  info: TerminalInfo;
  isFront: boolean;
  lead: ReturnType<typeof useLead>;
}

/** As large as the room here where this page leads, and else as large as the terminal is. */
function useSize(screen: TerminalScreen | null, { info, isFront, lead }: SizeOptions) {
  const { leads, isLeading } = lead;
  const { cols, rows } = info;
  useEffect(() => {
    const fits = leads && isLeading.current;
    if (isFront) screen?.setSizing(fits ? { kind: "fit" } : { kind: "fixed", cols, rows });
  }, [isFront, screen, leads, isLeading, cols, rows]);
}

function useSteps(screen: TerminalScreen | null, state: SessionState, id: string) {
  const places = useMemo(() => stepsInTerminal(state, id), [state, id]);
  useEffect(() => screen?.bars.setSteps(places), [screen, places]);
}
