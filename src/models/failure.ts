/** What went wrong with a request, in terms that decide what to do about it. */
export interface Failure {
  kind:
    | "rate-limited"
    | "no-quota"
    | "overloaded"
    | "wrong-key"
    | "unknown-model"
    | "too-long"
    | "no-tools"
    | "no-thinking"
    | "unreachable"
    | "cut"
    | "malformed-call"
    | "refused";
  status: number | null;
  /** What the provider said, in one line. */
  detail: string;
  /** How long the provider asked to wait. */
  retryAfterMs: number | null;
}

/** Reads any error of a provider package, of fetch, or of a stream. Works by shape: packages bring their own classes. */
export function readFailure(error: unknown): Failure {
  const status = statusOf(error);
  const detail = detailOf(error);
  return { kind: kindOf(error, status, detail), status, detail, retryAfterMs: retryAfterOf(error) };
}

function kindOf(error: unknown, status: number | null, detail: string): Failure["kind"] {
  if (status === null) return kindWithoutStatus(error, detail);
  if (status === 401 || status === 403) return "wrong-key";
  if (status === 402 || (status === 429 && says.noQuota.test(`${detail} ${bodyOf(error)}`))) return "no-quota";
  if (status === 429) return "rate-limited";
  if (status === 413) return "too-long";
  for (const [kind, pattern] of patterns) if (pattern.test(detail)) return kind;
  if (status === 404) return "unknown-model";
  return status === 408 || status === 409 || status === 425 || status >= 500 ? "overloaded" : "refused";
}

function kindWithoutStatus(error: unknown, detail: string): Failure["kind"] {
  const code = networkCode(error);
  if (code !== null && unreachableCodes.has(code)) return "unreachable";
  if (chain(error).some((link) => field(link, "name") === "TimeoutError")) return "unreachable";
  if (/overloaded|unavailable|try again/i.test(detail)) return "overloaded";
  if (/rate.?limit|resource.?exhausted/i.test(detail)) return "rate-limited";
  if (/authenticat|credentials|api key/i.test(detail)) return "wrong-key";
  return isConnectionFailure(error) ? "unreachable" : "cut";
}

/** The words of providers. A status says less: the same 400 stands for a wrong key and for a prompt that is too long. */
const says = {
  noQuota: /insufficient_quota|billing|credit balance|out of credits/i,
  wrongKey: /api[ _-]?key not (valid|found)|invalid (x-)?api[ _-]?key/i,
  tooLong: /context (length|window)|too (long|many tokens)|maximum context|token count .*exceed/i,
  noTools:
    /(not support|unsupported|no support|not enabled).{0,40}(tool|function)|(tool|function).{0,40}(not support|not enabled|unsupported)|tools? (param|choice) requires|no endpoints found that support tool/i,
  noThinking:
    /(not support|unsupported|unrecognized).{0,60}(think|reasoning)|(think|reasoning).{0,40}(not support|unsupported)/i,
  unknownModel: /model.{0,60}(not found|not exist)|model_not_found|unknown model/i,
};

const patterns: [Failure["kind"], RegExp][] = [
  ["no-quota", says.noQuota],
  ["wrong-key", says.wrongKey],
  ["too-long", says.tooLong],
  ["no-tools", says.noTools],
  ["no-thinking", says.noThinking],
  ["unknown-model", says.unknownModel],
];

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function isConnectionFailure(error: unknown): boolean {
  return chain(error).some((link) => /cannot connect to api|fetch failed|redirect/i.test(messageOf(link)));
}

/** The error and what caused it, outermost first; the depth is limited because causes may be circular. */
function chain(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = error; link !== null && link !== undefined && links.length < 8; link = field(link, "cause"))
    links.push(link);
  return links;
}

function networkCode(error: unknown): string | null {
  for (const link of chain(error)) {
    const code = field(link, "code");
    if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
  }
  return null;
}

function statusOf(error: unknown): number | null {
  for (const link of chain(error)) {
    for (const name of ["statusCode", "status", "code"]) {
      const value = field(link, name);
      if (typeof value === "number" && value >= 400 && value < 600) return value;
    }
  }
  return null;
}

function detailOf(error: unknown): string {
  const own = messageOf(error);
  const deepest =
    chain(error)
      .map(messageOf)
      .findLast((text) => text !== "") ?? "";
  const body = bodyMessage(bodyOf(error));
  const text =
    body ?? (own === "" || /^(fetch failed|terminated|cannot connect to api)/i.test(own) ? deepest || own : own);
  return oneLine(text === "" ? "no reason given" : text);
}

/** Error bodies are mostly `{"error": {"message"}}`, `{"error": "text"}` or a list of those; some are a page of HTML. */
function bodyMessage(body: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON: plain text is worth showing, a page is not.
    return body.trim() !== "" && !body.trimStart().startsWith("<") ? body : null;
  }
  const first = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = field(first, "error") ?? first;
  const message = typeof error === "string" ? error : (field(error, "message") ?? field(error, "detail"));
  return typeof message === "string" && message !== "" ? message : null;
}

function retryAfterOf(error: unknown): number | null {
  const headers = chain(error)
    .map((link) => field(link, "responseHeaders"))
    .find((found) => typeof found === "object");
  const inMs = Number(field(headers, "retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const after = field(headers, "retry-after");
  if (typeof after === "string" && after.trim() !== "") {
    const seconds = Number(after);
    if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
    const at = Date.parse(after);
    if (!Number.isNaN(at)) return Math.max(0, at - Date.now());
  }
  // Gemini says it in the body.
  const inBody = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(bodyOf(error));
  return inBody === null ? null : Number(inBody[1]) * 1000;
}

function bodyOf(error: unknown): string {
  const body = chain(error)
    .map((link) => field(link, "responseBody"))
    .find((found) => typeof found === "string");
  return typeof body === "string" ? body : "";
}

function messageOf(value: unknown): string {
  if (typeof value === "string") return value;
  const message = field(value, "message");
  return typeof message === "string" ? message : "";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}
