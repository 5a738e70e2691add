import { onTestFinished } from "vitest";
import { type LocalTestSession, openLocalSession } from "./local-session.ts";

/** A session that ends with the test it was opened in. */
export async function openInTest(...args: Parameters<typeof openLocalSession>): Promise<LocalTestSession> {
  const session = await openLocalSession(...args);
  onTestFinished(() => session.close());
  return session;
}

/** For commands that end by themselves: the limit is only reached when something is wrong. */
export const soon = { signal: new AbortController().signal, timeoutMs: 10_000 };
