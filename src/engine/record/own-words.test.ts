import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { done, folder, use, useFolders } from "../../../test/support/file-session.ts";
import { createSecrets } from "../../compose/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

useFolders();

/** A session that knows what `printed` holds, up to its first question. */
async function begin(calls: object[], printed: string, prompt = "go") {
  const terminals = createFakeTerminals();
  terminals.cwd = join(folder, "project");
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
  });
  const secrets = createSecrets([]);
  const filtersOf = ({ clean, redact, redactTyped, createFilter }: ReturnType<typeof secrets.of>) => ({
    clean,
    redact,
    redactTyped,
    createRedactor: createFilter,
  });
  const secretsOf = (session: string) => filtersOf(secrets.of(session));
  const world = createTestEngine({
    script: [...calls, done],
    terminals,
    deps: { judge, ...filtersOf(secrets), secretsOf },
  });
  const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode: "default" });
  secrets.of(runner.id).clean(printed);
  await runner.request({ type: "prompt", text: prompt }, mira);
  return { ...world, runner, secrets };
}

const card = async (command: string, printed: string) => {
  const { runner, store } = await begin([use("run_command", { command })], printed);
  const { verdict, findings, phrase, effect, basis, confirmHost } = await stepIn(runner, store, "review");
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
  return { verdict, findings, phrase, effect, basis, confirmHost };
};

/** Prints of which the session learns each text, also where it would not learn one that is nothing but a sentence. */
const teaching = (texts: readonly string[]) =>
  texts.map((text, at) => `a${at}_password: "${text}"\nb${at}_password: "${text} k9Zq"\n`).join("");

it("[PO124] the card that a person decides by says the same, whatever the session was made to learn", async () => {
  mkdirSync(join(folder, "project/build"));
  writeFileSync(join(folder, "project/build/a.o"), "x");
  const plain = await card("rm -rf build", "");
  expect(plain.effect?.summary).toMatch(/^It deletes 1 file and 1 folder/);
  const sentences = plain.findings.flatMap(({ say, safer = "", ruleId }) => [say, safer, ruleId]);
  const own = [...sentences, plain.effect?.summary ?? "", plain.phrase ?? "", plain.effect?.fingerprint ?? ""];
  expect(await card("rm -rf build", teaching(own))).toEqual(plain);
});

it("[PO124] a name on the target that the card quotes is hidden where the session knows it", async () => {
  symlinkSync("/srv/hunter22xyz", join(folder, "project/link"));
  const { effect } = await card("rm -rf link", "DB_PASSWORD=hunter22xyz\n");
  expect(effect?.summary).toContain("1 symbolic link (link → /srv/‹secret:password#1›)");
});

it("[PO124] what policy says when it refuses is in its own words", async () => {
  const refused = async (printed: string) => {
    const { runner, store } = await begin([use("run_command", { command: "echo ‹secret:password#9›" })], printed);
    await runner.idle();
    return (await eventsOf(store, runner.id)).flatMap((event) =>
      event.type === "step.rejected" ? [event.reason] : [],
    );
  };
  const [plain = ""] = await refused("");
  expect(plain).toContain("the stand-in of a secret");
  expect(await refused(teaching([plain, "hidden from the agent; the x9"]))).toEqual([plain]);
});

it("[PO125] nothing that the session learned is taken out of a person's words, keys that are known as such are", async () => {
  const said = "clean up, but do not touch prod-db-01; password=Zx7Qm2Kp99";
  const { runner, store } = await begin([], teaching(["prod-db-01", "but do not touch prod-db-01"]), said);
  await runner.idle();
  const prompts = (await eventsOf(store, runner.id)).flatMap((event) =>
    event.type === "prompt.received" ? [event.text] : [],
  );
  expect(prompts).toEqual(["clean up, but do not touch prod-db-01; password=‹secret:password#5›"]);
});
