import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { reachedByCommand } from "./host-policy.ts";

function reached(text: string) {
  const use = reachedByCommand(assess(text, { target: "local", shell: "bash" }), text);
  return { destinations: use?.destinations ?? [], remotes: use?.remotes ?? [] };
}

describe("[HP4] an address over ssh in any command", () => {
  it.each([
    ["docker -H ssh://w-1 ps", "ssh://w-1"],
    ["docker -Hssh://u@w-1:22 ps", "ssh://u@w-1:22"],
    ["docker --host=ssh://w-1 ps", "ssh://w-1"],
    ["DOCKER_HOST=ssh://w-1 docker ps", "ssh://w-1"],
    ["export DOCKER_HOST='ssh://w-1'; docker ps", "ssh://w-1"],
    ["env CONTAINER_HOST=ssh://w-1/run/x podman ps", "ssh://w-1"],
    ["podman --url ssh://u@w-1:22/run ps", "ssh://u@w-1:22"],
    ["bash -c 'docker -H ssh://w-1 ps'", "ssh://w-1"],
    ["virsh -c qemu+ssh://w-1/system list", "ssh://w-1"],
    ["nix copy --to ssh-ng://w-1 x", "ssh://w-1"],
    ["vim scp://w-1//x", "ssh://w-1"],
    ["emacs /ssh:u@w-1:/x", "u@w-1"],
    ["curl -T x sftp://w-1/x", "ssh://w-1"],
    ["lftp sftp://w-1", "ssh://w-1"],
    ["unison a ssh://w-1/b", "ssh://w-1"],
    ["code --remote ssh-remote+w-1 /x", "w-1"],
    ["code --folder-uri=vscode-remote://ssh-remote+u@w-1:22/x", "ssh://u@w-1:22"],
    ["restic -r sftp:u@w-1:/x backup .", "u@w-1"],
    ["RESTIC_REPOSITORY=sftp:w-1:/x restic backup .", "w-1"],
    ["mosh w-1", "w-1"],
    ["dbclient u@w-1 id", "u@w-1"],
    ["a-program-nobody-knows --to=ssh://w-1", "ssh://w-1"],
  ])("is a destination: %s", (text, destination) => {
    expect(reached(text)).toEqual({ destinations: [destination], remotes: [] });
  });

  it.each([
    ["hg clone ssh://w-1/x", "ssh://w-1"],
    ["darcs push u@w-1:x", "u@w-1"],
    ["svn ls svn+ssh://u@w-1/x", "ssh://u@w-1"],
    ["npm install git+ssh://git@w-1/x", "ssh://git@w-1"],
    ["cargo install --git ssh://git@w-1:22/x", "ssh://git@w-1:22"],
    ["a-program-nobody-knows git+ssh://w-1/x", "ssh://w-1"],
    ["git clone ssh://git@w-1/x", "ssh://git@w-1"],
  ])("[HP5] is that of a repository: %s", (text, remote) => {
    expect(reached(text)).toEqual({ destinations: [], remotes: [remote] });
  });

  it.each([
    "docker run -v a:b x",
    "borg create /srv/repo::a f",
    "borg create repo::a f",
    "nix run github:a/b",
    "sed -i s,ssh://a,ssh://b, f",
    "restic -r s3:s3.example/x backup .",
    "curl -o x https://a.example/ssh",
    "grep ssh://w-1 f",
  ])("is not in: %s", (text) => {
    expect(reached(text)).toEqual({ destinations: [], remotes: [] });
  });

  it.each([
    ["systemctl -H w-1 list-units", "w-1"],
    ["systemctl -Hu@w-1 stop x", "u@w-1"],
    ["systemctl -qH w-1 stop x", "w-1"],
    ["systemctl stop x --host=w-1:22/box", "ssh://w-1:22"],
    ["systemctl --host w-1:box stop x", "w-1"],
    ["hostnamectl -H w-1", "w-1"],
    ["loginctl -H w-1 list-sessions", "w-1"],
    ["timedatectl --hos=w-1", "w-1"],
    ["localectl -H w-1", "w-1"],
    ["busctl -H w-1 list", "w-1"],
    ["systemd-analyze -H w-1 blame", "w-1"],
    ["systemd-run -H w-1 id", "w-1"],
    ["machinectl -H w-1 list", "w-1"],
    ["cvs -d :ext:u@w-1:/srv/x login-not", "u@w-1"],
    ["/lib64/ld-linux-x86-64.so.2 /usr/bin/ssh w-1 true", "w-1"],
    ["/lib/ld-musl-x86_64.so.1 --library-path /usr/lib /usr/bin/ssh w-1", "w-1"],
  ])("is a host alone for programs that call ssh with it: %s", (text, host) => {
    const { destinations, remotes } = reached(text);
    expect([...destinations, ...remotes]).toEqual([host]);
  });

  it("may be a container behind a user, of which nobody has to know", () => {
    expect(reached("journalctl -M u@w-1 -n 3")).toEqual({ destinations: [], remotes: ["w-1"] });
    expect(reached("systemctl -M u@.host --user stop x")).toEqual({ destinations: [], remotes: [] });
    expect(reached("systemctl -M box stop x")).toEqual({ destinations: [], remotes: [] });
  });

  it.each(["sshuttle -r w-1 0/0", "pssh -h hosts id", "clusterssh web"])(
    "is unclear where something else names the hosts: %s",
    (text) => {
      expect(reachedByCommand(assess(text, { target: "local", shell: "bash" }), text)?.isUnclear).toBe(true);
    },
  );
});
