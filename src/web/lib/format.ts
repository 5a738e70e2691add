import { formatAge } from "../../base/index.ts";

/** Numbers and times as people read them. Nothing here guesses: what is not known is said so by the caller. */

/** 0:07, 12:30, 1:02:03 */
export function clock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const rest = `${Math.floor((total % 3600) / 60)}:${two(total % 60)}`;
  return hours > 0 ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

export function money(cost: number): string {
  return `$${cost.toFixed(cost < 0.1 ? 3 : 2)}`;
}

export function age(at: number, now: number): string {
  if (now - at < 3_600_000) return formatAge(now - at);
  if (now - at < 86_400_000) return timeOfDay(at);
  return new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" });
}

export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `ssh:web-1` is shown as web-1; `local` as this machine. */
export function targetName(target: string): string {
  return target === "local" ? "this machine" : target.replace(/^ssh:/, "");
}

/** `google/gemini-3-flash-preview` is shown as gemini-3-flash-preview. */
export function modelName(model: string): string {
  if (model === "offline/runbooks") return "offline runbooks";
  return model.includes("/") ? model.slice(model.indexOf("/") + 1) : model;
}

/** The prompt's word (S0.9): the seed's own for Gemini, the model's name once another is chosen. */
export function promptWord(agentMode: boolean, model: string): string {
  if (agentMode) return "agent:/>";
  const word = model.startsWith("google/") || model.startsWith("vertex/") ? "gemini" : modelName(model).split(":")[0];
  return `${(word ?? "chat").replaceAll(" ", "-")}:/>`;
}

/** Whose answer it was: "Mira approved this in the browser." */
export function answeredBy({ how, by, from }: { how: string; by: string; from: string }, person: string): string {
  const name = personName(by);
  return `${name === person || name === "you" ? "You" : name} ${how} this ${whereFrom(from)}.`;
}

/** What an answer came through, as people call it. */
export function whereFrom(from: string): string {
  if (from === "web") return "in the browser";
  if (from === "cli") return "on the command line";
  return from.startsWith("api ") ? `through the API, with the token ${from.slice("api ".length)}` : `through ${from}`;
}

export function personName(actor: string): string {
  return actor.startsWith("person:") ? actor.slice("person:".length) : actor;
}
