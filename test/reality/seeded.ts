/** Numbers that are the same for the same seed, so that a run can be repeated (mulberry32). */
export interface Seeded {
  /** A whole number below `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: <T>(list: readonly T[]) => list[below(list.length)] as T };
}
