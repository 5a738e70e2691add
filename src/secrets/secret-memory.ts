import { formsOf } from "./exact-values.ts";
import type { Found } from "./found.ts";

/**
 * A value that was hidden, as it is kept: not the value, but a keyed digest of it. `bucket` is a number of 20 bits made
 * of its first letters, by which most text is known not to hold it without computing a digest.
 */
export interface Fingerprint {
  bucket: number;
  length: number;
  digest: string;
  /** What stands for it: the same everywhere, also after a restart. */
  tag: string;
}

/** Which values were hidden before. It finds them again wherever they stand, also encoded, and never holds them. */
export interface SecretMemory {
  /** Grows with each value that is new. */
  readonly size: number;
  /**
   * `known`: the product knows that this is a secret, whatever it looks like. `found`: it was recognised by what stands
   * beside it, so an ordinary word is not kept. `part`: a line of a key or of base64, kept as it is and in no other form.
   * False where there is no room for it.
   */
  remember(value: string, tag: string, why: "known" | "found" | "part"): boolean;
  /** Fingerprints that another process made meanwhile. */
  add(fingerprints: readonly Fingerprint[]): void;
  tagOf(value: string): string | null;
  mayContain(text: string): boolean;
  find(text: string): Found[];
}

export interface SecretMemoryOptions {
  /** Without the key behind it nobody can say which value a digest belongs to. */
  digest(text: string): string;
  /** Makes the buckets those of one key. */
  seed: number;
  /** Told of what is new, to be kept. */
  onNew?(fingerprints: readonly Fingerprint[]): void;
}

const prefixLength = 4;
const bucketBits = 20;
/**
 * More that were only found are not kept: a session that prints a thousand secrets prints no passwords, it prints data.
 * What the product knows to be a secret is counted apart, so that no file can fill its place.
 */
const most = { found: 2000, part: 4000, known: 50_000 };
/** Longer values are found as they are: nobody prints a key in hex and in base64 again. */
const longestEncoded = 256;

/** The bucket that the first letters of a value fall into, and so those at each place of a text. */
function createBuckets(seed: number): (text: string, at: number) => number {
  const multipliers = [1, 2, 3, 4].map((at) => Math.imul(seed ^ (at * 0x9e3779b1), 0x85ebca6b) | 1);
  const [m0 = 1, m1 = 1, m2 = 1, m3 = 1] = multipliers;
  return (text, at) => {
    const mixed =
      Math.imul(text.charCodeAt(at), m0) ^
      Math.imul(text.charCodeAt(at + 1), m1) ^
      Math.imul(text.charCodeAt(at + 2), m2) ^
      Math.imul(text.charCodeAt(at + 3), m3);
    return (mixed ^ (mixed >>> 15)) >>> (32 - bucketBits);
  };
}

export function createSecretMemory({ digest, seed, onNew }: SecretMemoryOptions): SecretMemory {
  const bucketAt = createBuckets(seed);
  const isUsed = new Uint8Array(1 << bucketBits);
  const byBucket = new Map<number, Fingerprint[]>();
  const byDigest = new Map<string, Fingerprint>();
  const kept = { found: 0, part: 0, known: 0 };

  function add(fingerprints: readonly Fingerprint[]): void {
    for (const each of fingerprints) {
      if (byDigest.has(each.digest)) continue;
      byDigest.set(each.digest, each);
      const others = byBucket.get(each.bucket) ?? [];
      // The longest first: a value may begin like another one.
      byBucket.set(
        each.bucket,
        [...others, each].sort((a, b) => b.length - a.length),
      );
      isUsed[each.bucket] = 1;
    }
  }

  function remember(value: string, tag: string, why: "known" | "found" | "part"): boolean {
    const bare = why === "found" ? bareValue(value) : value;
    if ((why === "found" && !isDistinctive(bare)) || byDigest.has(digest(bare))) return true;
    if (kept[why] >= most[why]) return false;
    kept[why]++;
    const forms = why !== "part" && bare.length <= longestEncoded ? formsOf(bare) : [bare];
    const made = forms
      .filter((form) => form.length >= prefixLength)
      .map((form) => ({ bucket: bucketAt(form, 0), length: form.length, digest: digest(form), tag }))
      .filter((each) => !byDigest.has(each.digest));
    add(made);
    onNew?.(made);
    return true;
  }

  function* candidates(text: string): Generator<{ at: number; fingerprint: Fingerprint }> {
    if (byDigest.size === 0) return;
    for (let at = 0; at + prefixLength <= text.length; at++) {
      const bucket = bucketAt(text, at);
      if (isUsed[bucket] !== 1) continue;
      for (const fingerprint of byBucket.get(bucket) ?? []) {
        if (at + fingerprint.length <= text.length) yield { at, fingerprint };
      }
    }
  }

  return {
    get size() {
      return byDigest.size;
    },
    remember,
    add,
    tagOf: (value) => (byDigest.size === 0 ? null : (byDigest.get(digest(value))?.tag ?? null)),
    mayContain(text) {
      if (byDigest.size === 0) return false;
      for (let at = 0; at + prefixLength <= text.length; at++) if (isUsed[bucketAt(text, at)] === 1) return true;
      return false;
    },
    find(text) {
      const found: Found[] = [];
      let seen = "";
      let seenDigest = "";
      for (const { at, fingerprint } of candidates(text)) {
        const last = found.at(-1);
        if (last !== undefined && at + fingerprint.length <= last.to) continue;
        const value = text.slice(at, at + fingerprint.length);
        if (value !== seen) {
          seen = value;
          seenDigest = digest(value);
        }
        if (seenDigest === fingerprint.digest)
          found.push({ from: at, to: at + value.length, kind: kindOf(fingerprint.tag), value });
      }
      return found;
    },
  };
}

const kindOf = (tag: string): string => /^‹secret:([\w-]+)#/u.exec(tag)?.[1] ?? "value";

/** Without the quotes and brackets around it, which belong to the text and not to the value. */
export const bareValue = (value: string): string => value.replace(/^["'(<[{]+/, "").replace(/["')>\]},.;:]+$/, "");

const shortestRemembered = 8;

/**
 * Whether a value means this secret wherever it stands. A word, a path, a number, a name in a program and an address
 * stand in ordinary text as well; hiding them everywhere would make it unreadable.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < shortestRemembered) return false;
  // Several words may be a sentence of somebody else, and whoever prints it beside the word "password" chooses it.
  if (/\s/.test(value)) return false;
  if (!/[\p{L}]/u.test(value)) return /[^\d.,:;/_+\s-]/.test(value);
  if (/^(?:~|\.{0,2})\/|^[A-Za-z]:\\/.test(value) || /^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(value))
    return looksRandom(value);
  if (/^[a-z][a-z0-9+.-]*:\/\/[^\s@]*$|^[a-z.-]+:\d+$/i.test(value)) return false;
  // Words, joined as names are: `changeit`, `my-service`, `DatabasePassword`.
  if (/^[\p{L}]+(?:[-_.:][\p{L}]+)*$/u.test(value)) return looksRandom(value);
  // Versions and times: v1.2.3-rc1, 2024-01-01T12:00:00Z
  if (/^v?\d+(?:[.:T_-]\d+)+(?:Z|[-+.](?:rc|alpha|beta)?\d*)?$/i.test(value)) return false;
  return true;
}

/** Capitals, small letters and digits change at a third of the places; in words and names they do not. */
export function looksRandom(value: string): boolean {
  const kinds = [...value.replaceAll(/[^A-Za-z0-9]/g, "")].map((letter) =>
    /[a-z]/.test(letter) ? "a" : /[A-Z]/.test(letter) ? "A" : "0",
  );
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
  return kinds.length >= shortestRemembered && changes / kinds.length >= 0.34;
}
