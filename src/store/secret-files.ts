import { createHmac, randomBytes } from "node:crypto";
import { appendFileSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** A value that was hidden, as a keyed digest, and the tag that stands in its place. */
interface Fingerprint {
  bucket: number;
  length: number;
  digest: string;
  tag: string;
}

/** What is kept of the secrets of sessions: keyed digests, from which nobody can read a secret. */
export interface SecretFiles {
  digest(text: string): string;
  seed: number;
  /** The fingerprints of a session from a place in its file on, and where the file ends now. */
  read(session: string, from: number): { fingerprints: Fingerprint[]; end: number };
  append(session: string, fingerprints: readonly Fingerprint[]): void;
}

const sessionName = /^[\w-]{1,200}$/;
const folderIn = (stateDir: string): string => join(stateDir, "secrets");
const fileOf = (stateDir: string, session: string): string => join(folderIn(stateDir), `${session}.jsonl`);
const Line = z.tuple([z.int(), z.int(), z.string(), z.string()]);

export function openSecretFiles(stateDir: string): SecretFiles {
  const key = readKey(folderIn(stateDir));
  const digest = (text: string): string => createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
  return {
    digest,
    seed: createHmac("sha256", key).update("buckets").digest().readInt32LE(0),
    read(session, from) {
      const path = fileOf(stateDir, session);
      const size = sessionName.test(session) ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
      if (size <= from) return { fingerprints: [], end: from };
      const added = readFileSync(path).subarray(from);
      // A line that is still being written is read the next time.
      const whole = added.subarray(0, added.lastIndexOf(0x0a) + 1);
      return { fingerprints: whole.toString().split("\n").flatMap(parseLine), end: from + whole.length };
    },
    append(session, fingerprints) {
      if (fingerprints.length === 0 || !sessionName.test(session)) return;
      const lines = fingerprints.map(({ bucket, length, digest, tag }) =>
        JSON.stringify([bucket, length, digest, tag]),
      );
      try {
        appendFileSync(fileOf(stateDir, session), `${lines.join("\n")}\n`, { mode: 0o600 });
      } catch (error) {
        // On a full disk the value is still hidden by this process; only the next one does not know it.
        process.emitWarning(`Cotty cannot keep what it hid in ${session}: ${(error as Error).message}`);
      }
    },
  };
}

export function removeSecretFile(stateDir: string, session: string): void {
  if (sessionName.test(session)) rmSync(fileOf(stateDir, session), { force: true });
}

function parseLine(line: string): Fingerprint[] {
  if (line === "") return [];
  const [bucket, length, digest, tag] = Line.parse(JSON.parse(line));
  return [{ bucket, length, digest, tag }];
}

/** One key for a state folder, made once. Linked into place, so that two processes never use two keys. */
function readKey(folder: string): Buffer {
  const path = join(folder, "key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    const made = join(folder, `key.${process.pid}.${randomBytes(4).toString("hex")}`);
    writeFileSync(made, randomBytes(32), { mode: 0o600, flag: "wx" });
    try {
      linkSync(made, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(made, { force: true });
    }
  }
  return readFileSync(path);
}
