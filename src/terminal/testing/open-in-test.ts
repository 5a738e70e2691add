import { expect, onTestFinished } from "vitest";
import { type LocalTestSession, openLocalSession } from "./local-session.ts";

/** A session that ends with the test it was opened in. */
export async function openInTest(...args: Parameters<typeof openLocalSession>): Promise<LocalTestSession> {
  const session = await openLocalSession(...args);
  onTestFinished(() => session.close());
  return session;
}

/** The shell is at its prompt again: what was typed has printed its last word a moment before that. */
export async function ready(session: LocalTestSession): Promise<void> {
  await expect.poll(async () => (await session.state()).name).toBe("ready");
}

/** For commands that end by themselves: the limit is only reached when something is wrong. */
export const soon = { signal: new AbortController().signal, timeoutMs: 30_000 };
