import { createBrowserWorld } from "../../test/support/browser.ts";
import { median, milliseconds, report } from "../report.ts";

const visits = 5;

/**
 * From the click on a login link until the shell's prompt is drawn and takes keys, as the page itself marks it: the very
 * first visit, which opens a session and a shell, and later ones in a browser that has cached nothing.
 */
export async function measurePageLoad(): Promise<void> {
  await using world = await createBrowserWorld();
  const visit = async () => {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(await world.loginLink());
    const marked = await page.waitForFunction(() => performance.getEntriesByName("terminal-usable")[0]?.startTime);
    const usableMs = (await marked.jsonValue()) as number;
    await context.close();
    return usableMs;
  };
  const first = await visit();
  const later: number[] = [];
  for (let i = 0; i < visits; i++) later.push(await visit());
  report("terminal usable, first visit", milliseconds(first), "", "bound 1 s");
  report("terminal usable, later visits p50", milliseconds(median(later)), "", "bound 1 s");
}
