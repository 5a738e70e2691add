import { useSyncExternalStore } from "react";

/** What a browser remembers: look, layout and drafts (S0.55). Never commands, keys or output. */
export interface Preferences {
  theme: "dark" | "light" | "system";
  fontSize: number;
  consoleWidth: number;
  agentMode: boolean;
  notify: boolean;
  drafts: Record<string, string>;
  /** The last event hidden by ⌫, per session. */
  clearedAt: Record<string, number>;
  lastSession: string | null;
}

const key = "cotty.preferences";
const defaults: Preferences = {
  theme: "system",
  fontSize: 12.5,
  consoleWidth: 484,
  agentMode: true,
  notify: false,
  drafts: {},
  clearedAt: {},
  lastSession: null,
};

const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...defaults, ...checked(stored) } : defaults;
  } catch {
    // Broken or blocked storage costs the remembered look and nothing else.
    return defaults;
  }
}

/** Keeps only entries whose type is the default's: a hand-edited or older value must not break the page. */
function checked(stored: object): Partial<Preferences> {
  const known = Object.entries(stored).filter(([name, value]) => {
    const fallback = (defaults as unknown as Record<string, unknown>)[name];
    return name === "lastSession" ? value === null || typeof value === "string" : typeof value === typeof fallback;
  });
  return Object.fromEntries(known) as Partial<Preferences>;
}

// Several windows show the same choices: agent mode, theme, drafts (S0.5).
globalThis.addEventListener?.("storage", (event) => {
  if (event.key !== key) return;
  current = read();
  for (const listener of [...listeners]) listener();
});

export function preferences(): Preferences {
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // Storage is full or blocked: the page goes on with what it has in memory.
  }
  for (const listener of [...listeners]) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    () => current,
  );
}

export function setDraft(session: string, text: string): void {
  const { [session]: _, ...others } = current.drafts;
  setPreferences({ drafts: text === "" ? others : { ...others, [session]: text } });
}

/** S0.52: a new chat leaves nothing of the old one in the browser. */
export function forgetSession(session: string): void {
  const { [session]: _draft, ...drafts } = current.drafts;
  const { [session]: _cleared, ...clearedAt } = current.clearedAt;
  setPreferences({ drafts, clearedAt });
}

export type ThemeName = "dark" | "light";

export function themeOf(theme: Preferences["theme"], prefersLight: boolean): ThemeName {
  return theme === "system" ? (prefersLight ? "light" : "dark") : theme;
}
