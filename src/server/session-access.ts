import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { UserError } from "../base/index.ts";
import type { Engine, Sender, SessionRunner } from "../engine/index.ts";
import { runningTurns } from "../session/index.ts";
import type { SessionAccess } from "./deps.ts";

/** Sessions as they are stored, and the engine that runs those of this process. Handed in by compose. */
export interface SessionWorld {
  engine: Pick<Engine, "open" | "take" | "request" | "type" | "release" | "stateOf">;
  store: Pick<SessionAccess, "list" | "read" | "subscribe" | "search" | "verify"> & {
    getSession: SessionAccess["get"];
    deleteSession(id: string, options: { by: Sender["by"] }): Promise<void>;
  };
  /** Throws what is wrong with a model's or an agent's name. */
  checkSettings(settings: { model?: string | undefined; agent?: string | undefined }): void;
  /** Removes what a session has outside the store. */
  removeFiles(session: string): void;
}

const attended = { isAttended: () => true };

/** This process's runner of a session; a session that nobody works on is taken. Null when another process does. */
export async function takeRunner(engine: Pick<Engine, "take">, session: string): Promise<SessionRunner | null> {
  try {
    return await engine.take(session, attended);
  } catch (error) {
    if (error instanceof UserError && error.code === "session.owned") return null;
    throw error;
  }
}

/** Sessions for whoever is connected: those that nobody works on are taken when something is asked of them. */
export function createSessionAccess({ engine, store, checkSettings, removeFiles }: SessionWorld): SessionAccess {
  return {
    list: (wanted) => store.list(wanted),
    get: (id) => store.getSession(id),
    read: (id, wanted) => store.read(id, wanted),
    subscribe: (id, wanted) => store.subscribe(id, wanted),
    heldState: (id) => engine.stateOf(id),
    search: (query, wanted) => store.search(query, wanted),
    async open(wanted) {
      checkSettings(wanted.settings);
      checkSettings(wanted.prompt?.request ?? {});
      if (wanted.target === "local") checkFolder(wanted.cwd);
      return (await engine.open({ ...wanted, ...attended })).id;
    },
    async request(id, request, sender, wanted) {
      // A name that nothing has is refused here: a turn that can only fail is no use to anybody.
      if (request.type === "settings") checkSettings(request.settings);
      if (request.type === "prompt") checkSettings(request);
      await takeRunner(engine, id);
      return engine.request(id, request, sender, wanted);
    },
    async type(id, terminalId, bytes, sender) {
      await takeRunner(engine, id);
      return engine.type(id, terminalId, bytes, sender);
    },
    verify: (id) => store.verify(id),
    async delete(id, { by }) {
      const runner = (await store.getSession(id)) === null ? null : await takeRunner(engine, id);
      if (runner && runningTurns(runner.state).length > 0) {
        throw new UserError("session.busy", `Session ${id} is at work.`, "Stop it first, then delete it.");
      }
      await runner?.request({ type: "close" }, { by: "engine", from: "delete" });
      await engine.release(id);
      await store.deleteSession(id, { by });
      removeFiles(id);
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
