import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Who decides by keyboard stays where decisions are made: with a decision, its card goes and takes the focus along, so the
 * focus goes to the next card, and waits for it in its place. Somebody who has gone elsewhere is left there.
 */
export function useDecisionFocus(place: RefObject<HTMLElement | null>, shown: string | null): void {
  const isHere = useRef(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const enter = () => {
      isHere.current = true;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      // A card that goes away, and a window that is left, name no other element.
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) isHere.current = false;
    };
    element.addEventListener("focusin", enter);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", enter);
      element.removeEventListener("focusout", leave);
    };
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is shown.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || !isHere.current) return;
    const isLost = document.activeElement === document.body || document.activeElement === element;
    if (isLost) (element.querySelector<HTMLElement>('[data-pane-focus="approval"]') ?? element).focus();
  }, [place, shown]);
}
