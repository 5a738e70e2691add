import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

const value = "Xk3vQ9mWz7Lp4t";
const other = "Rb8&n2(Kd5;wY6";

describe("[PO193] a secret below its name", () => {
  it.each([
    ["a block of YAML", `password: >-\n  ${value}\nuser: bob\n`],
    ["a block of YAML that keeps its lines", `  db_password: |\n    ${value}\n    ${other}\n  user: bob\n`],
    ["a list of YAML", `passwords:\n  - ${value}\n  - "${other}"\nuser: bob\n`],
    ["an array of JSON", `{"tokens": ["${value}", "${other}"], "user": "bob"}\n`],
    ["an array over lines", `  "api_keys": [\n    "${value}",\n    "${other}"\n  ],\n`],
    ["an output of Terraform", `"db_password": {\n  "sensitive": true,\n  "value": "${value}"\n}\n`],
    ["a variable of Terraform", `variable "db_password" {\n  type = string\n  default = "${value}"\n}\n`],
    ["CSV", `user,password,age\nbob,${value},3\neve,"${other}",4\n`],
    ["TSV", `user\tpassword\nbob\t${value}\neve\t${other}\n`],
    ["a table of Markdown", `| user | password |\n|------|:--------:|\n| bob | ${value} |\n| eve | ${other} |\n`],
    ["psql", ` id | password \n----+----------\n  1 | ${value}\n  2 | ${other}\n(2 rows)\n`],
    ["INSERT", `INSERT INTO users (name, password) VALUES ('bob', '${value}'), ('eve', '${other}');\n`],
    ["COPY", `COPY public.users (id, password) FROM stdin;\n1\t${value}\n2\t${other}\n\\.\n`],
  ])("is hidden in %s", (_what, text) => {
    const shown = redact(`first: 1\n${text}last: 1\n`);
    expect(shown).not.toContain(value);
    expect(shown).not.toContain(other);
    expect(shown.split("\n").length).toBe(text.split("\n").length + 2);
    for (const kept of ["bob", "eve", "first: 1", "last: 1"])
      expect([kept, shown.includes(kept)]).toEqual([kept, text.includes(kept) || kept.includes(": 1")]);
  });

  it.each([
    "tokens: [1, 2, 3]",
    'const tokens = ["if", "else", "while"];',
    "| option | token | meaning |\n|---|---|---|\n| a | required | see [1] |",
    "password: |\n  The password of the user, at least 8 characters.",
    'variable "password_length" {\n  default = "16chars1"\n}',
    "user, password, age\nname1, address2",
    "INSERT INTO users (name, mail) VALUES ('bob1', 'bob1@example.com');",
    "secrets:\n  - db_password\n  - source: token",
    "f(user, password, token)\ng(user1, password1, token1)",
  ])("leaves other text as it is: %s", (text) => expect(redact(`${text}\n`)).toBe(`${text}\n`));

  it.each([
    ["names of columns", "a,password,\n"],
    ["lists", "tokens: [a1b2c3,\n"],
    ["inserts", "INSERT INTO a (password) VALUES ('"],
    ["braces", '"password": {'],
    ["blocks", "password: |\n  a"],
    ["columns on one line", "password,"],
    ["copies", "COPY a (password) FROM stdin;\n"],
  ])("takes as long as the text is long: %s", (_what, line) => {
    const started = performance.now();
    expect(redact(line.repeat(200_000 / line.length)).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
