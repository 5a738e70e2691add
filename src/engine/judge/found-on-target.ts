import type { Finding } from "../../protocol/index.ts";
import type { Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";

/** Of the whole act, not of a part of its text. */
export const nowhere = { span: [0, 0] as [number, number], argv: [], via: [] };

export const namesUnknown: Finding = {
  ...nowhere,
  risk: "opaque",
  level: "ask",
  ruleId: "file.names-unknown",
  say: "Opens files whose names come out of a text, so which ones is only known when it runs.",
};

export const writesThroughLink = (real: string, redact?: Redact): Finding => ({
  ...nowhere,
  risk: "write",
  level: "ask",
  ruleId: "file.written-link",
  say: `It writes through a link, to ${quoted(real, redact)}.`,
});

export const linksUnknown: Finding = {
  ...nowhere,
  risk: "opaque",
  level: "danger",
  ruleId: "file.links-unknown",
  say: "The target did not say whether its files are links to others: there are too many, or it did not answer in time.",
  safer: "Name fewer files, or try again.",
};
