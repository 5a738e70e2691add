import { type ReactElement, Suspense } from "react";
import { lazyPart } from "../lib/lazy-part.ts";

export interface Choice {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export interface ChoiceMenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  choices: readonly Choice[];
  value?: string;
  onChoose(value: string): void;
  heading?: string;
  align?: "start" | "end";
}

const Popup = lazyPart(() => import("./choice-popup.tsx"));

/** A button that opens a list: mode, model, agent, scope of an approval. The list's code comes after the page. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <Popup {...props} />
    </Suspense>
  );
}
