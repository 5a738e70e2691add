import { createBrowserWorld } from "../../test/support/browser.ts";
import { median, milliseconds, report } from "../report.ts";

const visits = 5;

interface Visit {
  /** Since the click on the link. */
  usableMs: number;
  loadedMs: number;
}

/**
 * When the shell's prompt is drawn and takes keys, as the page itself marks it, since the page has loaded and since the
 * click on the login link: the very first visit, which opens a session and a shell, and later ones in a browser that has
 * cached nothing.
 */
export async function measurePageLoad(): Promise<void> {
  await using world = await createBrowserWorld();
  const visit = async () => {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(await world.loginLink());
    const marked = await page.waitForFunction(() => {
      const usable = performance.getEntriesByName("terminal-usable")[0];
      const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return usable && loading ? { usableMs: usable.startTime, loadedMs: loading.loadEventStart } : null;
    });
    const times = (await marked.jsonValue()) as Visit;
    await context.close();
    return times;
  };
  const first = await visit();
  const later: Visit[] = [];
  for (let i = 0; i < visits; i++) later.push(await visit());
  const tell = (name: string, list: readonly Visit[]) =>
    report(
      name,
      `${milliseconds(median(list.map(({ usableMs, loadedMs }) => usableMs - loadedMs)))} after load`,
      `${milliseconds(median(list.map(({ usableMs }) => usableMs)))} after the click`,
      "after load: bound 1 s",
    );
  tell("terminal usable, first visit", [first]);
  tell("terminal usable, later visits p50", later);
}
