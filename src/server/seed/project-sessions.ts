import type { ServerContext } from "../context.ts";
import { openSession } from "../routes/sessions.ts";

/** The session behind each place of a project: a page that comes back finds the one it left, also after a restart. */
export interface ProjectSessions {
  /** `place` is what is looked at: its terminal, or one agent. */
  of(project: string, place: string, by: string): Promise<string>;
}

export function createProjectSessions(context: ServerContext): ProjectSessions {
  const { sessions, projectSessions } = context.deps;
  const latest = new Map<string, Promise<string>>();

  async function findOrOpen(key: string, project: string, by: string): Promise<string> {
    const known = projectSessions.get(key);
    const row = known === null ? null : await sessions.get(known);
    if (row && !row.closed) return row.id;
    const opened = await openSession(context, { title: key, project }, { by: `person:${by}`, from: "api" });
    projectSessions.set(key, opened);
    return opened;
  }

  return {
    of(project, place, by) {
      const key = `${project} ${place}`;
      // One after the other: two pages that come at the same moment share one session.
      const next = (latest.get(key) ?? Promise.resolve("")).catch(() => "").then(() => findOrOpen(key, project, by));
      latest.set(key, next);
      return next;
    },
  };
}
