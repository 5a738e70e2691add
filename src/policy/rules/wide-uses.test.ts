import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { assessFiles } from "../assess-files.ts";
import type { PolicyContext } from "../types.ts";
import { parseRules } from "./parse-rules.ts";

const context: PolicyContext = {
  target: "local",
  shell: "bash",
  cwd: "/home/dev/app",
  home: "/home/dev",
  project: "/home/dev/app",
};
const rulesOf = (when: string, effect = "deny") =>
  parseRules(`[[rule]]\nid = "no"\neffect = "${effect}"\nwhy = "No."\nwhen = { ${when} }`, { scope: "user", file: "f" })
    .rules;
const verdicts = (commands: readonly string[], when: string, more: Partial<PolicyContext> = {}, effect = "deny") =>
  commands.map((line) => [line, assess(line, { ...context, ...more, rules: rulesOf(when, effect) }).verdict]);
const all = (commands: readonly string[], verdict: string) => commands.map((line) => [line, verdict]);
const lines = (text: string) => text.trim().split(/\s*\n\s*/);

const aroundPrivate = lines(`
  rg topic
  rg topic .
  rg topic /home/dev
  rg -l topic
  grep -r topic .
  grep -r topic
  grep -Rn topic ..
  diff -r . /srv/other
  git grep topic
  git grep topic -- ':!src'
  git log -p -1
  git log --patch
  git show
  git show HEAD
  git diff
  git diff --cached
  git diff HEAD~1
  git diff -- '*.ts'
  git -C /home/dev/app diff
  git stash show -p
  cd src && rg topic ..
  cd src && git log -p
  find . -type f -exec cat {} +
  fd -x head -1
  hg diff
  svn diff
  jj show
`);

describe("[PO176] a rule that tightens for a path, for what is read below a folder", () => {
  it.each([
    'path = "private/**"',
    'path = "/home/dev/app/private/**"',
    'path = "~/app/private/*"',
    'path = "**/*.pem"',
  ])("asks where a search or git's history may meet it: %s", (when) => {
    expect(verdicts(aroundPrivate, when)).toEqual(all(aroundPrivate, "ask"));
    expect(verdicts(aroundPrivate, `risk = ["read"], ${when}`)).toEqual(all(aroundPrivate, "ask"));
    expect(verdicts(aroundPrivate, when, {}, "danger")).toEqual(all(aroundPrivate, "ask"));
  });

  it("refuses a file of a commit that is named", () => {
    const named = lines(`
      git show HEAD:private/a
      git show :private/a
      git show HEAD:./private/a
      git cat-file -p HEAD:private/a
      git log -L1,2:private/a
      git diff -- ':(top)private/a'
      git diff -- private
      git blame private/a
    `);
    expect(verdicts(named, 'path = "private/**"')).toEqual(all(named, "deny"));
  });

  it("lets alone what lists names and what reads elsewhere", () => {
    const others = lines(`
      ls
      ls -R
      find . -name a
      tree
      git status
      git ls-files
      git log --oneline -10
      git diff --stat
      git diff -- src
      git log -p -- src/a.ts
      git branch -a
      rg topic src
      rg --files
      grep topic a.txt
      grep -r topic src docs
      cat README.md
      echo hello | rg topic
      git show HEAD:src/a.ts
      find src -exec cat {} +
      find . -exec ls {} +
      git status
    `);
    expect(verdicts(others, 'path = "private/**"')).toEqual(all(others, "allow"));
    expect(verdicts(["rg topic", "git diff", "cat src/a.ts"], 'path = "/etc/**"')).toEqual(
      all(["rg topic", "git diff", "cat src/a.ts"], "allow"),
    );
    expect(verdicts(["rg topic", "git diff"], 'risk = ["write"], path = "private/**"')).toEqual(
      all(["rg topic", "git diff"], "allow"),
    );
  });

  it("holds by both names of a project that a link leads to, and where the folder is not known", () => {
    const linked = { cwd: "/srv/link/src", project: "/home/dev/app", projectName: "/srv/link" };
    const searches = ["rg topic ..", "git diff", "rg topic /srv/link", "rg topic /home/dev/app"];
    expect(verdicts(searches, 'path = "/home/dev/app/private/**"', linked)).toEqual(all(searches, "ask"));
    expect(verdicts(searches, 'path = "private/**"', linked)).toEqual(all(searches, "ask"));
    const unknown: PolicyContext = { target: "local", shell: "bash", rules: rulesOf('path = "private/**"') };
    const adrift = ["rg topic", "git diff"];
    expect(adrift.map((line) => [line, assess(line, unknown).verdict])).toEqual(all(adrift, "ask"));
  });

  it("leaves what is allowed to be kept or sent by git as it is", () => {
    const allowing = parseRules('[[rule]]\nid = "g"\neffect = "allow"\nwhy = "x"\nwhen = { cmd = "git fetch" }', {
      scope: "user",
      file: "f",
    }).rules;
    const rules = [...allowing, ...rulesOf('path = "private/**"')];
    expect(assess("git fetch", { ...context, rules }).verdict).toBe("allow");
  });

  it("asks about the search of a tool, and refuses it in the place itself", () => {
    const search = (path: string, isSearch = true) =>
      assessFiles({ access: "read", paths: [path], isSearch }, { ...context, rules: rulesOf('path = "private/**"') })
        .verdict;
    expect([search("."), search("/home/dev/app"), search("src"), search("private"), search(".", false)]).toEqual([
      "ask",
      "ask",
      "allow",
      "deny",
      "allow",
    ]);
  });
});

describe("[PO177] a rule that tightens for a path, for what a program writes by names of its own", () => {
  const writers = lines(`
    unzip -o b.zip
    tar xf b.tar
    tar xf b.tar -C .
    7z x a.7z
    git apply b.patch
    patch -p1 -i b.patch
    cp -r d/. .
    cp -a d .
    rsync -a d/ ./
    git checkout other
    git switch other
    git merge other
    git pull
    git rebase other
    git cherry-pick x
    git stash
    git stash pop
    git -C /home/dev/app merge other
    cd src && git merge other
    find . -name main.tf -delete
    chmod -R 600 .
    rm -r /home/dev/app
    split a
    find . -name '*.tf' -exec sed -i s/a/b/ {} +
    echo 'open("infra/main.tf", "w")' | python3
  `).concat('python3 <<E\nopen("infra/main.tf", "w")\nE', `python3 <<E\n${"a b ".repeat(2000)}\nE`);

  it.each(['risk = ["write", "destructive"], path = "infra/**"', 'path = "infra/**"'])(
    "leaves to a person, in every mode, what may change it: %s",
    (when) => {
      expect(verdicts(writers, when)).toEqual(all(writers, "danger"));
      expect(verdicts(["git merge other", "unzip b.zip"], when, {}, "ask")).toEqual(
        all(["git merge other", "unzip b.zip"], "ask"),
      );
    },
  );

  it("refuses where the path stands in the line", () => {
    const named = lines(`
      git clone . infra/c
      git clone https://example.com/me/infra.git
      python3 -c 'open("infra/main.tf","w")'
      python3 -c "open('/home/dev/app/infra/main.tf','w')"
      node -e 'fs.rmSync("./infra/x")'
      perl -e 'unlink "infra/x"'
      prettier --write infra/x.ts
      unzip b.zip -d infra
      git checkout other -- infra/main.tf
    `);
    expect(verdicts(named, 'risk = ["write", "destructive"], path = "infra/**"')).toEqual(all(named, "deny"));
  });

  it("says nothing about what is written elsewhere, and about what is only kept in the repository", () => {
    const others = lines(`
      git commit -m "change infra/main.tf"
      git add .
      git fetch
      git push
      git push origin infra/x
      git tag v1
      git branch x
      git checkout -b new
      git checkout -- src
      git clone https://example.com/me/other
      unzip b.zip -d /srv/out
      tar xf b.tar -C src
      cp -r infrastructure src
      rm -r dist
      touch src/a
      mkdir x
      npm test
      make
      kubectl apply -f x
      tar czf x.tgz src
      python3 -c 'print(1)'
      cat infra/a.json | python3 -c 'print(1)'
      find src -exec sed -i s/a/b/ {} +
    `);
    const plain = others.map((line) => [line, assess(line, context).verdict]);
    expect(verdicts(others, 'risk = ["write", "destructive"], path = "infra/**"')).toEqual(plain);
  });
});

describe("[PO178] a rule that tightens for a risk", () => {
  it("holds for what is proved to read", () => {
    const reads = [
      "cat private/a",
      "cat < private/a",
      "cat private/a > b",
      "head -1 private/a | sort",
      "sudo cat private/a",
    ];
    expect(verdicts(reads, 'risk = ["read"], path = "private/**"')).toEqual(all(reads, "deny"));
    expect(
      verdicts(["cat /etc/hosts", "uptime"], 'risk = ["read"], target = "ssh:vault"', { target: "ssh:vault" }),
    ).toEqual(all(["cat /etc/hosts", "uptime"], "deny"));
    expect(verdicts(["kubectl get pods"], 'cmd = ["kubectl"], risk = ["read"]')).toEqual([
      ["kubectl get pods", "deny"],
    ]);
    const tool = { ...context, rules: rulesOf('risk = ["read"], path = "private/**"') };
    expect(["private/a", "src/a"].map((path) => assessFiles({ access: "read", paths: [path] }, tool).verdict)).toEqual([
      "deny",
      "allow",
    ]);
    expect(verdicts(["touch private/a", "cat src/a"], 'risk = ["read"], path = "private/**"')).toEqual([
      ["touch private/a", "ask"],
      ["cat src/a", "allow"],
    ]);
  });

  it("[PO179] holds by network for a look that asks another machine, and not for others of its program", () => {
    const asking = lines(`
      gh pr list
      kubectl get pods
      aws s3 ls
      az vm list
      npm view react
      getent hosts example.com
      docker search word
      git ls-remote origin
    `).filter((line) => assess(line, context).verdict === "allow");
    expect(asking.length).toBeGreaterThan(4);
    expect(verdicts(asking, 'risk = ["network", "exfil"]')).toEqual(all(asking, "deny"));
    const local = ["git status", "npm ls", "docker ps", "cat a", "git diff"];
    const plain = local.map((line) => [line, assess(line, context).verdict]);
    expect(verdicts(local, 'risk = ["network", "exfil"]')).toEqual(plain);
  });
});
