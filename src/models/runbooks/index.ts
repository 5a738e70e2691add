import { dirname, resolve } from "node:path";
import { type Clock, systemClock } from "../../base/index.ts";
import type { Model } from "../model.ts";
import type { RunbookProblem } from "./load.ts";
import type { Os } from "./plan.ts";

export type { RunbookProblem } from "./load.ts";

export interface RunbookOptions {
  /** A folder with the person's own `*.toml`; it may be absent. */
  userRunbooksDir?: string;
  /** What the target runs, where that is certain; otherwise the target is asked. */
  platform?: Os;
  clock?: Clock;
}

/** What a surface shows of a runbook. */
export interface RunbookInfo {
  name: string;
  title: string;
  about: string;
  examples: string[];
  phrases: string[];
  /** The person's own file, or null for one that Cotty brings along. */
  file: string | null;
}

/** Three tasks for a first visit that every machine can answer, with what they look at. */
export const exampleTasks: readonly { task: string; about: string }[] = [
  { task: "What fills this disk?", about: "df, du, the largest folders and files" },
  { task: "Which programs listen on the network?", about: "ports, programs, and who can reach them" },
  { task: "Why is this machine slow?", about: "load, memory, the busiest processes" },
];

export const runbookModelId = "offline/runbooks";

/**
 * The model that needs no key and no network: it matches a request to a runbook, proposes its commands one by one and
 * sums up what they printed. The runbooks are read at the first request, so that creating it costs nothing.
 */
export function createRunbookModel(options: RunbookOptions = {}): Model {
  const answerer = memoize(async () => {
    const [{ createRunbookAnswerer }, loaded] = await Promise.all([import("./runbook-model.ts"), load(options)]);
    return createRunbookAnswerer(
      { runbooks: loaded.runbooks.map(({ runbook }) => runbook), problems: loaded.problems },
      { platform: options.platform ?? null, clock: options.clock ?? systemClock },
    );
  });
  return {
    id: runbookModelId,
    async *stream(request, { signal }) {
      signal.throwIfAborted();
      const events = (await answerer()).answer(request);
      for (const event of events) {
        signal.throwIfAborted();
        yield event;
      }
    },
  };
}

/** Every runbook there is, and the person's files that cannot be used, each with the field and the reason. */
export async function listRunbooks(
  options: RunbookOptions = {},
): Promise<{ runbooks: RunbookInfo[]; problems: RunbookProblem[] }> {
  const { runbooks, problems } = await load(options);
  return {
    runbooks: runbooks.map(({ runbook: { name, title, about, examples, phrases }, file }) => ({
      name,
      title,
      about,
      examples,
      phrases,
      file,
    })),
    problems,
  };
}

/** What is found of one file, before it is put where Cotty reads it. */
export async function checkRunbookFile(file: string, options: { userRunbooksDir: string }) {
  const { checkRunbookFile: check } = await import("./check-file.ts");
  return check(file, options);
}

/** Whether a file lies directly in a folder. */
export function isInFolder(file: string, folder: string): boolean {
  return dirname(resolve(file)) === resolve(folder);
}

async function load({ userRunbooksDir }: RunbookOptions) {
  const { loadBundled, loadFolder, mergeRunbooks } = await import("./load.ts");
  const own = userRunbooksDir === undefined ? { runbooks: [], problems: [] } : loadFolder(userRunbooksDir);
  return mergeRunbooks(loadBundled(), own);
}

function memoize<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | null = null;
  return () => {
    created ??= create();
    return created;
  };
}
