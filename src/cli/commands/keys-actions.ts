import { toJsonLine, UserError } from "../../base/index.ts";
import { openProviderKeys } from "../../compose/index.ts";
import { checkedProvider, type KeyState } from "../../config/index.ts";
import type { CliContext } from "../context.ts";
import { openKeyboard } from "../keyboard.ts";
import { printable } from "../printable.ts";
import { sayWhatDaemonUses } from "../say-what-daemon-uses.ts";
import { untilInterrupted } from "../until-interrupted.ts";

export async function list(context: CliContext, options: { json?: boolean }): Promise<void> {
  const states = await openProviderKeys(await context.config()).list();
  if (options.json) return states.forEach((state) => void context.out(toJsonLine(state)));
  const width = Math.max(...states.map(({ provider }) => provider.length));
  for (const state of states) {
    const origin = state.origin === null ? context.paint("dim", "no key") : printable(state.origin);
    const hidden = state.isStored && !state.origin?.startsWith("stored key") ? "; a stored key is not used" : "";
    context.out(`${state.provider.padEnd(width)}  ${origin}${hidden}\n`);
  }
}

export async function add(context: CliContext, name: string): Promise<void> {
  // Before anything is asked for: nobody types a key for nothing.
  const provider = checkedProvider(name);
  const keys = openProviderKeys(await context.config());
  const { label, keyPage } = await keys.get(provider);
  await untilInterrupted(context, async (signal) => {
    const key = await readKey(context, { label, keyPage }, signal);
    const { state, check } = await keys.add(provider, key, { signal });
    const answer =
      check.outcome === "accepted"
        ? `${label} accepted the key, and Cotty keeps it.`
        : `Cotty keeps the key. It was not checked: ${check.reason}`;
    context.out(`${printable(answer)}\n`);
    sayWhatIsUsed(context, state);
    sayWhatDaemonUses(context);
  });
}

export async function remove(context: CliContext, name: string): Promise<void> {
  const { state, wasStored } = await openProviderKeys(await context.config()).remove(name);
  if (!wasStored)
    throw new UserError("key.unknown", `Cotty keeps no key for ${state.label}.`, "See which there are: cotty keys");
  context.out(`Removed the key for ${state.label}.\n`);
  if (state.origin !== null) context.out(`${printable(`Still in use: ${state.origin}.`)}\n`);
  sayWhatDaemonUses(context);
}

function sayWhatIsUsed(context: CliContext, { origin, label }: KeyState): void {
  if (origin === null || origin.startsWith("stored key")) return;
  context.out(`${printable(`For now ${label} gets another key: ${origin}. The stored one is used without it.`)}\n`);
}

async function readKey(
  context: CliContext,
  { label, keyPage }: Pick<KeyState, "label" | "keyPage">,
  signal: AbortSignal,
): Promise<string> {
  if (process.stdin.isTTY !== true) return readLine();
  if (keyPage !== null) context.err(`Keys are made at ${keyPage}\n`);
  using keyboard = openKeyboard(context);
  return await keyboard.secret(`Key for ${label} (not shown): `, { signal });
}

/** More than any key is long. */
const mostCharacters = 10_000;

async function readLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += chunk;
    if (text.includes("\n") || text.length > mostCharacters) break;
  }
  return text.split("\n")[0] ?? "";
}
