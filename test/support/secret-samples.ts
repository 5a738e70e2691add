/** Made-up secrets of every shape, each with the text around it as programs print it. `secret` must never be shown. */
export interface SecretSample {
  kind: string;
  secret: string;
  line: string;
}

const letters = "Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js1Fg0YaUeIoPq";
const made = (length: number) => letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
const hex = (length: number) => "9f3a7c1e5b2d8046".repeat(Math.ceil(length / 16)).slice(0, length);
const pemBody = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", made(38), made(30)].join("\n");

const sample = (kind: string, secret: string, before: string, after = ""): SecretSample => ({
  kind,
  secret,
  line: `${before}${secret}${after}`,
});

export const secretSamples: readonly SecretSample[] = [
  sample("aws", `AKIA${"Q7Z2M9KPL4WR8TVB"}`, "aws_access_key_id = "),
  sample("aws", `${made(30)}/${made(9)}`, "aws_secret_access_key = "),
  sample("google", `AIza${made(35)}`, "key: "),
  sample("google", `ya29.${made(40)}`, "access "),
  sample("github", `ghp_${made(36)}`, "remote: "),
  sample("github", `github_pat_${made(40)}`, "GH="),
  sample("gitlab", `glpat-${made(20)}`, "token "),
  sample("slack", `xoxb-${"123456789012"}-${made(24)}`, "SLACK "),
  sample("slack", `T00000000/B00000000/${made(24)}`, "https://hooks.slack.com/services/"),
  sample("stripe", `sk_live_${made(24)}`, "stripe: "),
  sample("anthropic", `sk-ant-api03-${made(40)}`, "using "),
  sample("openai", `sk-proj-${made(40)}`, "using "),
  sample("jwt", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${made(43)}`, "cookie: session="),
  sample("npm", `npm_${made(36)}`, "//registry.example/:_auth "),
  sample("pypi", `pypi-${made(60)}`, "upload with "),
  sample("sendgrid", `SG.${made(22)}.${made(43)}`, "mail "),
  sample("mailgun", `key-${hex(32)}`, "mail "),
  sample("twilio", `SK${hex(32)}`, "sms "),
  sample("telegram", `123456789:AA${made(33)}`, "bot "),
  sample("huggingface", `hf_${made(34)}`, "hub "),
  sample("digitalocean", `dop_v1_${hex(64)}`, "doctl "),
  sample("vault", `hvs.${made(24)}`, "vault "),
  sample("age", `AGE-SECRET-KEY-1${"Q7Z2M9KPL4WR8TVB".repeat(4)}`, ""),
  sample("cotty", `cotty_46xzj3zbvkxz_${made(43)}`, "made: "),
  sample("cotty", made(26), "open http://127.0.0.1:4433/login?code="),
  sample("groq", `gsk_${made(52)}`, "using "),
  sample("grafana", `glsa_${made(32)}_${hex(8)}`, "using "),
  sample("docker", `dckr_pat_${made(27)}`, "login with "),
  sample("databricks", `dapi${hex(32)}`, "workspace "),
  sample("tailscale", `tskey-auth-${made(40)}`, "join "),
  sample("postman", `PMAK-${hex(24)}-${hex(34)}`, "run "),
  sample("planetscale", `pscale_tkn_${made(32)}`, "db "),
  sample("google", `1//0${made(60)}`, "refresh "),
  sample("hubspot", "pat-na1-9f3a7c1e-5b2d-8046-9f3a-7c1e5b2d8046", "crm "),
  sample("azure", made(44), "AccountName=x;AccountKey=", ";EndpointSuffix=y"),
  sample("url", "hunter2pass", "postgres://app:", "@db.internal:5432/app"),
  sample("bearer", made(32), "Authorization: Bearer "),
  sample("basic", "dXNlcjpodW50ZXIy", "authorization: Basic "),
  sample("hash", `$6$saltsalt$${made(60)}`, "root:", ":19000:0:99999:7:::"),
  sample("netrc", "sw0rdf1sh", "machine x.example login me password "),
  sample("password", "hunter2!", "PASSWORD="),
  sample("password", "correct horse battery", 'db_password = "', '"'),
  sample("password", "s3cr3tvalue", "export API_TOKEN="),
  sample("password", "tr0ub4dor", "mysql --password "),
  sample("basic", "Cu9rlB4sicPw", "curl -u deploy:", " https://api.example/v1"),
  sample("basic", "YWxpY2U6czNjcjN0", "> authorization: basic "),
  sample("basic", "Zm9vOmJhcmJhejE=", '"registry.example": { "auth": "', '" }'),
  sample("cookie", "c00kieVal9xK2", "Cookie: session="),
  sample("cookie", "s3tC00kieZ81q", "< Set-Cookie: sid=", "; Path=/; HttpOnly"),
  sample("pgpass", "pgP4ssw0rdX7", "db.internal:5432:app:appuser:"),
  sample("password", "xmlSwordfish7", "  <password>", "</password>"),
  sample("password", "gluedMyPass9", "mysql -h db -u root -p", " shop"),
  sample("password", "sshP4ssGiven", "sshpass -p ", " ssh web-1"),
  sample("password", "saidPassw0rdQ", "my password is "),
  sample("password", "ftpPassw0rd8", "PASS "),
  sample("password", "pwdValue77xx", "user bob pwd "),
  sample("password", "nodemailer#55", "auth: { user: 'bob', pass: '", "' }"),
  { kind: "private-key", secret: pemBody, line: `-----BEGIN PRIVATE KEY-----\n${pemBody}\n-----END PRIVATE KEY-----` },
];
