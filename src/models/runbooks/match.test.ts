import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadBundled } from "./load.ts";
import { createMatcher } from "./match.ts";

const Requests = z.strictObject({
  matched: z.record(z.string(), z.array(z.string())),
  unmatched: z.strictObject({ requests: z.array(z.string()) }),
});
const fixture = readFileSync(join(import.meta.dirname, "fixtures/requests.toml"), "utf8");
const { matched: requestsByRunbook, unmatched } = Requests.parse(parse(fixture));

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

  it("is tried with at least 30 requests that are no runbook's", () => {
    expect(unmatched.requests.length).toBeGreaterThanOrEqual(30);
  });

  it("runs nothing for what no runbook is about", () => {
    const matched = unmatched.requests.map((request) => [request, nameFor(request)]);
    expect(matched.filter(([, outcome]) => outcome !== "unmatched" && outcome !== "wants-change")).toEqual([]);
  });
});
