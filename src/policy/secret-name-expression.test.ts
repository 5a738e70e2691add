import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { looksSecret } from "./index.ts";
import { secretSamples } from "./path-lists.ts";
import { secretNameExpression } from "./secret-name-expression.ts";

it("finds with the real grep every name that is called secret", () => {
  const names = [
    ..."prod.env db-1.env gcp-credentials.json my_credentials.json x-firebase-adminsdk-1.json client_secrets.json app.keyring".split(
      " ",
    ),
    ...secretSamples.names.filter(looksSecret),
  ].map((name) => `/p/${name}`);
  const { stdout } = spawnSync("grep", ["-aiE", secretNameExpression], { input: names.join("\n"), encoding: "utf8" });
  expect([names.filter(looksSecret), stdout.trimEnd().split("\n")]).toEqual([names, names]);
});
