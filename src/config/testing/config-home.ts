import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type LoadOptions, loadConfig } from "../load-config.ts";

/** A home folder of its own for every test, with places for a user's file and a project's file. */
export interface ConfigHome {
  path: string;
  userFile: string;
  projectFile: string;
  load(options?: Partial<LoadOptions>): ReturnType<typeof loadConfig>;
}

export function useConfigHome(): ConfigHome {
  const home: ConfigHome = {
    path: "",
    userFile: "",
    projectFile: "",
    load: (options = {}) => loadConfig({ env: {}, cwd: join(home.path, "work"), home: home.path, ...options }),
  };
  beforeEach(async () => {
    home.path = await mkdtemp(join(tmpdir(), "cotty-config-"));
    home.userFile = join(home.path, ".config", "cotty", "config.toml");
    home.projectFile = join(home.path, "work", ".cotty", "config.toml");
    await mkdir(dirname(home.userFile), { recursive: true });
    await mkdir(dirname(home.projectFile), { recursive: true });
  });
  afterEach(() => rm(home.path, { recursive: true }));
  return home;
}
