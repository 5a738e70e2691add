import type { ReactNode } from "react";

interface SettingNameProps {
  name: ReactNode;
  hint: ReactNode;
}

/** A row of a page of settings: what it is called, what it means, and its control. */
export function Setting({ children, ...called }: SettingNameProps & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what is put inside.
    <label className="setting">
      <SettingName {...called} />
      {children}
    </label>
  );
}

export function SettingName({ name, hint }: SettingNameProps) {
  return (
    <div>
      <b className="font-medium">{name}</b>
      <small>{hint}</small>
    </div>
  );
}
