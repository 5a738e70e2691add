import { readFile } from "node:fs/promises";
import { type as kernel, machine, release, userInfo } from "node:os";
import type { KnowledgeFile, TargetFacts } from "../../agents/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { knowledgeScript, parseKnowledge } from "./project-knowledge.ts";

export interface Survey {
  facts: TargetFacts;
  knowledge: KnowledgeFile[];
}

interface Place {
  target: string;
  cwd: string;
  /** The terminal the agent will work in; null when none is open and none is needed to know the place. */
  terminal: Terminal | null;
  deps: Pick<EngineDeps, "clock" | "clean" | "memory" | "terminalOptions">;
  signal: AbortSignal;
}

const surveyTimeoutMs = 10_000;

/** What is true of the place, from the place itself: another host is asked, never guessed from this machine. */
export async function surveyTarget(place: Place): Promise<Survey> {
  const { deps, target, cwd } = place;
  const { facts, files } = target === "local" ? { facts: await factsHere(place), files: [] } : await askThere(place);
  const known = [...files, ...(await deps.memory.known({ target, cwd }))];
  return { facts, knowledge: known.map((file) => ({ ...file, text: deps.clean(file.text) })) };
}

async function factsHere({ target, cwd, terminal, deps }: Place): Promise<TargetFacts> {
  const state = await terminal?.state();
  const shell = terminal?.shell ?? deps.terminalOptions(target).shell ?? "sh";
  return {
    target,
    os: listed([`${kernel()} ${release()} ${machine()}`, await distribution()]),
    shell: shell.slice(shell.lastIndexOf("/") + 1),
    user: terminal?.where.user ?? userName(),
    cwd: state?.cwd ?? cwd,
    now: localTime(new Date(deps.clock.now())),
  };
}

async function askThere(place: Place): Promise<{ facts: TargetFacts; files: KnowledgeFile[] }> {
  const { target, terminal, deps } = place;
  const state = await terminal?.state();
  const said = await runThere(place, state?.cwd ?? place.cwd);
  const [os = "", name = "", user = "", time = "", folder = ""] = said.facts.split("\n").map((line) => line.trim());
  return {
    facts: {
      target,
      os: listed([os || "not known", name]),
      shell: terminal?.shell ?? "not known",
      user: user || terminal?.where.user || "not known",
      cwd: state?.cwd ?? (folder || place.cwd),
      now: time || localTime(new Date(deps.clock.now())),
    },
    files: parseKnowledge(said.files, deps.memory.projectFiles),
  };
}

// Not the cwd of the side channel: a shell that has not told its folder yet leaves us with "~".
const factsScript = `case $1 in "~") cd ;; "~/"*) cd "$HOME/\${1#"~/"}" ;; ?*) cd "$1" ;; esac 2>/dev/null
uname -srm
{ [ -r /etc/os-release ] && (. /etc/os-release && printf '%s\\n' "$PRETTY_NAME"); } || { command -v sw_vers >/dev/null 2>&1 && echo "macOS $(sw_vers -productVersion)"; } || echo
id -un
date '+%Y-%m-%d %H:%M %Z (%A)'
pwd
`;

const mark = "=== files ===";

async function runThere({ terminal, deps, signal }: Place, cwd: string): Promise<{ facts: string; files: string }> {
  if (!terminal) return { facts: "", files: "" };
  const script = `${factsScript}echo '${mark}'\n${knowledgeScript(deps.memory.projectFiles)}`;
  // A switch or an appliance has no POSIX shell: then little is printed, and the prompt says what is not known.
  const { stdout } = await terminal.side(["sh", "-c", script, "cotty", cwd], { signal, timeoutMs: surveyTimeoutMs });
  const [facts = "", ...files] = new TextDecoder().decode(stdout).split(`${mark}\n`);
  return { facts, files: files.join(`${mark}\n`) };
}

function listed(parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

let distributionName: Promise<string> | null = null;

/** Does not change while the program runs. */
function distribution(): Promise<string> {
  distributionName ??= readFile("/etc/os-release", "utf8").then(
    (text) => /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1] ?? "",
    // macOS and others have no such file; the kernel's name is enough.
    () => "",
  );
  return distributionName;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that no account belongs to.
    return process.env["USER"] ?? "unknown";
  }
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Written by hand: the first use of Node's own formats takes 20 ms, which a person would wait for. */
function localTime(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const [stamp = ""] = new Date(date.getTime() + minutes * 60_000).toISOString().split(".");
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const zone = minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${stamp.replace("T", " ").slice(0, 16)} ${zone} (${weekdays[date.getDay()]})`;
}
