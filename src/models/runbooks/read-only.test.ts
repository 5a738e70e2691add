import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { loadBundled } from "./load.ts";

const usual = {
  path: "/var/log",
  wanted: "8080",
  host: "example.com",
  port: "443",
  unit: "nginx",
  program: "git",
  file: "a.pem",
};
const hostile = { ...usual, path: "/srv/a'; rm -rf ~ #`id`$(id)", file: "/srv/$(id).pem" };

/** Talk to another machine, run scripts of the machine, or are tools of macOS that policy does not vouch for. */
const mayAsk = [
  /^launchctl list \w/,
  /^service --status-all$/,
  /^brew outdated /,
  /^dscacheutil /,
  /^openssl s_client /,
  /^nslookup /,
  /^ping /,
  /^curl /,
  /^log show /,
  /^pmset -g /,
];

function commandsWith(values: Record<string, string>): string[] {
  const known = new Map(Object.entries(values));
  return loadBundled()
    .runbooks.flatMap(({ runbook }) => runbook.steps.flatMap((step) => step.tries))
    .map((one) => one.command.fill(known) ?? `not filled: ${one.command.source}`);
}

describe.each(["bash", "sh", "zsh"] as const)("what runbooks would run in %s", (shell) => {
  it.each([
    ["usual", usual],
    ["hostile", hostile],
  ])("only reads, with %s parameters", (_, values) => {
    const held = commandsWith(values)
      .map((command) => ({ command, verdict: assess(command, { target: "local", shell }).verdict }))
      .filter(
        ({ command, verdict }) =>
          verdict !== "allow" && !(verdict === "ask" && mayAsk.some((one) => one.test(command))),
      );
    expect(held).toEqual([]);
  });
});
