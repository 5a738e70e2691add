import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";

const token = "ghp_k3R7mZq2Wn8Tx5Vb1Yc9Ld4Hf6Js0Pa3Ge7U";

const lettersOf = (text: string) => text.replaceAll(/‹[^›]*›|\W/g, "");
const look = { calls: [{ name: "read_screen", input: { reasoning: "r" } }] };

describe("[PO182] a screen after a command that spelled a secret out", () => {
  it.each(["fold -w1 tok.txt", "grep -o . tok.txt", "od -An -c -w1 tok.txt", "sed 's/./&\\t/g' tok.txt"])(
    "shows none of it: %s",
    async (spelling) => {
      using home = createCottyHome();
      writeFileSync(join(home.dir, "tok.txt"), `url ${token}\n`);
      const model = home.script([command(spelling), look, complete()]);
      const ran = await home.run(["run", "--json", "--model", model, "--mode", "bypassPermissions", "look"]);
      const outputs = jsonLines(ran.stdout)
        .filter(({ type }) => type === "step.finished")
        .map(({ output }) => String(output));
      expect(outputs).toHaveLength(2);
      expect(outputs[1]).toContain("‹secret:");
      for (let at = 4; at + 3 <= token.length; at++)
        expect(lettersOf(outputs.join("\n"))).not.toContain(token.slice(at, at + 3));
    },
  );
});

describe("[PO181] the password of an ordinary file", () => {
  const password = "Xk39vQpL2mWz7RtB";

  it("is hidden in whatever is printed of that file unasked", async () => {
    using home = createCottyHome();
    writeFileSync(join(home.dir, "conf.json"), `{\n  "db_password": "${password}",\n  "name": "shop"\n}\n`);
    writeFileSync(join(home.dir, "conf.yml"), `db:\n  password: ${password}\n`);
    const ways = [
      "awk '{print $2}' conf.yml",
      "cut -d'\"' -f4 conf.json",
      "awk -F'\"' '/pass/{print $4}' conf.json",
      "fold -w1 conf.yml",
      "od -An -v -c -w1 conf.yml",
      "xxd conf.json",
      "base64 conf.yml",
    ];
    for (const way of ways) {
      const model = home.script([command(way), look, complete()]);
      const ran = await home.run(["run", "--json", "--model", model, "--mode", "default", "look"]);
      const outputs = jsonLines(ran.stdout)
        .filter(({ type }) => type === "step.finished")
        .map(({ output }) => String(output));
      expect([way, outputs.length, outputs[0]?.includes("‹secret:")]).toEqual([way, 2, true]);
      for (let at = 0; at + 3 <= password.length; at++)
        expect([way, lettersOf(outputs.join("\n")).includes(password.slice(at, at + 3))]).toEqual([way, false]);
      expect(ran.stdout).not.toContain(Buffer.from(password).toString("base64").slice(4, 16));
    }
  });
});
