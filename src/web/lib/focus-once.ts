/**
 * As a `ref`: what a person opened themselves takes the focus when it appears, and never again. One function for all:
 * a new one at each render would take the focus back at each render.
 */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
