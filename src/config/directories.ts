import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../base/index.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user's own files are: `~/.config/cotty`, moved by XDG_CONFIG_HOME. */
export function configDirectory(env: Environment, home: string = homedir()): string {
  return join(xdgDirectory(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "cotty");
}

/** Where sessions, logs and sockets are kept: `~/.local/state/cotty`, moved by COTTY_STATE_DIR or XDG_STATE_HOME. */
export function stateDirectory(env: Environment, home: string = homedir()): string {
  const own = env["COTTY_STATE_DIR"];
  if (own === undefined || own === "") {
    return join(xdgDirectory(env["XDG_STATE_HOME"]) ?? join(home, ".local", "state"), "cotty");
  }
  // Relative, it would be another place in every folder, and sessions would seem to be gone.
  if (!isAbsolute(own)) {
    throw new UserError(
      "config.state-dir",
      `COTTY_STATE_DIR is "${own}", which is not an absolute path.`,
      `Write it in full, for example COTTY_STATE_DIR=${join(home, "cotty-state")}.`,
    );
  }
  return own;
}

/** The XDG specification: a path that is not absolute is ignored. */
function xdgDirectory(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

/** A folder as it is named and as it really is. */
export function everyName(folder: string): string[] {
  const named = resolve(folder);
  return existsSync(named) ? [...new Set([named, realpathSync(named)])] : [named];
}
