import { describeError, UserError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";

export type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 429 | 500 | 501 | 502;

/** A refusal with its HTTP status. */
export class HttpError extends UserError {
  readonly status: Status;
  readonly retryAfterS: number | null;

  constructor(status: Status, code: string, message: string, nextStep: string, retryAfterS: number | null = null) {
    super(code, message, nextStep);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** What cannot be meant: a name or a place that nothing has. */
const mistake = /^usage\.|^model\.(no-name|unknown-provider)$|\.(no-such-folder|bad-destination)$/;

/** What is not there is 404, what does not fit the state of things is 409; a defect of ours is 500. */
export function statusOf(error: unknown): Status {
  if (error instanceof HttpError) return error.status;
  if (!(error instanceof UserError)) return 500;
  if (/\.(unknown|gone|missing)$/.test(error.code)) return 404;
  if (mistake.test(error.code)) return 400;
  return error.code.startsWith("model.") || error.code.startsWith("provider.") ? 502 : 409;
}

export function errorResponse(error: unknown): Response {
  const retryAfterS = error instanceof HttpError ? error.retryAfterS : null;
  return Response.json(
    { error: describeError(error) satisfies ReportedError },
    {
      status: statusOf(error),
      headers: retryAfterS === null ? {} : { "retry-after": String(retryAfterS) },
    },
  );
}

export function noSuchSession(id: string): HttpError {
  return new HttpError(404, "session.unknown", `There is no session ${id}.`, "List them: GET /api/v1/sessions");
}

export function notFound(what: string, nextStep: string): HttpError {
  return new HttpError(404, "request.unknown", `There is no ${what}.`, nextStep);
}
