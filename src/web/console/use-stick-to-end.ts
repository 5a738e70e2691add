import { useCallback, useLayoutEffect, useRef } from "react";

/** Follows the end of a growing list while the person is there, and never moves what somebody scrolled back to read. */
export function useStickToEnd(
  version: number,
  isOn: boolean,
): { ref: React.RefObject<HTMLDivElement | null>; stick(): void } {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const isFollowing = useRef(isOn);
  isFollowing.current = isOn;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48;
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    // Cards grow and lazy parts arrive without an event of the session.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current && isFollowing.current) element.scrollTop = element.scrollHeight;
    });
    for (const child of element.children) observer.observe(child);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that something was added.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && isOn && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [version, isOn]);
  return {
    ref,
    stick: useCallback(() => {
      isAtEnd.current = true;
    }, []),
  };
}
