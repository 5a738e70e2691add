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

const gitlab: readonly Form[] = [
  {
    ...github,
    sub: "mr list|issue list|ci list|ci status|pipeline list|release list|label list",
    options: `${repository} -AcM -P= -p= --all --closed --merged --draft --author=* --assignee= --label=* --milestone= --search=*
      --per-page= --page=`,
    match: ["glab mr list", "glab ci status"],
    notMatch: ["glab mr list --web", "glab ci status --live", "glab mr list -R git.example.com/a/b"],
  },
  {
    ...github,
    sub: "mr view|issue view",
    options: `${repository} -c --comments`,
    operands: ["text"],
    operandIs: item,
    match: ["glab mr view 12 --comments"],
    notMatch: ["glab mr view 12 --web", "glab mr merge 12"],
  },
];

/** A revision by its number or name: more of its language asks other machines (`outgoing()`). */
const revision = { "-r": /^[\w.:-]+$/, "--rev": /^[\w.:-]+$/, "-c": /^[\w.-]+$/, "--change": /^[\w.-]+$/ };

const hg: readonly Form[] = [
  {
    sub: "status|st",
    options:
      "-AmardcuinC0qv --all --modified --added --removed --deleted --clean --unknown --ignored --no-status --copies",
    operands: ["text"],
    match: ["hg status"],
    notMatch: ["hg status --config x=y", "hg --cwd /x status", "hg status -R /x"],
  },
  {
    sub: "log|history",
    options: `-fCpgGMvq -d= -k=* -r= -u=* -b=* -l= --follow --date=* --keyword=* --rev= --user=* --branch=* --patch --git --limit=
      --no-merges --stat --graph --verbose --quiet`,
    values: revision,
    operands: ["text"],
    match: ["hg log -l 5"],
    notMatch: ["hg log -r 'outgoing()'", "hg log -T x", "hg log --style /x"],
  },
  {
    sub: "diff",
    options: "-agpwbBvq -r= -c= -U= --rev= --change= --text --git --stat --unified= --ignore-all-space --nodates",
    values: revision,
    operands: ["text"],
    match: ["hg diff --stat"],
    notMatch: ["hg extdiff -p ./x"],
  },
  {
    sub: "summary|sum|branches|tags|heads|id|identify",
    options: "-nibtBcqv",
    match: ["hg summary", "hg id -i"],
    notMatch: ["hg summary --remote", "hg id https://x.example"],
  },
];

const svn: readonly Form[] = [
  {
    // Behind an @ stands a revision, which the server is asked about, and behind a ^ a place there.
    sub: "info|status|st|stat",
    options:
      "-RNvq --recursive --non-recursive --depth= --xml --incremental --show-item= --no-newline --verbose --quiet --no-ignore --ignore-externals",
    operands: ["stat"],
    operandIs: /^[^@:^]+$/,
    match: ["svn info", "svn status -q src"],
    notMatch: [
      "svn info ^/f",
      "svn status -u",
      "svn info -r HEAD",
      "svn info x@HEAD",
      "svn info http://x.example/r",
      "svn log",
    ],
  },
  {
    sub: "diff|di",
    options: "--summarize --git --no-diff-deleted --depth=",
    operands: ["read"],
    // In another working copy nobody has looked for links.
    operandIs: /^(?!\/|~|(?:.*\/)?\.\.(?:\/|$))[^@:^]+$/,
    match: ["svn diff src"],
    notMatch: [
      "svn diff ^/f",
      "svn diff ../other",
      "svn diff /srv/other",
      "svn diff --diff-cmd x",
      "svn diff -r 1:2",
      "svn diff x@1",
    ],
  },
];

/** git and its relatives, and the sites that host repositories. */
export const versionControlPrograms: readonly Program[] = [
  ...gitPrograms,
  { ...subs("gh", "", gh), starts: ["git"], opens: /\/gh\/|\/gh-cli-cache\// },
  { ...subs("glab", "", gitlab), starts: ["git"] },
  subs("hg", "-vqy --verbose --quiet --noninteractive", hg),
  { ...subs("svn", "", svn), opens: /\/\.subversion|\/\.svn\/wc\.db/ },
  // What jj shows of a repository it records there first: it is free where there is none.
  subs("jj", "--no-pager", [
    {
      sub: "status|st|log|diff|show|evolog|op log",
      options: "-s -n= -r= --no-pager --stat --summary --git --limit=",
      match: ["jj log", "jj diff"],
      notMatch: ["jj -R /x log", "jj --config a=b log", "jj abandon"],
    },
  ]),
];
