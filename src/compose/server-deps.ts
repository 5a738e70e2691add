import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { UserError } from "../base/index.ts";
import type { SessionRunner } from "../engine/index.ts";
import type { Reply } from "../protocol/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { createProgramOrigins } from "../terminal/index.ts";
import { createCatalog } from "./catalog.ts";
import { createModelAsker } from "./model-asker.ts";
import type { DaemonOptions } from "./open-daemon.ts";
import { createProjectSessions } from "./project-sessions.ts";
import { removeSessionFiles } from "./session-files.ts";
import { createTerminalAccess } from "./terminal-access.ts";
import type { World } from "./world.ts";

const attended = { isAttended: () => true };

/** The real things behind the server. */
export function createServerDeps(world: World, options: DaemonOptions): ServerDeps {
  const { store, engine } = world;
  const { stateDir, version, log } = options;
  const { redact } = world.secrets;

  /** This process's runner of a session; a session that nobody works on is taken. Null when another process does. */
  async function runnerOf(session: string): Promise<SessionRunner | null> {
    try {
      return await engine.take(session, attended);
    } catch (error) {
      if (error instanceof UserError && error.code === "session.owned") return null;
      throw error;
    }
  }

  return {
    version,
    programs: createProgramOrigins(),
    defaultCwd: options.cwd,
    redact: (text, session) => (session === undefined ? redact(text) : world.secrets.seenIn(session).redact(text)),
    report: ({ code, message }) => log(`${code}: ${redact(message)}`),
    catalog: createCatalog(world, options),
    projectSessions: createProjectSessions(stateDir),
    ask: createModelAsker(options),
    terminals: createTerminalAccess({
      stateDir,
      terminals: world.terminals,
      runnerOf,
      createFilter: (session) => world.secrets.seenIn(session).createRecordingFilter(),
    }),
    sessions: {
      list: (wanted) => store.list(wanted),
      get: (id) => store.getSession(id),
      read: (id, wanted) => store.read(id, wanted),
      subscribe: (id, wanted) => store.subscribe(id, wanted),
      search: (query, wanted) => store.search(query, wanted),
      async open(wanted) {
        world.checkSettings(wanted.settings);
        if (wanted.target === "local") checkFolder(wanted.cwd);
        return (await engine.open({ ...wanted, ...attended })).id;
      },
      async request(id, request, sender, wanted): Promise<Reply> {
        // A name that nothing has is refused here: a turn that can only fail is no use to anybody.
        if (request.type === "settings") world.checkSettings(request.settings);
        if (request.type === "prompt") world.checkSettings(request);
        await runnerOf(id);
        return engine.request(id, request, sender, wanted);
      },
      verify: (id) => store.verify(id),
      async delete(id, { by }) {
        const runner = (await store.getSession(id)) === null ? null : await runnerOf(id);
        if (runner?.state.current) {
          throw new UserError("session.busy", `Session ${id} is at work.`, "Stop it first, then delete it.");
        }
        await runner?.request({ type: "close" }, { by: "engine", from: "delete" });
        await engine.release(id);
        await store.deleteSession(id, { by });
        removeSessionFiles({ stateDir, session: id });
      },
    },
  };
}

function checkFolder(cwd: string): void {
  const isFolder = isAbsolute(cwd) && statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder) return;
  throw new UserError(
    "session.no-such-folder",
    `A session cannot begin in ${cwd}: there is no such folder on this machine.`,
    "Write the whole path of a folder that exists.",
  );
}
