import { describe, expect, it } from "vitest";
import { familyOfVersions, isTooOld, posixOpening, scriptLines } from "./integrations.ts";

describe("which shell it is", () => {
  it("believes the version variables more than the name", () => {
    expect(familyOfVersions(["5.2.15(1)-release", "", "", ""])).toBe("bash");
    expect(familyOfVersions(["", "5.9", "", ""])).toBe("zsh");
    expect(familyOfVersions(["", "", "", "fish"])).toBe("fish");
    expect(familyOfVersions(["", "", "@(#)MIRBSD KSH R59", ""])).toBe("sh");
  });

  it("leaves a bash alone that is too old to say when output begins", () => {
    const versions = ["3.2.57(1)-release", "4.3.30(1)-release", "4.4.0(1)-release", "5.2.15(1)-release", ""];
    expect(versions.map((version) => isTooOld([version]))).toEqual([true, true, false, false, false]);
  });
});

describe("what is typed to integrate a shell", () => {
  const nonce = "0123456789abcdef01234567";

  it("never has the nonce in one piece, so that its echo is no mark", () => {
    expect(posixOpening(nonce)).not.toContain(nonce);
  });

  it.each(["bash", "zsh", "fish", "sh"] as const)("fits the line mode of a terminal, for %s", (family) => {
    const lines = [posixOpening(nonce), ...scriptLines(family, nonce, "keep")];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1024);
    const script = Buffer.from(scriptLines(family, nonce, "keep").join(""), "base64").toString();
    expect(script).toContain(nonce);
    expect(script).not.toMatch(/@NONCE@|[^\x20-\x7e\n]/);
  });
});
