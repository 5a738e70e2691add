import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksSecret } from "./paths.ts";
import { secretFiles, secretSamples } from "./places/path-lists.ts";
import { secretNameExpression } from "./secret-name-expression.ts";

const found = (paths: readonly string[]): string[] =>
  execFileSync("sh", ["-c", 'LC_ALL=C grep -aiE -e "$1" || true', "sh", secretNameExpression], {
    input: paths.join("\n"),
  })
    .toString()
    .split("\n")
    .filter((line) => line !== "");

/** The alternatives of an expression at its top, outside of groups and classes. */
function alternativesOf(source: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (token === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts;
}

describe("[PO51] the expression for names of secret files", () => {
  it("finds with a real grep every place of secrets that policy knows, also a copy of it", () => {
    const places = [
      ...secretSamples.names.map((name) => `/srv/shop/sub/${name}`),
      ...secretSamples.paths.map((path) => path.replace("~", "/home/alice")),
      "/srv/shop/.env.staging",
      "/srv/shop/config/secrets.yml",
      "/srv/shop/config/credentials.json",
    ];
    const copies = places.flatMap((path) => [path, `${path}.bak`, `${path}~`, `${path}.gz`, `${path}.old.gz`]);
    const secret = [...copies, ...copies.map((path) => path.toUpperCase())].filter(looksSecret);
    expect(secret.length).toBeGreaterThan(400);
    expect(found(secret)).toEqual(secret);
  });

  it("[PO133] finds with a real grep whatever name the list of policy can be read as", () => {
    const readable = secretFiles.source
      .replaceAll(/\(\?!(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "")
      .replaceAll("(?:^|\\/)", "\\/")
      .replaceAll(/\\ufdd3|\ufdd3/gu, "\\/root");
    // Each alternative is as likely as any other.
    const name = fc.oneof(...alternativesOf(readable).map((source) => fc.stringMatching(new RegExp(source))));
    const names = fc.array(name, { minLength: 50, maxLength: 100 });
    fc.assert(
      fc.property(names, (all) => {
        const secret = all
          .map((each) => (each.startsWith("/") ? each : `/${each}`))
          .filter((each) => /^[ -~]+$/.test(each) && looksSecret(each));
        expect(found(secret)).toEqual(secret);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    "prod.env",
    "gcp-credentials.json",
    "my_credential-x.json",
    "x-firebase-adminsdk-a.json",
    "app-secrets.json",
  ])("[PO133] finds %s", (name) => expect(found([`/srv/shop/${name}`])).toEqual([`/srv/shop/${name}`]));

  it("passes over ordinary names", () => {
    expect(found(["/srv/shop/README.md", "/srv/shop/src/main.ts", "/srv/shop/package.json", "/srv/env/a.txt"])).toEqual(
      [],
    );
  });
});
