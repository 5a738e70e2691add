import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { redact } from "./redact.ts";
import { createRedactor } from "./redactor.ts";
import { containsTag, createSecretTags } from "./tags.ts";

const known = [
  { kind: "key", value: "ordinary-looking value/42" },
  { kind: "typed", value: "pässword ünd more" },
];
const encoded = (value: string) => btoa(String.fromCharCode(...new TextEncoder().encode(value)));
const hex = (value: string) =>
  [...new TextEncoder().encode(value)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const printed = known.flatMap(({ value }) => [value, encoded(value), encodeURIComponent(value), hex(value)]);
// The last letters of base64 mix with what follows, so they say nothing about the value alone.
const forms = printed.map((form) => form.replace(/.?.?=*$/, ""));

/** Every run of eight characters of a secret: a part of it that is shown is a leak too. */
const pieces = (secret: string): string[] => {
  const lines = secret.split("\n");
  return lines.flatMap((line) =>
    line.length <= 8 ? [line] : Array.from({ length: line.length - 7 }, (_, at) => line.slice(at, at + 8)),
  );
};

// Words that stand around samples and could contain a piece by chance are none of these.
const secrets = [...secretSamples.map(({ secret }) => secret), ...forms];
const withoutSequences = (text: string) => text.replaceAll(/\u001b(?:\[[0-9;]*m|\][^\u0007]*\u0007)/g, "");

function leaksIn(shown: string): string[] {
  const plain = withoutSequences(shown);
  return secrets.flatMap((secret) => pieces(secret)).filter((piece) => plain.includes(piece));
}

function inPieces(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}

describe("redaction", () => {
  it.each(secretSamples)("[PO204] replaces a $kind secret by a tag of that kind", ({ kind, secret, line }) => {
    const shown = redact(`before\n${line}\nafter\n`);
    expect(shown).not.toContain(secret);
    expect(shown).toContain(`‹secret:${kind}#1›`);
    expect(shown.startsWith("before\n")).toBe(true);
    expect(shown.endsWith("after\n")).toBe(true);
  });

  it("gives one secret one tag, in every stream that shares the tags", () => {
    const tags = createSecretTags();
    const values = [{ kind: "key", value: "hunter2hunter2" }];
    expect(redact("a hunter2hunter2 b", { values, tags })).toBe("a ‹secret:key#1› b");
    expect(redact("PASSWORD=other-one-7 hunter2hunter2", { values, tags })).toBe(
      "PASSWORD=‹secret:password#1› ‹secret:key#1›",
    );
  });

  it("[PO20] knows a value in base64 and URL encoding, also inside a longer encoded text", () => {
    const values = [{ kind: "key", value: "s3cret/with+signs" }];
    const inside = btoa("user:s3cret/with+signs");
    expect(redact(`x ${inside} y`, { values })).toMatch(/^x .{0,8}‹secret:key#1›.{0,4} y$/);
    expect(redact(`https://h/?k=${encodeURIComponent("s3cret/with+signs")}&a=1`, { values })).toBe(
      "https://h/?k=‹secret:key#1›&a=1",
    );
  });

  it("[PO20] knows a value in hex, as xxd, openssl and dumps print it", () => {
    const values = [{ kind: "key", value: "s3cret/with+signs" }];
    const hex = [..."s3cret/with+signs"].map((letter) => letter.charCodeAt(0).toString(16));
    for (const form of [hex.join(""), hex.join("").toUpperCase(), hex.join(" "), hex.join(":")]) {
      expect(redact(`x ${form} y`, { values })).toBe("x ‹secret:key#1› y");
    }
  });

  it("takes out the end of a private key whose beginning is not there", () => {
    const lines = ["QmFzZTY0IG9mIGEga2V5IHRoYXQgaXMgbG9uZw==", "bW9yZSBvZiBpdCwgYW5kIG1vcmUgb2YgaXQgYWdhaW4="];
    expect(redact(`a\n${lines.join("\n")}\n-----END RSA PRIVATE KEY-----\nb\n`)).toBe(
      "a\n‹secret:private-key#1›\n‹secret:private-key#1›\n-----END RSA PRIVATE KEY-----\nb\n",
    );
    expect(redact(`@@ -3 +3 @@\n ${lines.join("\n ")}\n -----END PRIVATE KEY-----\n-a\n`)).toBe(
      "@@ -3 +3 @@\n ‹secret:private-key#1›\n ‹secret:private-key#1›\n -----END PRIVATE KEY-----\n-a\n",
    );
    const text = "how such a file ends:\n-----END PRIVATE KEY-----\nreally\n";
    expect(redact(text)).toBe(text);
  });

  it("takes a private key out of a difference that removes it", () => {
    const removed = [
      "-----BEGIN PRIVATE KEY-----",
      "QmFzZTY0IG9mIGEga2V5IHRoYXQgaXMgbG9uZw==",
      "-----END PRIVATE KEY-----",
    ];
    expect(redact(`${removed.map((line) => `-${line}`).join("\n")}\n+none\n`)).not.toContain("QmFzZTY0");
  });

  it.each([
    "password: true",
    "token = null",
    "Password: ",
    "secret: ${VAULT_SECRET}",
    "the token: expired",
    "api_key=<your key>",
    "keys: a, b",
    "seconds: 12",
    "https://host:8080/path",
    "http://user@host/",
    // Programs, counts of tokens, settings about secrets: an agent has to read them as they are.
    "  const tokens = tokenize(source);",
    "    inputTokens: usage.inputTokens + event.inputTokens,",
    "    maxOutputTokens: maxOutputTokens,",
    '    "comma-separated-tokens": "^2.0.0",',
    "const credentials = openCredentials({ directory });",
    "if (token = options.cookie) return;",
    "max_tokens: 4096",
    "TOKEN_TTL=3600",
    "PASSWORD_FILE=/run/secrets/db",
    "API_KEY_HEADER=X-Api-Key",
    "secretName: my-tls",
    "password: string;",
    "  - POSTGRES_PASSWORD=${DB_PASSWORD}",
    "password: ${{ secrets.GITHUB_TOKEN }}",
    "chromium --password-store=basic --token-kind=x",
    "credential.https://example.com.helper=store",
    "sk-ssh-ed25519-cert-v01@openssh.com",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "id: 7f9c24e8-3b1c-4e0a-9d2b-1f0e5a6c7d8e",
  ])("leaves %j as it is", (text) => expect(redact(`${text}\n`)).toBe(`${text}\n`));

  it.each([
    ["PGPASSWORD=swordfish psql", "swordfish"],
    ["MYSQL_ROOT_PASSWORD=rootpw", "rootpw"],
    ["password = swordfish", "swordfish"],
    ["  password: swordfish", "swordfish"],
    ['"password": "hunter2"', "hunter2"],
    ["spring.datasource.password=secretpw", "secretpw"],
    ["SECRET_KEY_BASE=0123abcd4567", "0123abcd4567"],
    ["PASSWORD=12345678", "12345678"],
    ["password_prod: Tr0ub4dor&3", "Tr0ub4dor&3"],
    ["API_TOKEN_GITHUB=ab12cd34ef56", "ab12cd34ef56"],
    ["const apiKey = 'abcdef-ghijkl';", "abcdef-ghijkl"],
    ["client_secret: AbCdEfGhIjKlMnOp", "AbCdEfGhIjKlMnOp"],
  ])("hides the value in %j", (text, value) => expect(redact(`${text}\n`)).not.toContain(value));

  it("keeps colours when it replaces the text between them", () => {
    expect(redact("\u001b[31mAKIAQ7Z2\u001b[1mM9KPL4WR8TVB\u001b[0m done")).toBe(
      "\u001b[31m‹secret:aws#1›\u001b[1m\u001b[0m done",
    );
  });

  it.each([
    ["bash", " \r"],
    ["zsh", " \r\u001b[Kn\r"],
  ])("replaces a secret that was typed over the right margin of %s, whatever the pieces", (_shell, margin) => {
    const typed = `$ export KEY_OF_MINE=ghp_abcdefghijklm${margin}nopqrstuvwxyz0123456789\r\ndone \r\n`;
    for (const size of [1, 2, 3, 7, 1000]) {
      const redactor = createRedactor();
      const shown =
        inPieces(typed, [size])
          .map((chunk) => redactor.push(chunk))
          .join("") + redactor.end();
      expect([size, shown.includes("nopqrstuvwxyz"), shown.includes("ghp_"), shown.endsWith("\r\ndone \r\n")]).toEqual([
        size,
        false,
        false,
        true,
      ]);
    }
  });

  it("shows a prompt at once, and redacts the answer that follows it later", () => {
    const redactor = createRedactor();
    expect(redactor.push("db_password: ")).toBe("db_password: ");
    expect(redactor.push("hunter2!x\n")).toBe("‹secret:password#1›\n");
  });

  it("goes on after text that only mentions a private key", () => {
    expect(redact("-----BEGIN PRIVATE KEY-----\nis how such a file starts (really).\nmore\n")).toContain(
      "is how such a file starts (really).\nmore\n",
    );
  });

  it("[PO20] never keeps more than a bounded amount back, and still shows no part of an endless secret", () => {
    const redactor = createRedactor();
    const shown =
      redactor.push(`AKIA start eyJhbGciOiJIUzI1NiJ9.${"a".repeat(300_000)}.`) +
      redactor.push("b".repeat(300_000)) +
      redactor.push(" end") +
      redactor.end();
    expect(shown).toBe("AKIA start ‹secret:jwt#1› end");
  });

  it.each([
    ...["eyJ", "password", "secret_key", "token", "login ", "a://", "Bearer "],
    // Values in quotes that have no end, have many, or are glued to each other.
    ...['password: "', "password='\\'", 'token="\\"', "PASSWORD=''", "password:`", "-u a:'", "pass=\\", "ENV TOKEN "],
  ])("comes to an end with a long text of beginnings: %s", (beginning) => {
    const text = beginning.repeat(200_000 / beginning.length);
    expect(redact(text).length).toBeGreaterThan(0);
    expect(redact(`password${"1".repeat(60)}x=hunter2!x`)).not.toContain("hunter2");
  });

  it("[PO21] shows everything else unchanged, whatever the pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        (text, sizes) => {
          const redactor = createRedactor();
          const shown =
            inPieces(text, sizes)
              .map((chunk) => redactor.push(chunk))
              .join("") + redactor.end();
          expect(shown).toBe(containsTag(shown) ? shown : text);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("[PO20] leaks nothing in 10,000 random chunkings, with escape sequences inside the secrets", () => {
    const lines = [
      ...secretSamples.map(({ line }) => line),
      ...printed.map((form) => `value ${form} shown`),
      "plain words in between, at 12:30:45",
    ];
    const sequences = ["", "", "", "\u001b[31m", "\u001b[0;1;38;5;200m", "\u001b]0;title\u0007"];
    const lineOf = fc.record({
      line: fc.constantFrom(...lines),
      sequence: fc.constantFrom(...sequences),
      at: fc.nat(60),
    });
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 8 }),
        (parts, sizes) => {
          const text = parts
            .map(({ line, sequence, at }) => line.slice(0, at) + sequence + line.slice(at))
            .join("\r\n");
          const redactor = createRedactor({ values: known });
          const shown =
            inPieces(text, sizes)
              .map((chunk) => redactor.push(chunk))
              .join("") + redactor.end();
          expect(leaksIn(shown)).toEqual([]);
        },
      ),
      { numRuns: 10_000 },
    );
  }, 240_000);
});

describe("[PO131] a text that is made to be slow", () => {
  const long = (line: string) => line.repeat(900_000 / line.length);
  const head = "-----BEGIN RSA PRIVATE KEY-----\n";
  const keyLine = "QUJDREVGR0hJSktMTU5PUFFSU1RVQUJDREVG\n";

  it.each([
    ["heads of keys", long(head)],
    ["heads and ends of keys", long("PuTTY-User-Key-File-2:\nPrivate-MAC: x\n")],
    ["headers of a key that are heads", `${long("PuTTY-User-Key-File-2: x\n")}k R 7 x Q 9 z L 2\n`],
    [
      "lines in front of the end of a key that are no key",
      `${long("nnnnnnnnnnnnnnnnnnnnnnn\n")};\n-----END PRIVATE KEY-----\n`,
    ],
    ["signs in front of the end of a key", `${long("+")}!\n-----END PRIVATE KEY-----\n`],
    ["a line behind the head of a key", `${head}${"+".repeat(100)}${long("n")}!\n`],
  ])("is read once: %s", (_what, text) => {
    expect(redact(text).split("\n").length).toBe(text.split("\n").length);
  });

  it("still hides a key behind many heads, and one without its head in front of many ends", () => {
    const end = "-----END RSA PRIVATE KEY-----\n";
    const shown = redact(`${keyLine}${end}${head.repeat(100)}${keyLine}${end}${head}`);
    expect(shown).toBe(`‹secret:private-key#1›\n${end}${head.repeat(100)}‹secret:private-key#1›\n${end}${head}`);
  });
});
