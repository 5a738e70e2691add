import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { createPolicyJudge } from "../judge/policy-judge.ts";
import { reachedByCommand } from "./host-policy.ts";
import { withSettingsRemotes } from "./settings-remotes.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-settings-")));
  mkdirSync(join(folder, "home/project/sub"), { recursive: true });
  vi.stubEnv("HOME", join(folder, "home"));
  for (const name of ["DOCKER_HOST", "DOCKER_CONFIG", "CONTAINER_HOST", "XDG_CONFIG_HOME", "CVSROOT", "KUBECONFIG"])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string) {
  mkdirSync(dirname(join(folder, "home", name)), { recursive: true });
  writeFileSync(join(folder, "home", name), text);
}

async function reached(text: string) {
  const terminal = await createFakeTerminals().open({} as never);
  const assessment = assess(text, { target: "local", shell: "bash" });
  const place = { terminal, cwd: join(folder, "home/project"), signal: AbortSignal.timeout(20_000) };
  const use = await withSettingsRemotes(reachedByCommand(assessment, text), assessment, place);
  return { remotes: use?.remotes ?? [], mentions: use?.mentions ?? [], isUnclear: use?.isUnclear ?? false };
}
async function remotesOf(text: string) {
  const { remotes, isUnclear } = await reached(text);
  return { remotes, isUnclear };
}

const context = (host: string) => JSON.stringify({ Name: "prod", Endpoints: { docker: { Host: host } } });
const database = (address: string) => `SQLite format 3\0\x01\x17\x81${address}0b5c1f7e-1a2b-4c3d-8e9f-001122334455\0x`;

describe("[HP5] a program whose own settings name the machine", () => {
  it.each([
    [".docker/contexts/meta/ab12/meta.json", context("ssh://prod"), "docker --context prod ps"],
    [".docker/contexts/meta/ab12/meta.json", context("ssh://prod"), "docker ps"],
    [".docker/contexts/meta/ab12/meta.json", context("ssh:\\/\\/prod"), "docker stop x"],
    [".docker/contexts/meta/ab12/meta.json", context("ssh://prod"), "cd sub && docker compose up -d"],
    [".docker/contexts/meta/ab12/meta.json", context("ssh://prod"), "docker exec $C ls"],
    [".docker/contexts/meta/ab12/meta.json", context("ssh://prod"), "docker-compose ps"],
    [".docker/buildx/instances/far", '{"Nodes":[{"Endpoint":"ssh://prod"}]}', "docker buildx build ."],
    ["project/.env", "DOCKER_HOST=ssh://prod\n", "docker compose up"],
    [".config/containers/containers.conf", '[engine]\nuri = "ssh://prod/run/x.sock"\n', "podman ps"],
    [".config/containers/podman-connections.json", '{"URI":"ssh://prod/run"}', "podman --connection a stop x"],
    ["project/.hg/hgrc", "[paths]\ndefault = ssh://prod//srv/x\n", "hg push"],
    ["project/.hg/hgrc", "[paths]\ndefault = ssh://prod//srv/x\n", "cd sub; hg incoming"],
    ["other/.hg/hgrc", "[paths]\ndefault = ssh://prod//srv/x\n", "hg -R ../other push"],
    ["other/.hg/hgrc", "[paths]\ndefault = ssh://prod//srv/x\n", "hg push -R../other"],
    [".hgrc", "[paths]\nfar = ssh://prod//srv/x\n", "hg push far"],
    ["project/.svn/wc.db", database("svn+ssh://prod/srv/x"), "svn commit -m x"],
    ["project/.svn/wc.db", database("svn+ssh://prod"), "svn update"],
    ["project/.svn/wc.db", database("svn+far://prod/x"), "svn status -u"],
    ["other/.svn/wc.db", database("svn+ssh://prod/x"), "svn commit -m x ~/other"],
    ["project/.bzr/branch/branch.conf", "push_location = bzr+ssh://prod/x\n", "bzr push"],
    ["project/.bzr/branch/branch.conf", "parent_location = sftp://prod/x\n", "brz pull"],
  ])("goes where they lead: %s, %s, %s", async (name, text, command) => {
    write(name, text);
    expect(await remotesOf(command)).toEqual({ remotes: ["ssh://prod"], isUnclear: false });
  });

  it.each([
    ["project/_darcs/prefs/defaultrepo", "u@prod:x\n", "darcs push"],
    ["project/CVS/Root", ":ext:u@prod:/srv/x\n", "cvs commit -m x"],
    ["project/CVS/Root", "u@prod:/srv/x\n", "cvs update"],
  ])("goes where a line leads: %s, %s, %s", async (name, text, command) => {
    write(name, text);
    expect(await remotesOf(command)).toEqual({ remotes: ["u@prod"], isUnclear: false });
  });

  it("goes where the environment leads", async () => {
    vi.stubEnv("DOCKER_HOST", "ssh://u@prod:22");
    expect(await remotesOf("docker ps")).toEqual({ remotes: ["ssh://u@prod:22"], isUnclear: false });
  });

  it.each([
    "docker --config ../x ps",
    "docker -H $X ps",
    "DOCKER_CONFIG=../x docker ps",
    "HOME=/x podman ps",
    "hg push $X",
    "kubectl --kubeconfig x get pods",
    "kubectl get pods --kubeconfig=x",
    "KUBECONFIG=x kubectl apply -f y",
    "apt-get -o Dir::Etc=x update",
    'cd "$X" && svn update',
    "cd absent && hg push",
  ])("is unclear where other settings are meant, or none can be read: %s", async (text) =>
    expect(await reached(text)).toMatchObject({ isUnclear: true }),
  );

  it("is unclear where a file includes others, or is another one for each process", async () => {
    write("project/.hg/hgrc", "%include ../../more\n");
    expect(await reached("hg push")).toMatchObject({ isUnclear: true });
    mkdirSync(join(folder, "home/.docker"));
    symlinkSync("/dev/stdin", join(folder, "home/.docker/config.json"));
    expect(await reached("docker ps")).toMatchObject({ isUnclear: true });
  });

  it.each(["hg status", "hg commit -m x", "svn status", "svn diff", "ls", "docker ps", "docker run -v /:/x alpine id"])(
    "goes nowhere: %s",
    async (text) => {
      write("project/.hg/hgrc", "[paths]\ndefault = ssh://prod//srv/x\n");
      write("project/.svn/wc.db", database("svn+ssh://prod/srv/x"));
      write(".docker/contexts/meta/ab12/meta.json", context("unix:///run/docker.sock"));
      expect(await remotesOf(text)).toEqual({ remotes: [], isUnclear: false });
    },
  );

  it.each([
    [".kube/config", "clusters:\n- cluster:\n    server: https://10.9.8.7:6443\n", "kubectl get pods"],
    [".kube/config", "- cluster: {server: 'https://10.9.8.7:6443'}\n", "helm upgrade web ./chart"],
    [
      ".config/helm/repositories.yaml",
      "repositories:\n- url: https://10.9.8.7:6443/charts\n",
      "helm install web far/web",
    ],
  ])("asks the server that they name, as if a word of the line did: %s, %s, %s", async (name, text, command) => {
    write(name, text);
    const { mentions, ...use } = await reached(command);
    expect([use, mentions.includes("https://10.9.8.7:6443")]).toEqual([{ remotes: [], isUnclear: false }, true]);
  });

  it("asks the servers of every file that a variable lists", async () => {
    write("one", "server: https://one.test:6443\n");
    write("two", "server: https://two.test\n");
    vi.stubEnv("KUBECONFIG", `${join(folder, "home/one")}:${join(folder, "home/absent")}:${join(folder, "home/two")}`);
    const { mentions } = await reached("kubectl get pods");
    expect(mentions.filter((each) => each.startsWith("https:"))).toEqual(["https://one.test:6443", "https://two.test"]);
  });

  it("is asked about also where it is allowed, and only looked up where a host is held", async () => {
    write(".docker/contexts/meta/ab12/meta.json", context("ssh://prod"));
    const terminal = await createFakeTerminals().open({} as never);
    const opinion = async (isHeld: boolean) => {
      const judge = createPolicyJudge({
        dangerousPatterns: [],
        rules: () => [],
        parseKeys: (keys) => keys,
        hostPolicy: () => "default",
        holdsHosts: () => isHeld,
        reachedHostPolicy: async ({ remotes }) =>
          remotes.includes("ssh://prod") ? [{ name: "prod", policy: "protected" }] : "default",
      });
      const act = { kind: "command", session: "s", target: "local", text: "docker --context prod ps", shell: "bash" };
      return judge(
        { ...act, cwd: join(folder, "home/project") } as never,
        { terminal, signal: AbortSignal.timeout(20_000) } as never,
      );
    };
    expect(await opinion(true)).toMatchObject({ verdict: "ask", protectedHost: { name: "prod", isRead: true } });
    expect(await opinion(false)).toMatchObject({ verdict: "allow" });
  });
});
