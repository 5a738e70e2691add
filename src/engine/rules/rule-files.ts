import type { RuleProject } from "../../policy/index.ts";

/** The files in which people write rules, handed in by compose. Agents cannot write here. */
export interface RuleFiles {
  readonly adminFile: string;
  readonly userFile: string;
  /** Which projects a person has trusted. */
  readonly trustFile: string;
  /** The folder that a person works in at this machine while the session is on another; null in the daemon. */
  readonly personFolder: string | null;
  read(file: string): Promise<RuleText>;
  /** The files of rules of the project that a folder is in: by the folder's name, and by where it really is. */
  inProjectOf(folder: string): Promise<readonly ProjectRules[]>;
  append(file: string, text: string): Promise<void>;
  replace(file: string, text: string): Promise<void>;
}

export interface ProjectRules {
  file: string;
  project: RuleProject;
}

/** A file that is there and cannot be read is not one that is absent: what it says may tighten. */
export type RuleText =
  | { status: "absent" }
  | { status: "read"; text: string }
  | { status: "failed"; reason: string; nextStep: string };
