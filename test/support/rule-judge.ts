import { createPolicyJudge } from "../../src/engine/index.ts";
import { parseRules } from "../../src/policy/index.ts";
import { parseKeys } from "../../src/terminal/index.ts";
import { createFakeTerminals } from "./fake-terminals.ts";

/** What is thought of a command in a folder, under one rule of the person's own file. */
export async function opinionUnderRule(
  text: string,
  { folder, rule, searchPath }: { folder: string; rule: string; searchPath?: string },
) {
  const terminals = createFakeTerminals();
  terminals.cwd = folder;
  if (searchPath !== undefined) terminals.searchPath = searchPath;
  const signal = new AbortController().signal;
  const terminal = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { rules } = parseRules(`[[rule]]\nid = "own"\nwhy = "Own."\n${rule}`, { scope: "user", file: "policy.toml" });
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => rules,
    parseKeys,
    hostPolicy: () => "default",
  });
  const where = { target: "local", cwd: folder, shell: "bash", agent: "cotty", session: "s" } as const;
  return await judge({ kind: "command", text, ...where, place: { project: folder } }, { signal, terminal });
}
