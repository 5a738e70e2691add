import { type ComponentType, lazy } from "react";

const againAfterMs = 2000;

/**
 * A part of the page that is fetched when it is first shown. While the server does not answer, it is waited for: a failure
 * would take the whole view along, and would stay after the server is back.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => untilLoaded(load));
}

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      // A server that answers and does not have the part is another version: then the second failure is told.
      if (await answers()) return load();
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }
}

const answers = (): Promise<boolean> =>
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
