import { createRedactor, type RedactorOptions } from "./redactor.ts";

/** Redacts a whole text at once. */
export function redact(text: string, options: RedactorOptions = {}): string {
  const redactor = createRedactor(options);
  return redactor.push(text) + redactor.end();
}
