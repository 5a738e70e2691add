import type { Turn } from "./state.ts";

/** What a turn came to, in numbers. */
export interface Receipt {
  /** The steps a person saw coming; what checks the result is listed by itself. */
  readonly steps: number;
  /** Of all steps, checks included. */
  readonly approvedByPeople: number;
  readonly rejectedByPeople: number;
}

export function receiptOf({ steps }: Pick<Turn, "steps">): Receipt {
  const all = [...steps.values()];
  const people = all.map(({ status }) => status).filter((status) => "by" in status && status.by.startsWith("person:"));
  const rejected = people.filter(({ name }) => name === "rejected").length;
  return {
    steps: all.filter(({ kind }) => kind !== "check").length,
    approvedByPeople: people.length - rejected,
    rejectedByPeople: rejected,
  };
}
