import { delay } from "../base/index.ts";
import type { Client } from "../client/index.ts";
import type { SessionRunner } from "../compose/index.ts";
import type { CliContext } from "./context.ts";
import { type Keyboard, takeKey } from "./keyboard.ts";
import { inOneLine, printable } from "./printable.ts";
import type { SessionPrinter } from "./session-printer.ts";
import { createTerminalFilter, type TerminalFilter } from "./terminal-filter.ts";

/**
 * Lets the person at `cotty run` type into the session's terminal: Ctrl+] takes the keyboard and gives it back. What the
 * terminal shows is printed as it comes meanwhile, and what the agent does waits until then.
 */
export async function letTakeKeyboard(
  context: CliContext,
  client: Client,
  runner: SessionRunner,
  { keyboard, printer, signal }: { keyboard: Keyboard; printer: Pick<SessionPrinter, "hold">; signal: AbortSignal },
): Promise<void> {
  let isMine = false;
  const telling = tellWhatAsks(context, runner, { isSilent: () => isMine, signal });
  while (!signal.aborted) {
    if (!(await keyboard.isTaken({ signal }))) break;
    const terminalId = runner.state.terminals.findLast(({ open }) => open)?.id;
    const terminal = terminalId === undefined ? null : await runner.terminal(terminalId);
    if (terminal === null || terminalId === undefined) {
      context.out(`${context.paint("dim", "There is no terminal yet to type into.")}\n`);
      continue;
    }
    isMine = true;
    using _held = printer.hold();
    await typeInto(context, client, runner.id, { terminal, terminalId, keyboard, signal });
    isMine = false;
  }
  await telling;
}

const lookEveryMs = 500;

/** A question stands on a line that has not ended, so it is not among the lines that were printed. */
async function tellWhatAsks(
  context: CliContext,
  runner: SessionRunner,
  { isSilent, signal }: { isSilent(): boolean; signal: AbortSignal },
): Promise<void> {
  let told = "";
  while (!signal.aborted) {
    await delay(lookEveryMs, { signal }).catch(() => undefined);
    const terminalId = runner.state.current && runner.state.terminals.findLast(({ open }) => open)?.id;
    const terminal = terminalId ? await runner.terminal(terminalId).catch(() => null) : null;
    const { foreground, offset } = (await terminal?.state().catch(() => null)) ?? {};
    const question = foreground?.waiting === "line-input" ? `${offset} ${foreground.prompt}` : "";
    if (question !== "" && question !== told && !isSilent() && !signal.aborted) {
      const asks = foreground?.prompt ? `asks: ${inOneLine(foreground.prompt)}` : "waits for input.";
      context.out(`  ${context.paint("yellow", `The program ${asks}`)}  ${takeKey} lets you type to it.\n`);
    }
    told = question;
  }
}

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

interface Taken {
  terminal: Terminal;
  terminalId: string;
  keyboard: Keyboard;
  signal: AbortSignal;
}

async function typeInto(
  context: CliContext,
  client: Client,
  session: string,
  { terminal, terminalId, keyboard, signal }: Taken,
): Promise<void> {
  const refusal = await request(context, client, session, { type: "take-keyboard", terminalId });
  if (refusal) return;
  const { offset, foreground } = await terminal.state();
  context.out(`${context.paint("yellow", `[keyboard] It is yours. ${takeKey} gives it back to the agent.`)}\n`);
  // What it asks was printed before, or stands on a line that has not ended.
  if (foreground?.prompt) context.out(`${inOneLine(foreground.prompt)} `);
  const given = new AbortController();
  const filter = createTerminalFilter();
  const showing = show(context, terminal, { from: offset, filter, signal: AbortSignal.any([signal, given.signal]) });
  try {
    await keyboard.pass((bytes) => client.type(session, terminalId, bytes, { signal }), { signal });
  } finally {
    given.abort();
    await showing;
    // What the program left behind (a scroll region, a hidden cursor) would hide a part of the next question.
    context.out(filter.restore());
    // Where the run has ended, its terminals have too.
    if (!signal.aborted) await request(context, client, session, { type: "give-keyboard", terminalId });
    context.out(`${context.paint("yellow", "[keyboard] The agent has it again.")}\n`);
  }
}

async function request(
  context: CliContext,
  client: Client,
  session: string,
  wanted: { type: "take-keyboard" | "give-keyboard"; terminalId: string },
): Promise<boolean> {
  const reply = await client.request(session, wanted, { signal: AbortSignal.timeout(10_000) });
  if (reply.outcome === "refused")
    context.say(`${context.paint("yellow", printable(reply.error.message))} ${printable(reply.error.nextStep)}\n`);
  return reply.outcome === "refused";
}

/** Colours and movements pass, as in a replay; what could change this terminal does not. */
async function show(
  context: CliContext,
  terminal: Terminal,
  { from, filter, signal }: { from: number; filter: TerminalFilter; signal: AbortSignal },
): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const { bytes } of terminal.output(from, { signal }))
      context.out(filter.push(decoder.decode(bytes, { stream: true })));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
