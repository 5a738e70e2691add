import { printable as withoutControls } from "../../base/index.ts";

const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${formatNumber(value)} ${byteUnits[unit]}`;
}

/** Three digits are enough to decide by: 7.4, 52, 1200. */
export function formatNumber(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** The two largest units, so that it reads like a person would say it. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const units: [number, string, string][] = [
    [86_400, "day", "days"],
    [3600, "hour", "hours"],
    [60, "minute", "minutes"],
    [1, "second", "seconds"],
  ];
  const parts: string[] = [];
  let rest = total;
  for (const [size, one, many] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${count === 1 ? one : many}`);
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? "0 seconds" : parts.join(" ");
}

/** A day in UTC, as 2026-11-15. */
export function formatDate(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000);
  return Number.isNaN(date.getTime()) ? "an unreadable date" : date.toISOString().slice(0, 10);
}

/**
 * Output is written by others: control characters and the ones that turn text around are shown as ·, and a very long
 * word is cut, so that a file name cannot forge a line of the summary.
 */
export function printable(text: string): string {
  const clean = withoutControls(text.replaceAll("\t", " "), () => "·");
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean;
}
