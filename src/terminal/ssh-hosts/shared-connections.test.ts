import { describe, expect, it } from "vitest";
import { finder } from "../../../test/support/host-finder.ts";
import { needs } from "../../../test/support/needs.ts";

describe("[HP2] a host over a connection that others have opened", needs("ssh"), () => {
  const shared = (path: string, more = "") =>
    finder(`Host web-1\n  HostName 192.0.2.7\n  User root\n${more}Host *\n  ControlPath ${path}\n`, { "web-1": null });
  const inShared = [{ name: "web-1", doubt: expect.stringContaining("ControlPath") }];

  it.each([
    ["~/.ssh/%C", "root@192.0.2.72", "2"],
    ["~/.ssh/%C", "root@192.0.2.", "722"],
    ["~/.ssh/%C", "ssh://root@192.0.2.72:2", null],
    ["~/.ssh/%C", "ssh://root@192.0.2.:722", null],
    // Whoever opened the connection may have done so as another user.
    ["~/.ssh/%C", "alice@192.0.2.72", "2"],
    ["~/.ssh/cm-%h%p", "192.0.2.72", "2"],
    ["~/.ssh/%r%h", "roo@t192.0.2.7", null],
  ])("may be a host whose connection has the same name under %s: %s at %s", async (path, destination, port) => {
    expect(await shared(path).guess(destination, port)).toEqual(inShared);
  });

  it("may be a host whose name is in part the user that an agent wrote", async () => {
    const text = "Host web-1\n  HostName web-1.example\nHost *\n  ControlPath ~/.ssh/%r-%h-%p\n";
    const { guess } = finder(`Host alias\n  HostName 1.example\n${text}`, { "web-1": null });
    expect([await guess("root-web@1.example"), await guess("root-web@alias")]).toEqual([inShared, inShared]);
  });

  it.each(["~/.ssh/%C", "~/.ssh/cm-%r@%h:%p", "~/.ssh/%r-%h-%p", "/tmp/%n-%p", "~/.ssh/%h"])(
    "is not in doubt where connections have names of their own: %s",
    async (path) => {
      const hosts = ["192.0.2.72", "10.0.0.9", "2001:db8::9", "db-1", "web-12", "www.example.com"];
      const blocks = [
        "Host db-1\n  HostName 10.0.0.8\n",
        "Host web-12\n  HostName 192.0.2.77\n",
        "Host www.example.com\n  HostName 10.0.0.3\n",
      ];
      const { full, guess } = shared(path, blocks.join(""));
      const all = hosts.flatMap((host) => [full(host), full(`root@${host}`), guess(host), guess(host, "2222")]);
      expect((await Promise.all(all)).flat()).toEqual([]);
      const named = finder(`Host *\n  ControlPath ${path}\n`, { site: "example.com", "web-1": null });
      const others = ["www.example.com", "web-12", "my-web-1x", "example.com.au"];
      expect((await Promise.all(others.map((host) => named.full(host)))).flat()).toEqual([]);
    },
  );

  it("may be another port of a host where the connection is named without one", async () => {
    const { full } = shared("~/.ssh/%h");
    expect([await full("ssh://192.0.2.7:2222"), await full("192.0.2.7")]).toEqual([inShared, [{ name: "web-1" }]]);
  });
});
