import * as z from "zod";

/** What policy says of an action, from harmless to refused. The order is meaning: the worst one wins. */
export const verdicts = ["allow", "ask", "danger", "deny"] as const;
export const Verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof Verdict>;

export const Risk = z.enum(["read", "write", "destructive", "network", "exfil", "escalate", "lockout", "opaque"]);
export type Risk = z.infer<typeof Risk>;

/** One reason for a verdict, in words a person can act on. */
export const Finding = z.looseObject({
  risk: Risk,
  level: z.enum(["ask", "danger", "deny"]),
  ruleId: z.string(),
  /** Where in the command, as UTF-16 offsets [from, to). */
  span: z.tuple([z.int(), z.int()]),
  argv: z.array(z.string()),
  /** The wrappers around it, outermost first: ["ssh web1", "sudo", "bash -c"]. */
  via: z.array(z.string()),
  target: z
    .looseObject({
      kind: z.enum(["path", "host", "db", "unit", "object", "variable"]),
      value: z.string(),
      dynamic: z.boolean(),
    })
    .optional(),
  /** What it does and why it matters. */
  say: z.string(),
  /** What to do instead. */
  safer: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** What a person reads where a default pattern matches: a mark beside the verdict, which it does not change. */
export function patternMark(pattern: string): string {
  return `Matches the default dangerous pattern ${pattern}`;
}

/** How a step was held: through our own tools, by asking us first, or by neither. */
export const Hold = z.enum(["enforced", "asked", "unsupervised"]);
export type Hold = z.infer<typeof Hold>;

/** A host on which no mode answers for the person, and whether the step was proved to only read. */
export const ProtectedHost = z.looseObject({ name: z.string(), isRead: z.boolean() });
export type ProtectedHost = z.infer<typeof ProtectedHost>;

export const modes = ["review", "default", "acceptEdits", "plan", "bypassPermissions"] as const;
/** What happens to each verdict; the table is in session/SPEC.md. */
export const Mode = z.enum(modes);
export type Mode = z.infer<typeof Mode>;
