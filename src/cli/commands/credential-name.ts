import { UserError } from "../../base/index.ts";

/** A name of a token or a login: everybody who looks sees it, so it holds nothing that could look like something else. */
export function checkCredentialName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,60}$/u.test(name)) return;
  throw new UserError(
    "usage.token-name",
    "A name is letters, digits, blanks, dots, dashes and @.",
    "Name it after who uses it: cotty tokens new backup-script",
  );
}
