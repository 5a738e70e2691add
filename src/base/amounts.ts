/** Times and sizes as people read them, on every surface alike. */

/** How long something took: `7 ms`, `0.1 s`, `12 s`, `3 min 41 s`. */
export function formatDuration(ms: number): string {
  const s = Math.max(0, ms) / 1000;
  if (s < 0.05) return `${Math.round(s * 1000)} ms`;
  if (s < 10) return `${s.toFixed(1)} s`;
  // A time-out of a minute is one of 60 s.
  if (Math.round(s) <= 60) return `${Math.round(s)} s`;
  return minutes(ms);
}

/** For what has been waiting or running: whole units only, so that it does not flicker. */
export function formatElapsed(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 60 ? `${s} s` : minutes(s * 1000);
}

/** How long ago something was, in one unit: `41 s`, `12 min`, `3 h`, `2 d`. */
export function formatAge(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  const hours = Math.floor(s / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** In thousands: `999 B`, `1.1 KB`, `347 GB`. */
export function formatBytes(count: number): string {
  if (count < 1000) return `${count} B`;
  let value = count;
  let unit = "B";
  for (const next of ["KB", "MB", "GB", "TB"]) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

function minutes(ms: number): string {
  const total = Math.round(ms / 1000);
  const min = Math.floor(total / 60);
  if (min >= 120) return `${Math.floor(min / 60)} h ${min % 60} min`;
  return `${min} min ${String(total % 60).padStart(2, "0")} s`;
}
