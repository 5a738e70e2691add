/** A count or an exit code as a shell prints it; anything else is not known. */
export function readNumber(field: string): number | null {
  return /^\d{1,15}$/.test(field) ? Number(field) : null;
}

/** `r:` a path as it is, `b:` one with control characters, as base64. Null: the shell did not know. */
export function readCwd(field: string): string | null {
  const value = field.slice(2);
  const path = field.startsWith("b:")
    ? Buffer.from(value, "base64").toString("utf8")
    : field.startsWith("r:")
      ? value
      : "";
  return path === "" ? null : path;
}

/** `r:` a PATH as it is, which may be empty. Null: it is longer than a mark, or has control characters in it. */
export function readSearchPath(field: string): string | null {
  return field.startsWith("r:") ? field.slice(2) : null;
}

/** Text in which a shell wrote percent signs and line ends as %25 and %0A. */
export function readText(field: string): string {
  return field.replaceAll("%0A", "\n").replaceAll("%25", "%");
}
