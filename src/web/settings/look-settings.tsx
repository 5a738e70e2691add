import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { Setting, SettingName } from "./setting.tsx";

/** What this browser shows; kept in it, for every session. */
export function LookSettings() {
  const { theme, fontSize, fontFamily, terminalTheme } = usePreferences();
  return (
    <section aria-label="Look">
      <h2 className="font-semibold pb-2">Look</h2>
      <Choice
        name="Theme"
        hint="System follows what your device says"
        options={["dark", "light", "system"] as const}
        value={theme}
        onChoose={(chosen) => setPreferences({ theme: chosen })}
      />
      <Choice
        name="Terminal colours"
        hint="Those of the page, or always these"
        options={["page", "dark", "light"] as const}
        value={terminalTheme}
        onChoose={(chosen) => setPreferences({ terminalTheme: chosen })}
      />
      <Setting name="Terminal text" hint="Size in pixels, 10 to 20">
        <input
          className="field w-20"
          type="number"
          min={10}
          max={20}
          step={0.5}
          defaultValue={fontSize}
          onChange={(event) => {
            const size = Number(event.target.value);
            if (size >= 10 && size <= 20) setPreferences({ fontSize: size });
          }}
        />
      </Setting>
      <Setting name="Terminal font" hint="Any font of this device; empty for the usual one">
        <input
          className="field w-44"
          placeholder="JetBrains Mono"
          maxLength={100}
          value={fontFamily}
          onChange={(event) => setPreferences({ fontFamily: event.target.value })}
        />
      </Setting>
    </section>
  );
}

function Choice<T extends string>({
  name,
  hint,
  options,
  value,
  onChoose,
}: {
  name: string;
  hint: string;
  options: readonly T[];
  value: T;
  onChoose(option: T): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look into the row.
    <div className="setting" role="group" aria-label={name}>
      <SettingName name={name} hint={hint} />
      <div className="segments">
        {options.map((option) => (
          <button key={option} type="button" aria-pressed={value === option} onClick={() => onChoose(option)}>
            {option[0]?.toUpperCase()}
            {option.slice(1)}
          </button>
        ))}
      </div>
    </div>
  );
}
