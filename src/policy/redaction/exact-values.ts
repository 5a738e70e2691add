/** The forms in which a known value may be printed: as it is, in base64 and base32 at each alignment, URL-encoded, in hex. */
export function formsOf(value: string): string[] {
  const forms = new Set([value]);
  const encoded = encodeURIComponent(value);
  for (const form of [
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    JSON.stringify(value).slice(1, -1),
  ])
    forms.add(form);
  const bytes = new TextEncoder().encode(value);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  if (bytes.length >= 6)
    for (const form of [hex.join(""), hex.join("").toUpperCase(), hex.join(" "), hex.join(":")]) forms.add(form);
  for (const shift of [0, 1, 2, 3, 4]) {
    const text = base32([...new Array<number>(shift).fill(0), ...bytes]);
    const middle = text.slice(Math.ceil((shift * 8) / 5), Math.floor(((shift + bytes.length) * 8) / 5));
    if (middle.length >= 8) forms.add(middle);
  }
  for (const shift of [0, 1, 2]) {
    // Bytes before the value shift its base64; the letters that mix with neighbours at either end are left out.
    const text = base64([...new Array<number>(shift).fill(0), ...bytes]);
    const start = shift === 0 ? 0 : shift + 1;
    const whole = Math.floor(((shift + bytes.length) * 8) / 6);
    const middle = text.slice(start, whole);
    if (middle.length >= 6) {
      forms.add(middle);
      forms.add(middle.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  return [...forms];
}

function base64(bytes: number[]): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
}

const letters32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters32.charAt(Number.parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** One expression for all forms, longest first. A line end in a value may be printed as CR LF. */
export function exactPattern(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null;
  const sorted = forms.toSorted((a, b) => b.length - a.length);
  return new RegExp(sorted.map((form) => escaped(form).replaceAll("\n", "\\r?\\n")).join("|"), "g");
}
