import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { randomText } from "../../base/index.ts";

export type Scope = "view" | "operate";

/** Who is at the other end, and what they may do. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly kind: "token" | "browser";
}

const Stored = z.object({
  id: z.string(),
  kind: z.enum(["token", "browser", "link"]),
  name: z.string(),
  scope: z.enum(["view", "operate"]),
  /** sha256 of the secret: whoever reads this file cannot log in with it. */
  hash: z.string(),
  createdAt: z.int(),
  expiresAt: z.int().nullable(),
  /** False in what older programs made, which get their receipts once. */
  hasReceipt: z.boolean().default(false),
});
type Stored = z.infer<typeof Stored>;
export type CredentialInfo = Omit<Stored, "hash" | "hasReceipt">;

/** The other half of each credential, kept where decisions are: a folder of files could be carried to another state. */
export interface Receipts {
  has(id: string): boolean;
  put(id: string, text: string): void;
  remove(id: string): void;
}

/**
 * Bearer tokens, browser logins and one-time links, one file each, so that the command line can make and revoke them
 * while a daemon runs: what is not a file any more is not valid any more, at once and without a lock.
 */
export interface Credentials {
  /** The text is shown once and never stored. */
  create(options: { kind: "token" | "browser"; name: string; scope: Scope; expiresAt?: number }): {
    id: string;
    text: string;
  };
  check(text: string): Identity | null;
  /** Whether a credential that was valid when it was checked still is. */
  isValid(id: string): boolean;
  list(): CredentialInfo[];
  /** By id, or by the name of a token. Answers with how many are gone. */
  revoke(idOrName: string): number;
  createLink(options: { name: string; scope: Scope }): string;
  /** The first use of a link takes it away; null for every other. */
  useLink(text: string): { name: string; scope: Scope } | null;
}

const linkMs = 10 * 60_000;
const pattern = /^cotty_([0-9a-z]{12})_([0-9A-Za-z_-]{43})$/;

/** In the receipts of a store that is older than they are: credentials of before have none yet. */
const beforeReceipts = "before-receipts";

/** Without receipts it can list and revoke, and no credential is valid. */
export function openCredentials(options: { directory: string; receipts?: Receipts; now?: () => number }): Credentials {
  const { receipts, now = Date.now } = options;
  const files = openCredentialFiles({ ...options, now });
  if (receipts?.has(beforeReceipts)) {
    for (const { id, hasReceipt } of files.all()) if (!hasReceipt) receipts.put(id, "");
    receipts.remove(beforeReceipts);
  }
  /** When those that were asked about end. */
  const expiries = new Map<string, number>();

  function find(text: string): Stored | null {
    const [, id = "", secret = ""] = pattern.exec(text) ?? [];
    const stored = id === "" ? null : files.read(id);
    // Compared in any case, and in constant time: how long the answer takes says nothing about how close a guess was.
    const isRight = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(stored?.hash ?? hashOf("no such secret")));
    const isKnown = receipts?.has(id) === true;
    return isRight && isKnown ? stored : null;
  }

  return {
    create: ({ kind, name, scope, expiresAt }) => files.make(kind, { name, scope, expiresAt: expiresAt ?? null }),
    check(text) {
      const stored = find(text);
      if (stored === null || stored.kind === "link") return null;
      const { id, name, scope, kind } = stored;
      return { id, name, scope, kind };
    },
    isValid(id) {
      // Asked for every key that is typed. What is in a credential's file never changes; whether it is there does.
      const expiresAt = files.has(id) ? (expiries.get(id) ?? files.read(id)?.expiresAt) : undefined;
      if (expiresAt === undefined) expiries.delete(id);
      else expiries.set(id, expiresAt ?? Number.POSITIVE_INFINITY);
      return expiresAt !== undefined && (expiresAt ?? Number.POSITIVE_INFINITY) > now();
    },
    list: files.list,
    revoke(idOrName) {
      const isMeant = ({ id, kind, name }: CredentialInfo) =>
        id === idOrName || (kind === "token" && name === idOrName);
      const found = files.list().filter(isMeant);
      for (const { id } of found) files.remove(id);
      return found.length;
    },
    createLink: ({ name, scope }) => files.make("link", { name, scope, expiresAt: now() + linkMs }).text,
    useLink(text) {
      const stored = find(text);
      if (stored?.kind !== "link" || !files.takeAway(stored.id)) return null;
      return { name: stored.name, scope: stored.scope };
    },
  };
}

/** One file for each credential. One that has ended is no file any more as soon as somebody reads it. */
function openCredentialFiles({
  directory,
  receipts,
  now,
}: {
  directory: string;
  receipts?: Receipts;
  now: () => number;
}) {
  const fileOf = (id: string) => join(directory, `${id}.json`);

  function read(id: string): Stored | null {
    const text = unlessMissing(() => readFileSync(fileOf(id), "utf8"));
    if (text === null) return null;
    const stored = Stored.parse(JSON.parse(text));
    if (stored.expiresAt === null || stored.expiresAt > now()) return stored;
    rmSync(fileOf(id), { force: true });
    return null;
  }

  const all = (): Stored[] =>
    (unlessMissing(() => readdirSync(directory)) ?? [])
      .filter((name) => /^[0-9a-z]{12}\.json$/.test(name))
      .flatMap((name) => read(name.slice(0, 12)) ?? []);

  return {
    read,
    all,
    has: (id: string) => existsSync(fileOf(id)),
    make(kind: Stored["kind"], about: { name: string; scope: Scope; expiresAt: number | null }) {
      const id = randomText(12);
      const secret = randomBytes(32).toString("base64url");
      const hasReceipt = receipts !== undefined;
      const stored: Stored = { id, kind, hash: hashOf(secret), createdAt: now(), hasReceipt, ...about };
      // First: whoever finds the file finds its receipt.
      receipts?.put(id, "");
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${id}.new`);
      writeFileSync(draft, `${JSON.stringify(stored)}\n`, { mode: 0o600, flag: "wx" });
      renameSync(draft, fileOf(id));
      return { id, text: `cotty_${id}_${secret}` };
    },
    list: (): CredentialInfo[] =>
      all()
        .map(({ hash: _, hasReceipt: __, ...info }) => info)
        .sort((a, b) => a.createdAt - b.createdAt),
    remove(id: string) {
      rmSync(fileOf(id), { force: true });
      receipts?.remove(id);
    },
    /** Of two that do so at the same moment, one removes the file; the other is told that there is none. */
    takeAway(id: string): boolean {
      const isMine = unlessMissing(() => {
        unlinkSync(fileOf(id));
        return true;
      });
      if (isMine) receipts?.remove(id);
      return isMine === true;
    },
  };
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
