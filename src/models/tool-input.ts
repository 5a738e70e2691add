/** The arguments of a call as a model wrote them: an object, or why they are not one. */
export function readToolInput(text: string): { input: unknown; inputError?: string } {
  if (text.trim() === "") return { input: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Some models encode their arguments twice.
    if (typeof value === "string") value = JSON.parse(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { input: text, inputError: `The arguments are not JSON: ${reason} They were: ${shorten(text)}` };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { input: value };
  return { input: text, inputError: `The arguments must be a JSON object. They were: ${shorten(text)}` };
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
