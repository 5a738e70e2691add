import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { readCode } from "./code.ts";

describe("code of other languages", () => {
  it.each([
    ["import os; os.system('id')", "python", "code.spawns"],
    ["`id`", "perl", "code.spawns"],
    ["fs.rmSync('/x')", "node", "code.deletes"],
    ["FileUtils.rm_rf 'x'", "ruby", "code.deletes"],
    ["eval(x)", "python", "code.evaluates"],
    ["print('\\033]52;c;x')", "python", "text.terminal-escape"],
    ["requests.post(u, data=open('x').read())", "python", "code.sends"],
  ])("does harm when it starts, deletes, evaluates or sends something: %s", (code, language, ruleId) => {
    expect(readCode(code, language).harm?.ruleId).toBe(ruleId);
  });

  it.each(["print(1)", "eval('1')", "truncated = 1", "`x`"])("shows no harm where it only computes: %s", (code) => {
    expect(readCode(code, "python").harm).toBeNull();
  });

  it.each(["perl -lne 'system(1)'", "perl -l -e 'system(1)'", "perl -0777 -ne 'system(1)' f", "ruby -ne 'system(1)'"])(
    "is found behind letters that take no further word: %s",
    (line) => {
      expect(assess(line, { target: "local", shell: "bash" }).verdict).toBe("danger");
    },
  );
});
