import { describe, expect, it } from "vitest";
import { readCwd } from "./mark-fields.ts";

describe("the folder that a shell tells", () => {
  const encoded = (text: string) => `b:${Buffer.from(text).toString("base64")}`;

  it("is the path as it stands there, or as its base64 says", () => {
    expect([readCwd("r:/srv/a;b"), readCwd(encoded("/srv/a\tb\0"))]).toEqual(["/srv/a;b", "/srv/a\tb"]);
  });

  it("[TM19] is not known where what encodes it ended half way", () => {
    const path = "/srv/a\tb/projects";
    const pieces = Array.from({ length: path.length + 1 }, (_, length) => readCwd(encoded(path.slice(0, length))));
    expect([new Set(pieces), readCwd(encoded(`${path}\0`))]).toEqual([new Set([null]), path]);
  });

  it("is not known where the shell says nothing of it", () => {
    expect([readCwd(""), readCwd("r:"), readCwd("b:"), readCwd("x:/srv")]).toEqual([null, null, null, null]);
  });
});
