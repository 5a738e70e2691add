export type { KnownSecret } from "./finder.ts";
export { type Learned, learnSecrets, learnShown } from "./learn-secrets.ts";
export { namesSecret } from "./names-secret.ts";
export { createOutputRedactor, hideDrawn, isDrawn, redact } from "./redact.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./redactor.ts";
export { createSecretMemory, type Fingerprint } from "./secret-memory.ts";
export { containsTag, createSecretTags, type SecretTags, secretTagsIn } from "./tags.ts";
