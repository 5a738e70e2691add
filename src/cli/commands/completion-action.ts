import type { Argument, Command } from "commander";
import { listAgents, openHosts, openStoreToRead } from "../../compose/index.ts";
import { configKeys, keyProviders } from "../../config/index.ts";
import { waitingForPerson } from "../../session/index.ts";
import { descend, isHidden, optionNamed, takesNextWord } from "../check-words.ts";
import { completionScript } from "../completion-script.ts";
import type { CliContext } from "../context.ts";
import { findSession } from "../find-session.ts";
import { oneLine } from "../printable.ts";
import { foldSession } from "../session-status.ts";

interface Candidate {
  word: string;
  about?: string;
}

export function printScript(context: CliContext, shell: "bash" | "zsh" | "fish"): void {
  context.out(completionScript(shell, context.named("cotty complete").replace(/ complete$/, "")));
}

/** Candidates for the last word, one a line with what they are behind a tab. Nothing that a shell could read as code. */
export async function complete(context: CliContext, program: Command, words: readonly string[]): Promise<void> {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  const found = await candidates(context, program, before, last).catch(() => []);
  for (const { word, about } of found) {
    if (!word.startsWith(last) || !/^[\w.@:%+,/=-]+$/.test(word)) continue;
    context.out(about === undefined ? `${word}\n` : `${word}\t${oneLine(about, 60)}\n`);
  }
}

async function candidates(
  context: CliContext,
  program: Command,
  before: readonly string[],
  last: string,
): Promise<Candidate[]> {
  const { command } = descend(program, before);
  const flag = before.at(-1) ?? "";
  if (takesNextWord(command, flag)) {
    const option = optionNamed(command, flag);
    if (option?.argChoices !== undefined) return option.argChoices.map((word) => ({ word }));
    return await valuesOf(context, /<(\w+)>/.exec(option?.flags ?? "")?.[1] ?? "", []);
  }
  if (last.startsWith("-"))
    return command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({ word: option.long ?? "", about: option.description }));
  const below = command.commands
    .filter((sub) => !isHidden(sub))
    .map((sub) => ({ word: sub.name(), about: sub.description() }));
  const given = wordsOf(program, before);
  const argument = command.registeredArguments[given.length] ?? command.registeredArguments.find((one) => one.variadic);
  return argument === undefined ? below : [...below, ...(await argumentValues(context, argument, given))];
}

/** The words that are neither a command, nor an option, nor its value. */
function wordsOf(program: Command, before: readonly string[]): string[] {
  let command = program;
  return before.filter((word, i) => {
    if (word.startsWith("-") || takesNextWord(command, before[i - 1] ?? "")) return false;
    const below = command.commands.find((sub) => sub.name() === word);
    if (below !== undefined) command = below;
    return below === undefined;
  });
}

async function argumentValues(context: CliContext, argument: Argument, given: readonly string[]): Promise<Candidate[]> {
  if (argument.argChoices !== undefined) return argument.argChoices.map((word) => ({ word }));
  return await valuesOf(context, argument.name(), given);
}

async function valuesOf(context: CliContext, name: string, given: readonly string[]): Promise<Candidate[]> {
  switch (name) {
    case "session":
      return [{ word: "last", about: "the newest one" }, ...(await sessions(context))];
    case "step":
      return await steps(context, given[0] ?? "last");
    case "host": {
      const { hosts } = openHosts(await context.config(), context.env).list();
      return hosts.map((host) => ({ word: host.name }));
    }
    case "provider":
      return keyProviders.map((word) => ({ word }));
    case "key":
      return configKeys.map(({ path, key }) => ({ word: path, about: key.description }));
    case "agent":
    case "name":
      return name === "agent"
        ? listAgents(await context.config()).map((agent) => ({ word: agent.name, about: agent.about }))
        : [];
    default:
      return [];
  }
}

const mostSessions = 100;

async function sessions(context: CliContext): Promise<Candidate[]> {
  await using store = await openStoreToRead(context.stateDir());
  const rows = await store.list({ limit: mostSessions });
  return rows.map(({ id, title }) => ({ word: id, about: title }));
}

async function steps(context: CliContext, session: string): Promise<Candidate[]> {
  await using store = await openStoreToRead(context.stateDir());
  const { id } = await findSession(store, session);
  return waitingForPerson(await foldSession(store, id)).steps.map((step) => ({ word: step.id, about: step.command }));
}
