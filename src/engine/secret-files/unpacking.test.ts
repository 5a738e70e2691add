import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { isDecoding, unpacks } from "./unpacking.ts";

const assessed = (command: string) => assess(command, { target: "local", shell: "bash", cwd: "/srv/shop" });

describe("[PO243] a line with a packed file", () => {
  it.each([
    "zcat a.gz | rev",
    "gzip -dc a.gz | cut -c1-9",
    "gunzip -c a.gz | rev",
    "zgrep -l x a.gz",
    "xz -dc a.xz | rev",
    "unzip -p a.zip x | rev",
    "tar -xOf a.tgz | rev",
    "7z x -so a.7z | rev",
    "zless a.gz",
  ])("unpacks it: %s", (command) => {
    expect(unpacks(assessed(command))).toBe(true);
  });

  it.each([
    "tar tzf a.tgz | cut -d/ -f1",
    "unzip -l a.zip | cut -c1-30",
    "gzip -l a.gz | tail -c 9",
    "xxd -l 16 a.gz",
    "rev a",
  ])("only lists it, or prints its bytes: %s", (command) => {
    expect(unpacks(assessed(command))).toBe(false);
  });

  it.each([
    ["base64 -d a | rev", true],
    ["xxd -r -p a | rev", true],
    ["iconv -f utf-16 a | rev", true],
    ["base64 a | rev", false],
    ["xxd a | rev", false],
  ])("decodes on the way, or not: %s", (command, isDecoded) => {
    expect(assessed(command).commands.some(isDecoding)).toBe(isDecoded);
  });
});
