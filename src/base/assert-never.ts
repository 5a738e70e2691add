/** Ends a switch over a union. A case that is missing fails to compile; one that arrives anyway fails loudly. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
