import type { Program } from "./program.ts";

/** Listing files and what is known about them. */
export const filePrograms: readonly Program[] = [];
