import type { Program } from "./program.ts";

/** Processes, users, services, logs and settings of a machine. */
export const systemPrograms: readonly Program[] = [];
