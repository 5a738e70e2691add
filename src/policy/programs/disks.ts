import type { Program } from "./program.ts";

/** Disks, file systems and hardware. */
export const diskPrograms: readonly Program[] = [];
