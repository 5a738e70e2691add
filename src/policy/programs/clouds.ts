import type { Program } from "./program.ts";

/** Clients of clouds and of services. */
export const cloudPrograms: readonly Program[] = [];
