/** A value behind a name that tells, and what tells by itself. A first look only: what is one, the redactor says. */
export const secretHint = [
  `(passw|passphrase|pwd|secret|token|api.?key|(access|private|auth|account|encryption|signing).?key|credential|[a-z][_.-]?pass)[a-z0-9_.-]*["' ]*(=>|:=|=|:|>)[ "']*[^ "'(){}$<>]{8}`,
  "(gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk[-_]|akia|asia|aiza|eyj)[a-z0-9_-]{12}",
  "private key-----|://[^ /:@]+:[^ /@]+@",
].join("|");

const hint = new RegExp(secretHint, "i");

/** The lines of a text that look like a secret with its name. */
export const tellingLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => hint.test(line))
    .join("\n");
