import { describe, expect, it } from "vitest";
import { loadBundled } from "./load.ts";
import { createMatcher } from "./match.ts";
import { requestsByRunbook, requestsWithoutRunbook } from "./testing/requests.ts";

const runbooks = loadBundled().runbooks.map(({ runbook }) => runbook);
const match = createMatcher(runbooks);
const nameFor = (request: string) => {
  const found = match(request);
  return found.outcome === "matched" ? found.candidate.runbook.name : found.outcome;
};

describe("matching", () => {
  it("is tried with at least 10 requests for every runbook there is", () => {
    const names = runbooks.map(({ name }) => name).sort();
    expect(Object.keys(requestsByRunbook).sort()).toEqual(names);
    expect(Object.entries(requestsByRunbook).filter(([, requests]) => requests.length < 10)).toEqual([]);
  });

  it.each(Object.entries(requestsByRunbook))("finds %s", (name, requests) => {
    const found = Object.fromEntries(requests.map((request) => [request, nameFor(request)]));
    expect(found).toEqual(Object.fromEntries(requests.map((request) => [request, name])));
  });

  it("finds every runbook by its own examples", () => {
    const found = runbooks.flatMap(({ name, examples }) =>
      examples.map((example) => [example, name, nameFor(example)]),
    );
    expect(found.filter(([, name, matched]) => name !== matched)).toEqual([]);
  });

  it("runs nothing for what no runbook is about", () => {
    const matched = requestsWithoutRunbook.map((request) => [request, nameFor(request)]);
    expect(matched.filter(([, outcome]) => outcome !== "unmatched" && outcome !== "wants-change")).toEqual([]);
  });
});
