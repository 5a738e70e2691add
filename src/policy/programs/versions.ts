import { goTemplate } from "../go-template.ts";
import { onlyComputes } from "../languages/query.ts";
import { gitPrograms } from "./git.ts";
import { type Form, type Program, subs } from "./program.ts";

/** The environment is at hand in a jq text: `--jq env`. */
const query = { test: onlyComputes };
const json: NonNullable<Form["values"]> = {
  "--jq": query,
  "-q": query,
  "--template": goTemplate,
  "-t": goTemplate,
  "--repo": /^[\w.-]+\/[\w.-]+$/,
  "-R": /^[\w.-]+\/[\w.-]+$/,
};
const github: Pick<Form, "values" | "talks" | "prints"> = { values: json, talks: true, prints: "fetched" };
const output = "-q= -t= --json= --jq= --template=";
const repository = "-R=* --repo=/";

/** A number, a branch or a name of the repository; not an address. */
const item = /^(?!.*:\/\/)[\w.#@/-]+$/;

const gh: readonly Form[] = [
  {
    ...github,
    sub: "pr list|issue list|label list|release list",
    options: `${output} ${repository} -d -a= -A= -B=* -H=* -l=* -L= -m= -s= -S=* --app= --assignee= --author=* --base=* --draft
      --head=* --label=* --limit= --mention= --milestone= --search=* --state= --order= --sort= --exclude-drafts
      --exclude-pre-releases`,
    match: [
      "gh pr list --state open --limit 20",
      "gh issue list -l bug",
      "gh pr list --author @me --json number,title",
    ],
    notMatch: [
      "gh pr list --web",
      "gh pr list -w",
      "gh pr list -R git.example.com/a/b",
      "gh pr list --json number --jq env",
      "gh pr list -q '$ ENV'",
      'gh pr list -S "$TOKEN"',
    ],
  },
  {
    ...github,
    sub: "workflow list",
    options: `${output} ${repository} -a -L= --all --limit=`,
    match: ["gh workflow list -a"],
    notMatch: ["gh workflow run x"],
  },
  {
    ...github,
    sub: "pr view|issue view|pr checks|pr status|issue status|release view|workflow view",
    options: `${output} ${repository} -cy -r= --comments --conflict-status --required --yaml --ref=*`,
    operands: ["text"],
    operandIs: item,
    match: ["gh pr view 12 --json title,body", "gh issue view 3 --comments", "gh pr status"],
    notMatch: ["gh pr view 12 --web", "gh pr view https://git.example.com/a/b/pull/1", "gh pr merge 12"],
  },
  {
    ...github,
    sub: "pr diff",
    options: `${repository} --color= --name-only --patch`,
    operands: ["text"],
    operandIs: item,
    match: ["gh pr diff 12"],
    notMatch: ["gh pr diff 12 -w"],
  },
  {
    ...github,
    sub: "run list",
    options: `${output} ${repository} -a -b= -c= -e= -L= -s= -u= -w= --all --branch=* --commit= --event= --limit= --status= --user=*
      --workflow=`,
    match: ["gh run list --workflow ci.yml -L 3"],
    notMatch: ["gh run rerun 1"],
  },
  {
    ...github,
    sub: "run view",
    options: `${output} ${repository} -v -j= -a= --exit-status --job= --log --log-failed --verbose --attempt=`,
    operands: ["text"],
    operandIs: item,
    match: ["gh run view 123 --log-failed"],
    notMatch: ["gh run view 1 --web", "gh run download 1"],
  },
  {
    ...github,
    sub: "repo view",
    options: `${output} -b= --branch=*`,
    operands: ["text"],
    operandIs: /^[\w.-]+(?:\/[\w.-]+)?$/,
    match: ["gh repo view acme/app"],
    notMatch: ["gh repo view git.example.com/a/b", "gh repo delete acme/app"],
  },
  {
    ...github,
    sub: "repo list",
    options: `${output} -l= -L= --archived --fork --language= --limit= --no-archived --source --topic= --visibility=`,
    operands: ["text"],
    operandIs: /^[\w.-]+$/,
    match: ["gh repo list acme -L 5"],
    notMatch: ["gh repo clone acme/app"],
  },
  {
    ...github,
    sub: "search repos|search issues|search prs|search commits|search code",
    options: `${output} -L= --limit= --owner= --repo=/ --language= --sort= --order= --state= --author=* --assignee= --label=* --topic=
      --stars= --created= --updated= --match=* --extension= --filename= --visibility= --archived --draft --merged`,
    operands: ["text"],
    operandIs: /^/,
    match: ["gh search repos policy --limit 5"],
    notMatch: ["gh search repos x --web", 'gh search code "$(cat x)"'],
  },
  {
    ...github,
    sub: "api",
    options: "-i -q= -t= -p= --jq= --template= --paginate --slurp --include --silent --preview=",
    operands: ["text"],
    operandIs: /^(?!\/?graphql)[\w{}./?&=%-]+$/,
    match: ["gh api repos/acme/app/pulls --paginate --jq '.[].title'"],
    notMatch: [
      "gh api repos/acme/app -X DELETE",
      "gh api repos/acme/app/issues -f title=x",
      "gh api https://evil.example/x",
      "gh api graphql",
      "gh api user --jq env",
    ],
  },
  {
    ...github,
    sub: "auth status",
    match: ["gh auth status"],
    notMatch: ["gh auth status --show-token", "gh auth status -t", "gh auth token", "gh auth status -h evil.example"],
  },
];

/** git and its relatives, and the sites that host repositories. */
export const versionControlPrograms: readonly Program[] = [
  ...gitPrograms,
  { ...subs("gh", "", gh), starts: ["git"], opens: /\/gh\/|\/gh-cli-cache\// },
];
