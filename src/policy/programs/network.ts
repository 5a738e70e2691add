import type { Program } from "./program.ts";

/** Interfaces, addresses, routes, sockets and filters of a machine. */
export const networkPrograms: readonly Program[] = [];
