import { createDrawWithoutSecrets, createKnownSecrets, type SecretFilters, type Secrets } from "../engine/index.ts";
import { openSecretFiles } from "../store/index.ts";
import { drawScreen, stripAnsi } from "../terminal/index.ts";

/** Without a state folder nothing is kept for the next process. */
export function createSecrets(values: readonly string[], stateDir?: string): Secrets {
  const openFiles = stateDir === undefined ? null : () => openSecretFiles(stateDir);
  return createKnownSecrets(values, { stripAnsi, openFiles });
}

/** What the engine uses of it: for texts of no session, and for those of one. */
export const secretDeps = (secrets: Secrets) => ({
  ...filterDeps(secrets),
  secretsOf(session: string) {
    const filters = secrets.of(session);
    return { ...filterDeps(filters), drawWithoutSecrets: drawsWithoutSecrets(filters) };
  },
  addSecret: secrets.add,
});

const filterDeps = ({ clean, redact, redactTyped, createFilter }: SecretFilters) => ({
  clean,
  redact,
  redactTyped,
  createRedactor: createFilter,
});

export const drawsWithoutSecrets = (filters: SecretFilters) => createDrawWithoutSecrets(filters, drawScreen);
