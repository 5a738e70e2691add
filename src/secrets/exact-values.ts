/** The forms in which a known value may be printed: as it is, in base64, base32 and z85 at each alignment, URL-encoded, in hex. */
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
    for (const letters of [letters32, letters32hex]) {
      const text = base32([...new Array<number>(shift).fill(0), ...bytes], letters);
      const middle = text.slice(Math.ceil((shift * 8) / 5), Math.floor(((shift + bytes.length) * 8) / 5));
      if (middle.length >= 8) forms.add(middle);
    }
  }
  for (const start of [0, 1, 2, 3]) {
    const text = z85(bytes.slice(start));
    if (text.length >= 10) forms.add(text);
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
const letters32hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

function base32(bytes: readonly number[], letters: string): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters.charAt(Number.parseInt(five.padEnd(5, "0"), 2))).join("");
}

const letters85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/** Four bytes are five letters; what is left over mixes with what follows. */
function z85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const value = bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    for (let power = 4; power >= 0; power--) text += letters85.charAt(Math.floor(value / 85 ** power) % 85);
  }
  return text;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** One expression for all forms, longest first. A line end in a value may be printed as CR LF. */
export function exactPattern(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null;
  const sorted = forms.toSorted((a, b) => b.length - a.length);
  return new RegExp(sorted.map((form) => escaped(form).replaceAll("\n", "\\r?\\n")).join("|"), "g");
}
