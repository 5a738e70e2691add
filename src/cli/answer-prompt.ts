import type { Client } from "../client/index.ts";
import { type TerminalPrompt, terminalPrompts } from "../session/index.ts";
import type { CliContext } from "./context.ts";
import { type Keyboard, openKeyboard } from "./keyboard.ts";
import { printable } from "./printable.ts";

/**
 * Asks the person at this terminal what another one asks. A password is not shown while it is typed, and goes to the
 * program that wants it and nowhere else.
 */
export async function answerPrompt(
  context: CliContext,
  client: Client,
  session: string,
  prompt: TerminalPrompt,
  keyboard: Pick<Keyboard, "question" | "secret">,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { terminalId } = prompt;
  const lines = printable(prompt.text).split("\n");
  const text = `${context.paint("yellow", lines.pop() || "Password:")} `;
  if (lines.length > 0) context.out(`${lines.join("\n")}\n`);
  const send = async () => {
    if (prompt.kind === "password") {
      const value = await keyboard.secret(text, { signal });
      const reply = await client.request(session, { type: "secret", terminalId, value }, { signal });
      return reply.outcome === "refused" ? reply.error : null;
    }
    const line = await keyboard.question(text, { signal });
    return client.type(session, terminalId, Buffer.from(`${line}\r`), { signal });
  };
  const error = await send();
  // It was answered elsewhere, or has given up meanwhile: what comes next is in the log.
  if (error !== null) context.out(`${context.paint("yellow", printable(error.message))}\n`);
}

/** The same for every question of a session until aborted. The keyboard is taken for a question only. */
export async function answerPrompts(
  context: CliContext,
  client: Client,
  session: string,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const view = client.view(session);
  while (!signal.aborted) {
    const state = await view.until((now) => terminalPrompts(now).length > 0, { signal }).catch(() => null);
    const prompt = state === null ? undefined : terminalPrompts(state)[0];
    if (prompt === undefined) return;
    using keyboard = openKeyboard(context);
    const over = new AbortController();
    const isOver = (now: typeof view.state) => terminalPrompts(now).every(({ seq }) => seq !== prompt.seq);
    const stop = view.onEvent((_, now) => isOver(now) && over.abort());
    try {
      await answerPrompt(context, client, session, prompt, keyboard, {
        signal: AbortSignal.any([signal, over.signal]),
      });
      await view.until(isOver, { signal });
    } catch (error) {
      if (!signal.aborted && !over.signal.aborted) throw error;
    } finally {
      stop();
    }
  }
}
