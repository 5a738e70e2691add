/** No tool has arguments nested like this. What is nested deeper would end the program's stack wherever it is written down. */
const maxDepth = 32;

/** The arguments of a call as a model wrote them: an object, or why they are not one. */
export function readToolInput(text: string): { input: unknown; inputError?: string } {
  if (text.trim() === "") return { input: {} };
  const refuse = (reason: string) => ({ input: text, inputError: `${reason} They were: ${shorten(text)}` });
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Some models encode their arguments twice.
    if (typeof value === "string") value = JSON.parse(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`JSON parse error: ${reason}. The arguments must be a JSON object.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("JSON parse error: the arguments must be a JSON object.");
  }
  if (isDeeperThan(maxDepth, value)) {
    return refuse(`JSON parse error: the arguments are nested more than ${maxDepth} levels deep.`);
  }
  return { input: value };
}

/** Level by level, since walking down into hostile arguments is what must not happen. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
