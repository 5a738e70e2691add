import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

const value = "Xk3vQ9mWz7Lp4t";

describe("[PO180] a credential whose name does not stand right in front of it", () => {
  it.each([
    `- name: DB_PASSWORD\n  value: ${value}`,
    `- name: DB_PASSWORD\n  value: "${value}"`,
    `{"name": "API_TOKEN", "value": "${value}"}`,
    `<property name="password" value="${value}"/>`,
    `<property name="password"><value>${value}</value></property>`,
    `<add key="Password" value="${value}"/>`,
    `log: "{\\"password\\":\\"${value}\\"}"`,
    `ALTER ROLE app WITH PASSWORD '${value}';`,
    `url=\${DB_PASSWORD:-${value}}`,
    `const s = process.env.SECRET || '${value}';`,
    `let secret: &str = "${value}";`,
    `client.setPassword("${value}")`,
    `ConvertTo-SecureString "${value}" -AsPlainText`,
    `set -gx SECRET_TOKEN ${value}`,
    `setx API_TOKEN ${value}`,
    `echo 'root:${value}' | chpasswd`,
    `openssl enc -aes-256-cbc -k ${value} -in a`,
    `htpasswd -b users bob ${value}`,
    `xfreerdp /u:bob /p:${value} /v:pc`,
    `: PSK "${value}"`,
    `Passwort: ${value}`,
    `apiVersion: v1\nkind: Secret\nstringData:\n  api: ${value}\n  other: x`,
    `apiVersion: v1\ndata:\n  api: WGszdlE5\n  conn: ${value}\nkind: Secret`,
  ])("is hidden: %s", (text) => {
    expect(redact(text)).not.toContain(value);
  });

  it.each([
    "- name: LOG_LEVEL\n  value: debug",
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: password",
    '<property name="password.file" value="/run/secrets/db"/>',
    '<input name="token" type="hidden">',
    'it("asks for the password", async () => {});',
    'throw new Error("token expired")',
    "path=${TOKEN_FILE:-/run/token}",
    "kind: ConfigMap\ndata:\n  level: debug1234",
    'const password = await ask("Password for bob");',
    "git config set core.editor vim",
  ])("leaves other text as it is: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("takes as long as the text is long", () => {
    const line = '  a: "name: password <value stringData: kind: Secret ';
    const text = `kind: Secret\nstringData:\n${`${line}\n`.repeat(4000)}`;
    expect(redact(text).length).toBeGreaterThan(0);
  });
});
