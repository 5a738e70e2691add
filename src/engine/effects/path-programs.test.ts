import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../policy-judge.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-programs-")));
  mkdirSync(join(folder, "app", "sub"), { recursive: true });
  mkdirSync(join(folder, "other"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
}

/** The verdict about a command in the project, in a terminal with this PATH in front of the system's. */
async function judged(text: string, first: string, inside = "app") {
  const terminals = createFakeTerminals();
  terminals.cwd = join(folder, inside);
  terminals.searchPath = `${first.replace("@", `${folder}/`)}:/usr/bin:/bin`;
  const signal = new AbortController().signal;
  const terminal = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy: () => "default" });
  const place = { home: "/root", project: join(folder, "app") };
  const act = {
    kind: "command",
    text,
    target: "local",
    cwd: terminals.cwd,
    shell: "bash",
    agent: "cotty",
    session: "s",
    place,
  } as const;
  const { verdict, findings } = await judge(act, { signal, terminal });
  return [verdict, ...findings.map(({ ruleId }) => ruleId)];
}

describe("a look in a terminal whose PATH leads into the project", () => {
  it.each([
    ["./node_modules/.bin", "app/node_modules/.bin/tsc"],
    ["node_modules/.bin", "app/node_modules/.bin/tsc"],
    ["@app/bin", "app/bin/tsc"],
    ["", "app/tsc"],
    [".", "app/tsc"],
    ["@link", "app/bin/tsc"],
  ])("[PO156] is asked about where %s holds a program of that name: %s", async (first, file) => {
    symlinkSync(join(folder, "app", "bin"), join(folder, "link"));
    expect(await judged("tsc --version", first)).toEqual(["allow"]);
    program(file);
    expect(await judged("tsc --version", first)).toEqual(["ask", "path.project-program"]);
    expect(await judged("ls", first)).toEqual(["allow"]);
  });

  it("[PO156] is asked about where a program of the system is replaced, which the look may call", async () => {
    program("app/bin/sh");
    expect(await judged("ls", "./bin")).toEqual(["ask", "path.project-program"]);
    // From another folder a relative entry is another one.
    expect(await judged("ls", "./bin", "app/sub")).toEqual(["allow"]);
    expect(await judged("cd .. && ls", "./bin", "app/sub")).toEqual(["ask", "path.project-program"]);
    expect(await judged("cd -; ls", "./bin", "app/sub")).toEqual(["ask", "path.unknown"]);
  });

  it("[PO156] is free where the PATH leads elsewhere only, whatever the project holds", async () => {
    program("app/bin/tsc");
    program("other/tsc");
    expect(await judged("tsc --version", "@other")).toEqual(["allow"]);
  });
});
