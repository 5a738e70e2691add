import { appendFile, mkdir, realpath, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { configDirectory, type Environment } from "./directories.ts";
import { findProjectFile } from "./find-project-file.ts";
import { readSettingsFile } from "./read-settings-file.ts";

/**
 * The files of rules on this machine: the machine's own, the person's, those of projects, and the list of projects that
 * the person trusts. `personFolder` is the folder that a person works in while the session is on another machine; null
 * in the daemon, where it says nothing about the work of its sessions.
 */
export function openRuleFiles(options: { stateDir: string; personFolder: string | null; env: Environment }) {
  return {
    adminFile: "/etc/cotty/policy.toml",
    userFile: join(configDirectory(options.env), "policy.toml"),
    trustFile: join(options.stateDir, "trusted-rules"),
    personFolder: options.personFolder,
    ...ruleFileAccess,
  };
}

/** What is done with such files, wherever they are. */
export const ruleFileAccess = {
  read: readSettingsFile,
  inProjectOf: projectFiles,
  async append(file: string, text: string): Promise<void> {
    await makeFolderOf(file);
    await appendFile(file, text, { mode: 0o600 });
  },
  async replace(file: string, text: string): Promise<void> {
    await makeFolderOf(file);
    await writeFile(file, text, { mode: 0o600 });
  },
};

/** A project's file of rules, by the name that led to it, and the project's real folder. */
export interface ProjectRuleFile {
  file: string;
  project: { name: string; folder: string };
}

/** The nearest file of rules by the name of a folder, and by where it really is: both tighten, each allows in its own project. */
async function projectFiles(folder: string): Promise<ProjectRuleFile[]> {
  const cwd = folder.replace(/^~(?=\/|$)/, homedir());
  // From any other name the search would begin where this process was started, which says nothing about a session.
  if (!isAbsolute(cwd)) return [];
  const real = await realpath(cwd).catch(() => cwd);
  const found = await Promise.all([real, cwd].map((each) => findProjectFile(each, homedir(), "policy.toml")));
  const files = found.filter((file) => file !== null);
  const all = await Promise.all(files.map(async (file) => ({ file, project: await projectOf(file) })));
  const [first, second] = all;
  if (second === undefined || first === undefined) return all;
  // Another name for the same project: the shell calls it so.
  return first.project.folder === second.project.folder ? [second] : [first, second];
}

async function projectOf(file: string): Promise<ProjectRuleFile["project"]> {
  const name = dirname(dirname(file));
  return { name, folder: await realpath(name) };
}

const makeFolderOf = (file: string) => mkdir(dirname(file), { recursive: true, mode: 0o700 });
