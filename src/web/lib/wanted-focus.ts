/** What a person has just opened takes the keys once it is there, unless they have begun to type elsewhere. */
let wanted: string | null = null;

/** `place` is a session, for its first terminal, or a terminal. */
export function wantFocus(place: string): void {
  wanted = place;
}

export function takeFocus(places: readonly string[], focus: () => void): void {
  if (wanted === null || !places.includes(wanted)) return;
  wanted = null;
  const now = document.activeElement;
  const isTyping = now instanceof HTMLElement && now.matches("input, textarea:not(.xterm-helper-textarea)");
  if (!isTyping) focus();
}
