import { describe, expect, it } from "vitest";
import { deletesMany, deletesSome, doesHarm, readWindowsText, runsUnread } from "./windows-text.ts";

const any = (judge: (words: readonly string[]) => boolean, text: string) => readWindowsText(text).some(judge);

describe("a text of PowerShell or cmd", () => {
  it("is cut into words and signs, as it stands and without quotes and escapes", () => {
    expect(readWindowsText(`rm "a b"; d^el c|x`)).toEqual([
      ["rm", '"a', 'b"', ";", "d^el", "c", "|", "x"],
      ["rm", "a", "b", ";", "del", "c", "|", "x"],
    ]);
  });

  it.each(["Re`move-Item x", 'r"d" /s x', "Get-Disk | Clear-Disk", "sc.exe x; sc  stop spooler", "cipher /w:C:"])(
    "is known to harm by a word, however it is spelled: %s",
    (text) => {
      expect(any(doesHarm, text)).toBe(true);
    },
  );

  it("deletes where a statement begins with a name of Unix, and many things with an option", () => {
    expect(["rm x", "cd y; rm x", "echo rm"].map((text) => any(deletesSome, text))).toEqual([true, true, false]);
    expect(["rm x", "rm -r -fo ~", "cd y\nrm *"].map((text) => any(deletesMany, text))).toEqual([false, true, true]);
  });

  it.each(["& ('i'+'ex') x", "-enc SQBFAFgA", "[char]105", "x | i`ex"])("runs text that nobody reads: %s", (text) => {
    expect(any(runsUnread, text)).toBe(true);
  });

  it.each(["Get-Date", "Get-ChildItem | Select-Object -First 5"])("says nothing of a look: %s", (text) => {
    expect([runsUnread, doesHarm, deletesSome].map((judge) => any(judge, text))).toEqual([false, false, false]);
  });
});
