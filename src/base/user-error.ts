/**
 * Something a person can fix. `code` is stable and meant for programs, `message` says what happened and where,
 * `nextStep` says what to do about it. Surfaces print message and nextStep, never the stack.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly nextStep: string;

  constructor(code: string, message: string, nextStep: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.nextStep = nextStep;
  }
}

/** The shape every error takes on its way to a person: UserErrors as they are, anything else as a defect of ours. */
export function describeError(thrown: unknown): { code: string; message: string; nextStep: string } {
  const error = firstError(thrown);
  if (error instanceof UserError) return { code: error.code, message: error.message, nextStep: error.nextStep };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "internal",
    message: `Something went wrong inside Cotty: ${message}`,
    nextStep: "Run it again with COTTY_DEBUG=1 and report what it prints.",
  };
}

/**
 * What went wrong first. Where closing something fails as well, the language wraps the two, and its words about that would
 * hide the reason: a full disk fails a write, and then the goodbye.
 */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error;
}

export function isAbortError(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}
