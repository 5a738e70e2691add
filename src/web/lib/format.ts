/** Numbers and times as people read them. Nothing here guesses: what is not known is said so by the caller. */

export function seconds(ms: number): string {
  const s = Math.max(0, ms) / 1000;
  if (s < 0.05) return `${Math.round(s * 1000)} ms`;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 120) return `${Math.round(s)} s`;
  return minutes(ms);
}

/** For what has been waiting or running: whole units only, so that it does not flicker. */
export function elapsed(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 120 ? `${s} s` : minutes(s * 1000);
}

function minutes(ms: number): string {
  const total = Math.round(ms / 1000);
  const min = Math.floor(total / 60);
  if (min >= 120) return `${Math.floor(min / 60)} h ${min % 60} min`;
  return `${min} min ${String(total % 60).padStart(2, "0")} s`;
}

/** 0:07, 12:30, 1:02:03 */
export function clock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const rest = `${Math.floor((total % 3600) / 60)}:${two(total % 60)}`;
  return hours > 0 ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = count;
  let unit = "B";
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function money(cost: number): string {
  return `$${cost.toFixed(cost < 0.1 ? 3 : 2)}`;
}

export function age(at: number, now: number): string {
  const s = Math.max(0, Math.floor((now - at) / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return timeOfDay(at);
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
