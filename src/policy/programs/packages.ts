import { languagePackagePrograms } from "./packages-languages.ts";
import { systemPackagePrograms } from "./packages-system.ts";
import type { Program } from "./program.ts";

/** Package managers. What they keep of their own (a log, an index, a lock) is not counted as a change. */
export const packagePrograms: readonly Program[] = [...systemPackagePrograms, ...languagePackagePrograms];
