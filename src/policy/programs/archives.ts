import type { Program } from "./program.ts";

/** Packed and signed files, and what is inside programs. */
export const archivePrograms: readonly Program[] = [];
