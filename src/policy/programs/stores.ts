import type { Program } from "./program.ts";

/** Databases, queues and backups. */
export const storePrograms: readonly Program[] = [];
