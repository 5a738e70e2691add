/**
 * The same value with every text in it redacted, however deep. Names of fields stay as they are. What says of which
 * session it is, is redacted with what was hidden in that one.
 */
export function redactStrings<T>(value: T, redact: (text: string, session?: string) => string, session?: string): T {
  if (typeof value === "string") return redact(value, session) as T;
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redact, session)) as T;
  if (value === null || typeof value !== "object") return value;
  const named = (value as { session?: unknown }).session;
  const own = typeof named === "string" ? named : session;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactStrings(item, redact, own)])) as T;
}
