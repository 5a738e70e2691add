/** How often something may be done: at most `limit` times in any `windowMs`, counted for each key apart. */
export interface RateLimit {
  /** Null when it may be done (and was counted), else the seconds until it may. */
  take(key: string): number | null;
}

/** More keys than this are not kept apart: an attacker who makes up keys must not fill the memory. */
const maxKeys = 10_000;

export function createRateLimit(options: { limit: number; windowMs: number; now?: () => number }): RateLimit {
  const { limit, windowMs } = options;
  const now = options.now ?? (() => performance.now());
  const taken = new Map<string, number[]>();

  function forgetOld(at: number) {
    for (const [key, times] of taken) if ((times.at(-1) ?? 0) <= at - windowMs) taken.delete(key);
    if (taken.size >= maxKeys) taken.clear();
  }

  return {
    take(key) {
      const at = now();
      if (taken.size >= maxKeys) forgetOld(at);
      const recent = (taken.get(key) ?? []).filter((time) => time > at - windowMs);
      taken.set(key, recent);
      const [oldest] = recent;
      if (recent.length >= limit && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + windowMs - at) / 1000));
      recent.push(at);
      return null;
    },
  };
}
