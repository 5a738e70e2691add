const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short sortable id: `prefix_` + 8 characters of time + 8 random ones. Ids made later sort later (to the second). */
export function createId(prefix: string, now: number = Date.now()): string {
  let time = "";
  let rest = Math.floor(now / 10);
  for (let i = 0; i < 8; i++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${randomText(8)}`;
}

/** Random characters with 5 bits each from the platform's cryptographic source. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join("");
}
