/**
 * Can searching for this expression take exponentially long? True for a repetition of something that itself repeats or
 * has alternatives (`(a+)+$`), and for back-references. It says no to some harmless ones, and never needs to search.
 */
export function mayNeverEnd(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\[1-9k]|\\.|\[(?:\\.|[^\]\\])*\]/gs, (part) =>
    /^\\[1-9k]/.test(part) ? "\u0000" : "x",
  );
  if (plain.includes("\u0000")) return true;
  const groups = [{ varies: false }];
  for (let i = 0; i < plain.length; i++) {
    const group = groups.at(-1) ?? { varies: false };
    const char = plain[i];
    if (char === "(") groups.push({ varies: false });
    else if (char === "|" && groups.length > 1) group.varies = true;
    else if (char === ")") {
      groups.pop();
      const outer = groups.at(-1);
      if (group.varies && repeatsAt(plain, i + 1)) return true;
      if (outer) outer.varies ||= group.varies;
    }
    if (char !== "(" && repeatsAt(plain, i + 1)) (groups.at(-1) ?? group).varies = true;
  }
  return false;
}

/** A repetition without an end, or with a distant one. */
function repeatsAt(plain: string, at: number): boolean {
  const [, most] = /^\{\d+(?:,(\d*))?\}/.exec(plain.slice(at)) ?? [];
  return /^[*+]/.test(plain.slice(at)) || most === "" || Number(most ?? 0) > 10;
}
