import * as z from "zod";

/** Fields that several tools take. */
export const reasoning = z.string().default("").describe("Why this step, in one sentence, for the person who watches.");
export const path = z.string().min(1).max(4096);
export const seconds = z.number().positive().max(86_400);
