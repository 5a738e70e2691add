import type { Program } from "./program.ts";

/** Containers, clusters and virtual machines. */
export const containerPrograms: readonly Program[] = [];
