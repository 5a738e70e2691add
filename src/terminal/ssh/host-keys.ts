import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** `SHA256:…` as ssh prints it, of a public key in base64. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** `ssh-ed25519 SHA256:…` of a line of a known_hosts file, or null when there is no key on it. */
export function describeKnownHostsLine(line: string): string | null {
  const fields = line.trim().split(/\s+/);
  const [, type, key] = fields[0]?.startsWith("@") ? fields.slice(1) : fields;
  return type === undefined || key === undefined ? null : `${type} ${fingerprintOf(key)}`;
}

/** The key that ssh calls offending: `place` is `FILE:LINE`. */
export function readKnownKey(place: string): string | null {
  const colon = place.lastIndexOf(":");
  try {
    const lines = readFileSync(place.slice(0, colon), "utf8").split("\n");
    return describeKnownHostsLine(lines[Number(place.slice(colon + 1)) - 1] ?? "");
  } catch {
    return null; // The message names the place anyway.
  }
}

/** The key the host offered, from the client's log. The last one: a client may connect more than once. */
export function offeredKey(log: string): string | null {
  const found = [...log.matchAll(/Server host key: (\S+) (SHA256:[\w+/]+)/g)].at(-1);
  if (found !== undefined) return `${found[1]} ${found[2]}`;
  const shown = /^(SHA256:[\w+/]+)\.?\s*$/m.exec(log);
  return shown?.[1] ?? null;
}
