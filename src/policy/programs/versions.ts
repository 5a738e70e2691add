import { gitPrograms } from "./git.ts";
import type { Program } from "./program.ts";

/** git and its relatives, and the sites that host repositories. */
export const versionControlPrograms: readonly Program[] = [...gitPrograms];
