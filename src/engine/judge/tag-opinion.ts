import type { Finding } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion } from "../contract/judge.ts";

/** The agent never saw the value, so it cannot have meant the tag: typed as it stands it would be wrong at best. */
export function tagOpinion(act: Act): Opinion {
  const finding: Finding = {
    span: [0, act.text.length],
    argv: [],
    via: [],
    risk: "opaque",
    level: "deny",
    ruleId: "secret.tag",
    say: "It contains the stand-in of a secret that was hidden from the agent; the value is not available to it.",
    safer: "Let the person run it, or use a variable or file on the target that holds the value.",
  };
  return { verdict: "deny", risks: ["opaque"], findings: [finding] };
}
