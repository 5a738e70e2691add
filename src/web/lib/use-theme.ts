import { useEffect, useSyncExternalStore } from "react";
import { type ThemeName, themeOf, usePreferences } from "./preferences.ts";

const query = matchMedia("(prefers-color-scheme: light)");

/** The theme that is shown; follows the system until one is chosen. */
export function useTheme(): ThemeName {
  const { theme } = usePreferences();
  const prefersLight = useSyncExternalStore(
    (changed) => {
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => query.matches,
  );
  const name = themeOf(theme, prefersLight);
  useEffect(() => {
    document.documentElement.dataset["theme"] = name;
  }, [name]);
  return name;
}
