type Redact = (text: string, session?: string) => string;

/** How every session is called (`createId`), in whatever field it stands. */
const sessionId = /^s_[0-9a-z]{16}$/;

/**
 * The same value with every text in it redacted, however deep. Names of fields stay as they are. Whatever names a session
 * in any of its fields is redacted with what was hidden in that one, and so is all that is in it: a summary calls it `id`,
 * an event `session`. Naming one more session can only hide more.
 */
export function redactStrings<T>(value: T, redact: Redact, session?: string): T {
  return redactAll(value, redact, new Set(session === undefined ? [] : [session])) as T;
}

function redactAll(value: unknown, redact: Redact, sessions: ReadonlySet<string>): unknown {
  if (typeof value === "string") return redactText(value, redact, sessions);
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact, sessions));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value);
  const named = fields.flatMap(([key, item]) =>
    typeof item === "string" && (key === "session" || sessionId.test(item)) ? [item] : [],
  );
  const own = named.every((each) => sessions.has(each)) ? sessions : new Set([...sessions, ...named]);
  return Object.fromEntries(fields.map(([key, item]) => [key, redactAll(item, redact, own)]));
}

function redactText(text: string, redact: Redact, sessions: ReadonlySet<string>): string {
  if (sessions.size === 0) return redact(text);
  let shown = text;
  for (const session of sessions) shown = redact(shown, session);
  return shown;
}
