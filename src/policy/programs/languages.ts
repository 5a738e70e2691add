import type { Program } from "./program.ts";

/** Compilers, interpreters and build tools: what they say about themselves. */
export const languagePrograms: readonly Program[] = [];
