import { useSyncExternalStore } from "react";

/** What a browser remembers: look, layout and drafts (S0.55). Never commands, keys or output. */
export interface Preferences {
  theme: "dark" | "light" | "system";
  fontSize: number;
  /** The terminal's font, before the ones it falls back to; empty for the usual one. */
  fontFamily: string;
  /** The terminal's colours: those of the page, or always these. */
  terminalTheme: "page" | "dark" | "light";
  consoleWidth: number;
  /** Where terminal and console stand above each other: the terminal's share in percent. */
  terminalShare: number;
  agentMode: boolean;
  notify: boolean;
  drafts: Record<string, string>;
  /** The last event hidden by ⌫, per session. */
  clearedAt: Record<string, number>;
  /** Sessions whose consoles stay open below the console of the session in front (S0.5). */
  consoles: string[];
  /** Which terminals a session shows: the one in front, and the one beside it. */
  terminals: Record<string, ShownTerminals>;
  lastSession: string | null;
}

export interface ShownTerminals {
  front: string | null;
  beside: string | null;
}

const key = "cotty.preferences";
const defaults: Preferences = {
  theme: "system",
  fontSize: 12.5,
  fontFamily: "",
  terminalTheme: "page",
  consoleWidth: 484,
  terminalShare: 45,
  agentMode: true,
  notify: false,
  drafts: {},
  clearedAt: {},
  consoles: [],
  terminals: {},
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
    if (Array.isArray(value) !== Array.isArray(fallback)) return false;
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
  setPreferences({ drafts: withEntry(current.drafts, session, text === "" ? null : text) });
}

export function setCleared(session: string, seq: number): void {
  setPreferences({ clearedAt: withEntry(current.clearedAt, session, seq) });
}

export function setShownTerminals(session: string, change: Partial<ShownTerminals>): void {
  const shown = { front: null, beside: null, ...current.terminals[session], ...change };
  setPreferences({ terminals: withEntry(current.terminals, session, shown) });
}

const mostEntries = 100;

/** The newest last; a browser that is used for years keeps the newest hundred. */
function withEntry<T>(entries: Record<string, T>, key: string, value: T | null): Record<string, T> {
  const others = Object.entries(entries).filter(([name]) => name !== key);
  return Object.fromEntries([...others, ...(value === null ? [] : [[key, value] as const])].slice(-mostEntries));
}

/** Plain chat is cleared by itself: the name under which a session's entry stands. */
export const chatOf = (session: string) => `${session} chat`;

/** S0.52: a new chat leaves nothing of the old one in the browser. */
export function forgetSession(session: string): void {
  setPreferences({
    drafts: withEntry(current.drafts, session, null),
    clearedAt: withEntry(withEntry(current.clearedAt, session, null), chatOf(session), null),
  });
}

export type ThemeName = "dark" | "light";

export function themeOf(theme: Preferences["theme"], prefersLight: boolean): ThemeName {
  return theme === "system" ? (prefersLight ? "light" : "dark") : theme;
}
