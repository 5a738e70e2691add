import {
  createOutputRedactor,
  createRedactor,
  createSecretMemory,
  createSecretTags,
  type Fingerprint,
  hideDrawn,
  isDrawn,
  type KnownSecret,
  type Learned,
  learnSecrets,
  learnShown,
  type Redactor,
  type RedactorOptions,
  redact,
  type SecretTags,
} from "../../secrets/index.ts";

/** How secrets are kept out of texts. */
export interface SecretFilters {
  /** Output: a whole text without escape sequences, secrets, and base64 that may be one. */
  clean(text: string): string;
  /** What somebody wrote: a text without secrets. */
  redact(text: string): string;
  /** What a person wrote: without the keys that Cotty knows and what has the form of one, whatever a session has learned. */
  redactTyped(text: string): string;
  /** The same for text that comes in pieces and keeps its escape sequences: output, unless `encoded` is kept. */
  createFilter(options?: Pick<RedactorOptions, "encoded" | "margins">): Redactor;
  /** For what is derived from a terminal's log: judged as `clean` judges it, with its escape sequences. */
  createRecordingFilter(): Redactor;
}

/** What the product knows to be secret, and how it is kept out of everything that is stored, shown or sent. */
export interface Secrets extends SecretFilters {
  /** From now on this value is replaced wherever it turns up, until the answer is called. */
  add(kind: string, value: string): () => void;
  /** For whoever works on a session: a value that was hidden in it once is hidden in it from then on. */
  of(session: string): SecretFilters;
  /** Hides in this session what a file that is kept for secrets holds. */
  learn(session: string, text: string): Learned;
  /** Hides in this session, with or without its name, what would be hidden of a file of any kind. */
  learnShown(session: string, text: string): Learned;
  /** For whoever looks at a session: hides what was hidden in it, by any process, and keeps nothing. */
  seenIn(session: string): SecretFilters;
}

/** What is kept of the secrets of sessions for the next process: digests, from which nobody can read a secret. */
export interface SecretFiles {
  digest(text: string): string;
  readonly seed: number;
  /** The fingerprints of a session from a place in its file on, and where the file ends now. */
  read(session: string, from: number): { fingerprints: readonly Fingerprint[]; end: number };
  append(session: string, fingerprints: readonly Fingerprint[]): void;
}

export interface KnownSecretsOptions {
  /** A text without the sequences that move a cursor and choose colours. */
  stripAnsi(text: string): string;
  /** Opened when the first session needs them; null: nothing is kept for the next process. */
  openFiles: (() => SecretFiles) | null;
}

export function createKnownSecrets(values: readonly string[], { stripAnsi, openFiles }: KnownSecretsOptions): Secrets {
  let known: KnownSecret[] = values.map((value) => ({ kind: "key", value }));
  let files: SecretFiles | null = null;
  function filesNow(): SecretFiles | null {
    if (openFiles !== null) files ??= openFiles();
    return files;
  }
  const owned = new Map<string, SessionMemory>();
  const watched = new Map<string, SessionMemory>();

  function memoryIn(memories: Map<string, SessionMemory>, session: string, mayKeep: boolean): SessionMemory {
    const existing = memories.get(session);
    if (existing !== undefined) return existing;
    const made = createSessionMemory(session, filesNow(), mayKeep);
    memories.set(session, made);
    return made;
  }

  const own = createSecretTags();
  return {
    add(kind, value) {
      const added = { kind, value };
      known = [...known, added];
      return () => {
        known = known.filter((each) => each !== added);
      };
    },
    ...filtersFor(
      () => known,
      () => own,
      stripAnsi,
    ),
    of: (session) =>
      filtersFor(
        () => known,
        () => memoryIn(owned, session, true).tags(),
        stripAnsi,
      ),
    learn: (session, text) => learnSecrets(text, { values: known, tags: memoryIn(owned, session, true).tags() }),
    learnShown: (session, text) => learnShown(text, { values: known, tags: memoryIn(owned, session, true).tags() }),
    seenIn: (session) =>
      filtersFor(
        () => known,
        () => memoryIn(watched, session, false).tags(),
        stripAnsi,
      ),
  };
}

function filtersFor(
  values: () => KnownSecret[],
  tags: () => SecretTags,
  stripAnsi: KnownSecretsOptions["stripAnsi"],
): SecretFilters {
  const options = () => ({ values: values(), tags: tags() });
  return {
    clean(text) {
      const now = options();
      return redact(stripAnsi(isDrawn(text) ? hideDrawn(text, now) : text), now);
    },
    redact: (text) => redact(text, { ...options(), encoded: "kept" }),
    redactTyped(text) {
      const { values, tags } = options();
      // The tags stay those of the session, so that one value has one name; what it remembers is not looked for.
      return redact(text, { values, tags: { ...tags, memory: null }, encoded: "kept" });
    },
    createFilter: (wanted) => createRedactor({ ...wanted, ...options() }),
    createRecordingFilter: () => createOutputRedactor(options()),
  };
}

interface SessionMemory {
  /** With what other processes have hidden meanwhile. */
  tags(): SecretTags;
}

function createSessionMemory(session: string, files: SecretFiles | null, mayKeep: boolean): SessionMemory {
  const memory = createSecretMemory({
    digest: files?.digest ?? ((text) => text),
    seed: files?.seed ?? 1,
    ...(mayKeep && files !== null && { onNew: (made) => files.append(session, made) }),
  });
  let read = 0;
  let isFresh = false;
  const known = readMore();
  const tags = createSecretTags(
    memory,
    known.map(({ tag }) => tag),
  );

  function readMore() {
    if (files === null) return [];
    const { fingerprints, end } = files.read(session, read);
    read = end;
    memory.add(fingerprints);
    return fingerprints;
  }

  return {
    tags() {
      // Once for all texts that are looked at together: an event has twenty, and a page of events thousands.
      if (!isFresh) readMore();
      isFresh = true;
      setImmediate(() => {
        isFresh = false;
      });
      return tags;
    },
  };
}
