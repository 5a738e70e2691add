import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { createFakeTerminals } from "../../../../test/support/fake-terminals.ts";
import { actingNames } from "../acting-names.ts";

/** A home with a project in it, for each test anew. */
export const world = { folder: "", searchPath: "" };

export function useHome(): void {
  beforeEach(() => {
    world.searchPath = "/usr/bin:/bin";
    world.folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-acting-")));
    mkdirSync(join(world.folder, "home/project"), { recursive: true });
    vi.stubEnv("HOME", join(world.folder, "home"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(world.folder, { recursive: true, force: true });
  });
}

export const at = (path: string): string => join(world.folder, "home", path);

export function write(path: string, text = "text\n"): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

export function link(path: string, to: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  symlinkSync(to, at(path));
}

export const git = (...args: string[]) => execFileSync("git", args, { cwd: at("project"), stdio: "ignore" });

/** Why a file of the project acts by itself: its other names, `~` for the home, and what names it. */
export async function reasons(...paths: string[]): Promise<string[] | null> {
  const terminals = createFakeTerminals();
  terminals.searchPath = world.searchPath;
  const terminal = await terminals.open({} as never);
  const files = paths.map((path) => at(`project/${path}`));
  const place = { terminal, cwd: world.folder, signal: AbortSignal.timeout(20_000) };
  const found = await actingNames(files, at("project"), place);
  const shown =
    found?.map((each) => {
      if (each.by === "name") return each.name.replace(join(world.folder, "home"), "~");
      if (each.by === "program") return `runs as ${each.program}`;
      return each.by === "guess" ? `perhaps ${each.source}` : each.source;
    }) ?? null;
  return shown?.toSorted() ?? null;
}
