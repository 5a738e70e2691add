import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { secretSamples } from "./path-lists.ts";
import { looksSecret } from "./paths.ts";
import { secretNameExpression } from "./secret-name-expression.ts";

const found = (paths: readonly string[]): string[] =>
  execFileSync("sh", ["-c", 'LC_ALL=C grep -aiE -e "$1" || true', "sh", secretNameExpression], {
    input: paths.join("\n"),
  })
    .toString()
    .split("\n")
    .filter((line) => line !== "");

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

  it("passes over ordinary names", () => {
    expect(found(["/srv/shop/README.md", "/srv/shop/src/main.ts", "/srv/shop/package.json", "/srv/env/a.txt"])).toEqual(
      [],
    );
  });
});
