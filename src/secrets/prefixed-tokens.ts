import type { SecretFormat } from "./formats.ts";

/**
 * Tokens that begin with the sign of a service: kind, beginning, and what follows. Nothing else on a page has such a
 * beginning and so many letters behind it, so they are known also where no name stands beside them.
 */
const rows = String.raw`
  cotty cotty_ [a-z0-9]{8,}_[\w-]{40,}
  atlassian ATATT3 [\w=.-]{60,}
  atlassian ATCTT3 [\w=.-]{60,}
  bitbucket ATBB [A-Za-z0-9]{28,}
  databricks dapi [0-9a-f]{32}
  docker dckr_pat_ [\w-]{20,}
  docker dckr_oat_ [\w-]{20,}
  doppler dp.pt. [A-Za-z0-9]{40,}
  doppler dp.st. [\w.-]{40,}
  doppler dp.ct. [A-Za-z0-9]{40,}
  doppler dp.sa. [A-Za-z0-9]{40,}
  linear lin_api_ [A-Za-z0-9]{32,}
  linear lin_oauth_ [A-Za-z0-9]{32,}
  supabase sbp_ [0-9a-f]{40}
  supabase sb_secret_ [\w-]{20,}
  grafana glsa_ [A-Za-z0-9]{32}_[0-9a-f]{8}
  grafana glc_ [A-Za-z0-9+/=]{32,}
  notion ntn_ [A-Za-z0-9]{40,}
  figma figd_ [\w-]{36,}
  tailscale tskey- [a-z]+-[\w-]{20,}
  groq gsk_ [A-Za-z0-9]{40,}
  xai xai- [A-Za-z0-9]{60,}
  replicate r8_ [A-Za-z0-9]{36,}
  nvidia nvapi- [\w-]{50,}
  perplexity pplx- [A-Za-z0-9]{40,}
  planetscale pscale_ (?:tkn|pw|oauth)_[\w.-]{30,}
  fly fo1_ [\w-]{40,}
  fly fm1_ [\w+/=-]{60,}
  fly fm2_ [\w+/=-]{60,}
  render rnd_ [A-Za-z0-9]{26,}
  gitlab gloas- [\w-]{20,}
  gitlab glagent- [\w-]{20,}
  gitlab glimt- [\w-]{20,}
  gitlab glffct- [\w-]{20,}
  rubygems rubygems_ [0-9a-f]{48}
  postman PMAK- [0-9a-f]{24}-[0-9a-f]{34}
  newrelic NRAK- [A-Z0-9]{27}
  sentry sntrys_ [\w+/=-]{40,}
  sentry sntryu_ [0-9a-f]{60,}
  honeycomb hcaik_ [a-z0-9]{50,}
  onepassword ops_eyJ [\w=-]{60,}
  langsmith lsv2_ (?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
  pinecone pcsk_ \w{50,}
  tavily tvly- [\w-]{28,}
  e2b e2b_ [0-9a-f]{40}
  firecrawl fc- [0-9a-f]{32}
  neon napi_ [a-z0-9]{60,}
  resend re_ [A-Za-z0-9]{8}_[A-Za-z0-9]{20,}
  brevo xkeysib- [0-9a-f]{64}-\w{16}
  brevo xsmtpsib- [0-9a-f]{64}-\w{16}
  hubspot pat- (?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f-]{27}
  airtable pat [A-Za-z0-9]{14}\.[0-9a-f]{64}
  alibaba LTAI [A-Za-z0-9]{16,24}
  tencent AKID [A-Za-z0-9]{32}
  jfrog AKCp [A-Za-z0-9]{60,}
  jfrog cmVmdGtu [A-Za-z0-9]{50,}
  adafruit aio_ [A-Za-z0-9]{28}
  prefect pnu_ [A-Za-z0-9]{36}
  pulumi pul- [0-9a-f]{40}
  buildkite bkua_ [0-9a-f]{40}
  circleci CCIPAT_ \w{22}_[0-9a-f]{40}
  snyk snyk_uat. [\w.-]{28,}
  snyk snyk_sat. [\w.-]{28,}
  duffel duffel_ (?:live|test)_[\w-]{40,}
  contentful CFPAT- [\w-]{40,}
  mapbox sk.eyJ [\w-]{30,}\.[\w-]{20,}
  posthog phx_ [A-Za-z0-9]{40,}
  easypost EZAK [A-Za-z0-9]{54}
  easypost EZTK [A-Za-z0-9]{54}
  frameio fio-u- [\w-]{60,}
  dnsimple dnsimple_ [au]_[A-Za-z0-9]{30,}
  linkedin WPL_AP [01]\.\w{16}\.\w{8}
  square EAAAE [\w-]{55,}
  google 1//0 [\w-]{40,}
  stytch secret- (?:live|test)-[\w-]{30,}
  clickup pk_ \d{5,}_[A-Z0-9]{32}
  terraform atlasv1. [\w-]{55,}
  nuget oy2 [a-z0-9]{43}(?![a-z0-9])`;

const literal = (text: string): string => text.replaceAll(/[.+/]/g, String.raw`\$&`);

/** No run of one letter or of the alphabet, which stand in examples. */
const isMade = (value: string): boolean => /\d|[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value) && new Set(value).size >= 10;

/** Three letters of the beginning, with a sign among them where there is one: few texts have those. */
const hintOf = (start: string): string => (/\W|_/.test(start.slice(-3)) ? start.slice(-3) : start.slice(0, 3));

export const prefixedTokens: readonly SecretFormat[] = rows
  .trim()
  .split("\n")
  .map((row): SecretFormat => {
    const [kind = "", start = "", body = ""] = row.trim().split(" ");
    // A point may stand in front: the first part of a token of Terraform says nothing.
    const pattern = new RegExp(String.raw`(?<![A-Za-z0-9])${literal(start)}${body}`, "g");
    return { kind, pattern, hints: [hintOf(start)], accepts: isMade };
  });

/** A link that logs a browser in: whoever has it may operate. */
export const loginLink: SecretFormat = {
  kind: "cotty",
  pattern: /\/login\?code=([\w-]{16,})/g,
  hints: ["n?c"],
};
