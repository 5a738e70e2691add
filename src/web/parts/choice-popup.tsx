import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ChoiceMenuProps } from "./choice-menu.tsx";

// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function ChoicePopup({ trigger, choices, value, onChoose, heading, align = "end" }: ChoiceMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align={align} className="z-50">
          <Menu.Popup className="menu appear">
            {heading && <div className="micro text-text-3 px-2 py-1">{heading}</div>}
            {choices.map((choice) => (
              <Menu.Item
                key={choice.value}
                className="menu-item"
                disabled={choice.disabled ?? false}
                onClick={() => onChoose(choice.value)}
              >
                {value !== undefined && (
                  <Check
                    className="icon s mt-0.5"
                    aria-label={choice.value === value ? "chosen" : undefined}
                    style={{ visibility: choice.value === value ? "visible" : "hidden" }}
                  />
                )}
                <span className="min-w-0">
                  {choice.label}
                  {choice.hint && <small>{choice.hint}</small>}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
