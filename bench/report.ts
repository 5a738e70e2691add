/** One line of a report: what was measured, ours, what it is compared with, and the bound it is held to. */
export function report(name: string, ours: string, against: string, bound: string): void {
  process.stdout.write(`${name.padEnd(44)} ${ours.padEnd(22)} ${against.padEnd(34)} ${bound}\n`);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}
