import type { Program } from "./program.ts";

/** Package managers. */
export const packagePrograms: readonly Program[] = [];
