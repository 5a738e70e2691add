import { describe, expect, it } from "vitest";
import { readCorpus } from "../../test/support/policy-corpus.ts";
import { Finding } from "../protocol/index.ts";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const rows = readCorpus();
const nowhere: PolicyContext = { target: "local", shell: "bash" };
const inProject: PolicyContext = {
  target: "ssh:web-1",
  shell: "bash",
  cwd: "/home/dev/app",
  home: "/home/dev",
  project: "/home/dev/app",
};

// Tens of thousands of verdicts: seconds on a free machine, and many more on one that others keep busy.
describe("the corpus", { timeout: 180_000 }, () => {
  it("has enough of every verdict to mean something", () => {
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    expect([count("danger") > 600, count("ask") > 200, count("allow") > 220]).toEqual([true, true, true]);
  });

  it.each([
    ["where nothing is known about the place", nowhere],
    ["inside a project in a home directory", inProject],
  ])("gets the verdict it must get, %s", (_where, context) => {
    const wrong = rows.flatMap(({ verdict, command }) => {
      const judged = assess(command, context);
      return judged.verdict === verdict
        ? []
        : [`${command}: ${judged.verdict} instead of ${verdict} (${judged.reason})`];
    });
    expect(wrong).toEqual([]);
  });

  it("says of every gap that it knows what is wanted instead", () => {
    const gaps = rows.filter(({ wanted }) => wanted !== undefined);
    expect(gaps.filter(({ verdict, wanted }) => verdict === wanted)).toEqual([]);
    expect(gaps.length).toBeGreaterThan(0);
  });

  it("[PO7] explains every verdict above allow in words, with a place inside the command", () => {
    const bad = rows.filter(({ command }) => {
      const { findings, verdict, phrase } = assess(command, nowhere);
      if (verdict === "allow") return findings.length > 0;
      if ((verdict === "danger") !== (phrase !== null)) return true;
      return !findings.every(
        (finding) =>
          Finding.safeParse(finding).success &&
          finding.say.length > 5 &&
          finding.span[0] <= finding.span[1] &&
          finding.span[1] <= command.length,
      );
    });
    expect(bad).toEqual([]);
  });

  it("[PO5] does not get better by anything written before or after a danger", () => {
    const dangers = rows.filter(({ verdict, command }) => verdict === "danger" && !/[\n\\#(`{!]|<<|^\^/.test(command));
    const wrong = dangers.filter(({ command }) =>
      [`true; ${command}`, `ls && ${command}`, `( ${command} )`, `{ ${command}; }`, `if ls; then ${command}; fi`].some(
        (text) => assess(text, nowhere).verdict !== "danger",
      ),
    );
    expect(wrong.map(({ command }) => command)).toEqual([]);
  });

  it("[PO5] never allows what is only asked about when it is wrapped", () => {
    // Where a line leaves its shell is nothing to a shell of its own.
    const isLanding = (command: string) =>
      assess(command, nowhere).findings.every((each) => each.ruleId === "folder.dynamic");
    const asked = rows.filter(
      ({ verdict, command }) => verdict === "ask" && !/[\n\\'"#]|&$/.test(command) && !isLanding(command),
    );
    const wrong = asked.filter(({ command }) =>
      [`sh -c '${command}'`, `echo $(${command})`, `ls | { ${command}; }`].some(
        (text) => assess(text, nowhere).verdict === "allow",
      ),
    );
    expect(wrong.map(({ command }) => command)).toEqual([]);
  });
});
