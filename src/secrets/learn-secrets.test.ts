import { describe, expect, it } from "vitest";
import { learnSecrets, learnShown } from "./learn-secrets.ts";
import { redact } from "./redact.ts";
import { createSecretMemory } from "./secret-memory.ts";
import { createSecretTags } from "./tags.ts";

const withMemory = () => ({ tags: createSecretTags(createSecretMemory({ digest: (text) => text, seed: 1 })) });

describe("[PO51] the values of a file that is kept for secrets", () => {
  it("are hidden without their names, also a short password and a value whose name says nothing", () => {
    const options = withMemory();
    const file = "DB_PASSWORD=hunt3r\nPASSWORD=correcthorsebatterystaple\nSESSION=k9Xw2Pq7Lm4Rt8\n";
    expect(learnSecrets(file, options)).toBe("hidden");
    const shown = redact(
      `hunt3r\ncorrecthorsebatterystaple\nx k9Xw2Pq7Lm4Rt8\n${Buffer.from("k9Xw2Pq7Lm4Rt8").toString("hex")}\n`,
      options,
    );
    expect(shown.replaceAll(/#\d+/g, "")).toBe(
      "‹secret:password›\n‹secret:password›\nx ‹secret:value›\n‹secret:value›\n",
    );
  });

  it("leave words, ports and addresses readable, which stand in ordinary text as well", () => {
    const options = withMemory();
    learnSecrets("DB_PASSWORD=postgres\nPORT=3000\nHOST=localhost\nURL=https://example.com/shop\n", options);
    const text = "postgres on localhost:3000, see https://example.com/shop\n";
    expect(redact(text, options)).toBe(text);
  });

  it("are hidden beside their names where nothing else tells that they are secret", () => {
    const options = withMemory();
    const seed = "legal winner thank year wave sausage worth";
    const file = `DB_PASSWORD=Zq8vhunt3r77\nexport PIN=493021\nMNEMONIC="${seed}"\r\nTOK='kq83 hd72 ls90'\nNODE=20.11.1\nHOST=db.example.com:5432\n`;
    expect(learnSecrets(file, options)).toBe("hidden");
    const shown = redact(`.env:1:${file}493021 steps`, options);
    expect(shown.replaceAll(/#\d+/g, "")).toBe(
      ".env:1:DB_PASSWORD=‹secret:password›\nexport ‹secret:setting›\n‹secret:setting›\r\n‹secret:setting›\nNODE=20.11.1\nHOST=db.example.com:5432\n493021 steps",
    );
  });

  it("[PO62] are hidden however many values other files have made known before", () => {
    const options = withMemory();
    const flood = Array.from({ length: 3200 }, (_, at) => `PASSWORD=f${at}Lo0dX${at * 7}q`).join("\n");
    redact(flood, options);
    expect(learnSecrets("DB_PASSWORD=aa11PwPlainOne77\n", options)).toBe("hidden");
    expect(redact("x aa11PwPlainOne77\n", options)).toMatch(/^x ‹secret:password#\d+›\n$/u);
  });

  it("[PO62] are told to be too many where there is no room for all", () => {
    const options = withMemory();
    const { memory } = options.tags;
    for (let at = 0; at < 50_000; at++) memory?.remember(`${at}`.padEnd(257, "x"), "‹secret:value#1›", "known");
    expect(learnSecrets("DB_PASSWORD=hunt3r\n", options)).toBe("not-all");
  });

  it("are none where the file has no secret", () => {
    expect(learnSecrets("PORT=3000\nNAME=shop\n", withMemory())).toBe("none");
  });
});

describe("[PO181] what would be hidden of an ordinary file", () => {
  it("is hidden without its name from then on, and nothing else of that file is", () => {
    const options = withMemory();
    const file = '{"db_password": "Xk39vQpL2mWz7RtB", "build": "Yt7Rb2Lq9Zx4Wm", "host": "db.example.com"}\n';
    expect(learnShown(file, options)).toBe("hidden");
    expect(redact("Xk39vQpL2mWz7RtB Yt7Rb2Lq9Zx4Wm db.example.com", options)).toBe(
      "‹secret:password#1› Yt7Rb2Lq9Zx4Wm db.example.com",
    );
  });

  it("stays readable elsewhere where it is an ordinary word", () => {
    const options = withMemory();
    expect(learnShown("POSTGRES_PASSWORD=postgres\n", options)).toBe("none");
    expect(redact("a postgres server", options)).toBe("a postgres server");
  });

  it("is known line by line where it is a private key", () => {
    const options = withMemory();
    const lines = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"];
    const file = JSON.stringify({
      key: `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`,
    });
    expect(learnShown(file, options)).toBe("hidden");
    expect(redact(`x ${lines[1]} y`, options)).toBe("x ‹secret:private-key#1› y");
  });

  it("is said to be too much where there is no room for more", () => {
    const options = withMemory();
    for (let at = 0; at < 2000; at++) options.tags.tagFor("password", `aB3${at}xY9zQ`);
    expect(learnShown("password: Xk39vQpL2mWz7RtB\n", options)).toBe("not-all");
  });
});
