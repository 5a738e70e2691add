import type { Program } from "./program.ts";

/** Searching text and names, and looking things up in manuals. */
export const searchPrograms: readonly Program[] = [];
