import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";
import { createRedactor } from "./redactor.ts";

const inJson = (value: string) => JSON.stringify(value);
const withBackslash = (value: string) => `'${value.replaceAll(/['\\]/g, "\\$&")}'`;
const doubled = (value: string) => `'${value.replaceAll("'", "''")}'`;
const inShell = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
const inShellDouble = (value: string) => `"${value.replaceAll(/["\\$`]/g, "\\$&")}"`;
const inXml = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const asItIs = (value: string) => value;

type Format = [what: string, before: string, write: (value: string) => string, after: string];

const quotedFormats: Format[] = [
  ["JSON", '{"user": "bob", "password": ', inJson, ', "x": 1}'],
  ["JSON in lines", '  "apiKey": ', inJson, ","],
  ["YAML", "password: ", inJson, ""],
  ["YAML, single quotes", "db_password: ", doubled, ""],
  ["TOML", "client_secret = ", inJson, ""],
  [".env", "DB_PASSWORD=", inShellDouble, ""],
  ["a shell", "export DB_PASSWORD=", inShell, ""],
  ["PHP", "    'password' => ", withBackslash, ","],
  ["a constant of PHP", "define('DB_PASSWORD', ", withBackslash, ");"],
  ["Python", "PASSWORD = ", withBackslash, ""],
  ["JavaScript", "const password = ", inJson, ";"],
  ["an object of JavaScript", "  password: ", withBackslash, ","],
  ["HCL", "  password = ", inJson, ""],
  ["a variable of a container", "- name: DB_PASSWORD\n  value: ", inJson, ""],
  ["what grep -rn prints", "deploy/app.yml:12:  password: ", inJson, ""],
  ["a difference", "+  password: ", inJson, ""],
  ["wpa_supplicant", "psk=", inJson, ""],
  ["SQL", "CREATE USER a IDENTIFIED BY ", doubled, ";"],
  ["sshpass", "sshpass -p ", inShell, " ssh web-1"],
  ["mysql", "mysql -p", inShell, " shop"],
  ["an attribute of XML", "<user password=", (value) => `"${inXml(value)}"`, "/>"],
  ["an element of XML", "<password>", inXml, "</password>"],
];

const bareFormats: Format[] = [
  ["YAML", "password: ", asItIs, ""],
  ["a prompt", "Password: ", asItIs, ""],
  ["YAML with a comment", "db_password: ", asItIs, " # of the database"],
  ["INI", "password = ", asItIs, ""],
  ["properties", "spring.datasource.password=", asItIs, ""],
  [".env", "DB_PASSWORD=", asItIs, ""],
  ["a list of Compose", "      - POSTGRES_PASSWORD=", asItIs, ""],
  ["a header", "X-Api-Key: ", asItIs, ""],
  ["what grep -rn prints", "deploy/app.yml:12:  password: ", asItIs, ""],
  ["a difference", "+password: ", asItIs, ""],
  ["a variable of a container", "- name: DB_PASSWORD\n  value: ", asItIs, ""],
  ["an image", "ENV DB_PASSWORD ", asItIs, ""],
  ["redis", "requirepass ", asItIs, ""],
];

/** Some values cannot be told from a program, and new ones of that kind turn up: so each run tries the same ones. */
const everyTimeTheSame = { numRuns: 300, seed: 2026 };

const signs = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
/** `$NAME`, `<words>`, `{name}`: exactly so a placeholder is written, also between quotes. */
const isFilledIn = (value: string) => /^\$[\w({]|^[%<{[].*[%>}\]][,;)]*$|^\{\{/.test(value);
/** As generators of passwords make them: all kinds of signs are in it, in any order. */
const made = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...signs), minLength: 3, maxLength: 30 }),
    fc.constantFrom(..."abcdefgh"),
    fc.constantFrom(..."QRSTUVWX"),
    fc.constantFrom(..."23456789"),
    fc.string({ unit: fc.constantFrom(...signs), minLength: 4, maxLength: 30 }),
  )
  .map((parts) => parts.join(""))
  .filter((value) => !isFilledIn(value));
/** Without quotes nobody can tell a call, a path or a list of a program from a value that is written exactly so. */
const isProgram = (value: string) =>
  [
    /^\W{0,2}[A-Za-z_$][\w$.:>?!-]*(?:[([{<].*[)\]}>,([{]|[([{])/,
    /^[!&*(]{0,2}[\w$.!:>?-]+[;,)\]}]*$/,
    /^[[({<]{1,2}(?:["'\])}>]|[\w$.-]+[,:)])/,
    /^\/.*\/\w*[,;)]*$/,
    /\$\{\w+\}/,
  ].some((form) => form.test(value)) || /^["'`#|>]|^[rbfu]{1,2}["'].*["']/i.test(value);

function shownOf([, before, write, after]: Format, value: string): string {
  const shown = redact(`first: 1\n${before}${write(value)}${after}\nnext: line\n`);
  const head = `first: 1\n${before}`;
  const tail = `${after}\nnext: line\n`;
  expect(shown.startsWith(head)).toBe(true);
  expect(shown.endsWith(tail)).toBe(true);
  return shown.slice(head.length, shown.length - tail.length);
}

describe("[PO190] a value in quotes is hidden up to its own quote, whatever signs are in it", () => {
  it.each(quotedFormats)("in %s", (...format) => {
    fc.assert(
      fc.property(made, (value) => {
        expect(shownOf(format, value)).toMatch(/^["']?‹secret:\w+#\d+›["']?$/);
      }),
      everyTimeTheSame,
    );
  });

  it.each([
    ["an escaped quote", '{"password": "Kq7f\\"z9WtR7mP2x"}', '{"password": ‹secret:password#1›}'],
    ["the quote of a shell", "export TOKEN='Kq7'\\''z9 WtR7mP2x'", "export TOKEN=‹secret:password#1›"],
    ["another quote", `password = "Kq7'z9WtR7mP2x" # it's`, "password = ‹secret:password#1› # it's"],
    ["a backslash that is only a sign", "password: 'Kq7z9WtR7\\'", "password: ‹secret:password#1›"],
    [
      "JSON in JSON",
      String.raw`"{\"password\":\"Kq7\\\"z9W/tR7m(P2x\"}"`,
      String.raw`"{\"password\":\"‹secret:password#1›\"}"`,
    ],
  ])("with %s", (_what, text, shown) => expect(redact(text)).toBe(shown));

  it("also where the text arrives in pieces", () => {
    const sizes = fc.integer({ min: 1, max: 20 });
    const spaced = fc.tuple(made, made).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.constantFrom(inJson, inShell), spaced, sizes, (write, value, size) => {
        const redactor = createRedactor();
        const text = `a\nDB_PASSWORD=${write(value)}\nb\n`;
        let shown = "";
        for (let at = 0; at < text.length; at += size) shown += redactor.push(text.slice(at, at + size));
        expect(shown + redactor.end()).toMatch(/^a\nDB_PASSWORD=(?:‹secret:\w+#\d+›)+\nb\n$/);
      }),
      everyTimeTheSame,
    );
  });
});

describe("[PO191] a value that begins its line has the rest of it", () => {
  it.each(bareFormats)("in %s", (...format) => {
    fc.assert(
      fc.property(
        made.filter((value) => !isProgram(value)),
        (value) => {
          // What ends a statement may be left of it.
          expect(shownOf(format, value)).toMatch(/^‹secret:\w+#\d+›[;,]*$/);
        },
      ),
      everyTimeTheSame,
    );
  });

  it.each([
    "password: Kq7&fT2v(z9WtR7mP2x",
    "Server=h;User Id=a;Password=Kq7'z9WtR7mP2x;Pooling=true",
    "password: aB3kQ7 z9WtR7mP2x",
    'API_TOKEN="%Kq7z9WtR7mP2x"',
    '{"password": "$Kq7z9WtR7mP2x"}',
    "Password: Kq7.z9WtR7mP2x",
    "<password>*Kq7z9WtR7mP2x</password>",
    "ALTER ROLE a WITH PASSWORD 'Kq7/z9WtR7mP2x';",
  ])("so no part of it is shown: %s", (text) => {
    const shown = redact(`${text}\n`);
    expect(shown).not.toContain("Kq7");
    expect(shown).not.toContain("z9WtR7mP2x");
  });
});

describe("[PO192] what is filled in and what is a program stays readable", () => {
  it.each([
    ...[
      "password: $DB_PASSWORD",
      "password: ${DB_PASSWORD}",
      "password: ${DB_USER}:${DB_PASSWORD}",
      "password=%DB_PASSWORD%",
    ],
    ...["password: {{ .Values.password }}", "password: '{{ vault_password }}'", "password: <your password>"],
    ...[
      'password = "[REDACTED]"',
      "password: ********",
      'password: "$(cat /run/secrets/db)"',
      "password: $env:DB_PASSWORD",
    ],
    ...[
      "password = getpass()",
      "token: string;",
      "const password = req.body.password",
      "password = getpass.getpass('Password: ')",
    ],
    ...["password: Option<String>,", "  token: Token[],", "token: string | null;", "secret: Secret<String>,"],
    ...[
      "password = os.environ['DB_PASSWORD']",
      "  password: user?.password,",
      "  password: z.string().min(8).max(100),",
    ],
    ...["password: &str,", "password = sys.argv[1]", "  password: !!user.password,", "$password = $_POST['password'];"],
    ...[
      "password: *default",
      "password: !Ref DbPassword",
      "  password: { type: String, required: true },",
      "tokens: []",
    ],
    ...[
      "  password: (value) => value.length > 8,",
      "password: /^[a-z0-9]{8,}$/,",
      "  credentials: new Credentials(a1, b2),",
    ],
    ...[
      'print("Password: ")',
      "token = await client.token(a1)",
      "  secret: process.env.SECRET,",
      "PASSWORD=`cat file1`",
    ],
    ...["- password: The password of the user, at least 8 characters.", "Password: required, see (2) below"],
  ])("%s", (text) => expect(redact(`${text}\n`)).toBe(`${text}\n`));
});
