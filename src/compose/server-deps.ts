import { offeredTools } from "../engine/index.ts";
import { createSessionAccess, openProjectSessions, type ServerDeps } from "../server/index.ts";
import { createProgramOrigins } from "../terminal/index.ts";
import { createCatalog } from "./catalog.ts";
import { openModelAsker } from "./default-model.ts";
import { openDaemonKeys } from "./keys.ts";
import type { DaemonOptions } from "./open-daemon.ts";
import type { Runtime } from "./runtime.ts";
import { removeSessionFiles } from "./session-files.ts";
import { openTerminalAccess } from "./terminal-access.ts";

/** The real things behind the server. */
export function createServerDeps(runtime: Runtime, options: DaemonOptions): ServerDeps {
  const { store, engine, secrets, checkSettings } = runtime;
  const { stateDir, version, log, cwd } = options;
  return {
    version,
    programs: createProgramOrigins(),
    defaultCwd: cwd,
    redact: (text, session) => (session === undefined ? secrets : secrets.seenIn(session)).redact(text),
    report: ({ code, message }) => log(`${code}: ${secrets.redact(message)}`),
    catalog: createCatalog(runtime, options),
    keys: openDaemonKeys(runtime, options.loaded),
    projectSessions: openProjectSessions(stateDir),
    tools: offeredTools(),
    ask: openModelAsker(options.loaded.config, { cwd, store }),
    askedUsage: () => store.looseUsage(),
    terminals: openTerminalAccess(runtime, options),
    sessions: createSessionAccess({
      engine,
      store,
      checkSettings,
      removeFiles: (session) => void removeSessionFiles({ stateDir, session }),
    }),
  };
}
