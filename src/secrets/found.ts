/** A secret, and where in a text it stands. */
export interface Found {
  from: number;
  to: number;
  kind: string;
  value: string;
}

/** In order, without overlaps: where two secrets overlap, all of both goes, under the name of the earlier one. */
export function merge(found: readonly Found[]): Found[] {
  const sorted = found.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const merged: Found[] = [];
  for (const each of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && each.from < last.to) last.to = Math.max(last.to, each.to);
    else merged.push({ ...each });
  }
  return merged;
}
