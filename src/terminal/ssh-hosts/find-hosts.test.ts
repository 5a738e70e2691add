import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fc, it as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { finder, folder, lookedUp } from "../../../test/support/host-finder.ts";
import { needs } from "../../../test/support/needs.ts";
import { plainName } from "../ssh/machine.ts";

const config = `
Host web-1
  HostName 10.0.0.7
  Port 2222
  User alice
Host www *.front
  HostName 10.0.0.7
  Port 2222
Host spare
  HostName 10.0.0.7
Host v6
  HostName 2001:DB8:0:0::7
Host tunnel
  HostName localhost
  Port 4711
  HostKeyAlias db.example
`;

describe("[HP1] the host that a destination is", needs("ssh"), () => {
  it.each([
    ["its name", "web-1"],
    ["its name in capitals", "WEB-1"],
    ["its name with a user", "root@web-1"],
    ["its name as an address of ssh", "ssh://web-1"],
    ["its address and port", "ssh://bob@10.0.0.7:2222"],
    ["its address in another notation", "ssh://bob@0xa000007:2222"],
    ["another alias of the same machine", "www"],
    ["a pattern that leads there", "anything.front"],
  ])("is found by %s", async (_, destination) => {
    expect(await finder(config, { "web-1": null }).matching(destination)).toEqual(["web-1"]);
  });

  it("is not another port, another address or another name", async () => {
    const { matching } = finder(config, { "web-1": null });
    const others = ["spare", "ssh://10.0.0.7", "ssh://10.0.0.8:2222", "web-10"];
    expect(await Promise.all(others.map((other) => matching(other)))).toEqual(others.map(() => []));
  });

  it("is found by every spelling of an IPv6 address", async () => {
    const { matching } = finder(config, { v6: null });
    const spellings = ["ssh://[2001:db8::7]", "ssh://root@[2001:0db8:0::0007]:22", "2001:db8::7"];
    expect(await Promise.all(spellings.map((other) => matching(other)))).toEqual(spellings.map(() => ["v6"]));
  });

  it("is this machine under each of its names and addresses", async () => {
    const { matching } = finder("", { here: "localhost" });
    const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
    const names = ["127.0.0.1", "ssh://[::1]", "LOCALHOST.", "127.1", "0", ...own];
    expect(await Promise.all(names.map((name) => matching(name)))).toEqual(names.map(() => ["here"]));
  });

  it("is found through the name its key is kept under", async () => {
    const { matching } = finder(config, { db: "db.example" });
    expect([await matching("tunnel"), await matching("ssh://localhost:4711")]).toEqual([["db"], []]);
  });

  it("is found by the destination that the configuration gives it, and by its own name", async () => {
    const { matching } = finder(config, { shop: "carol@web-1" });
    expect([await matching("www"), await matching("x@shop"), await matching("spare")]).toEqual([
      ["shop"],
      ["shop"],
      [],
    ]);
  });

  it("is every host that is the same machine", async () => {
    expect(await finder(config, { "web-1": null, www: null, spare: null }).matching("ssh://10.0.0.7:2222")).toEqual([
      "web-1",
      "www",
    ]);
  });

  it("is another machine behind another jump host, and the same one behind another name of it", async () => {
    const jumps = `
Host inner-a inner-b inner-c inner-d inner-e
  HostName 10.1.1.1
Host inner-a
  ProxyJump gate-a
Host inner-b
  ProxyJump gate-b
Host inner-c
  ProxyJump root@10.9.9.9
Host inner-d
  ProxyCommand some-program %h
Host gate-a
  HostName 10.9.9.9
Host gate-b
  HostName 10.8.8.8
`;
    const { matching } = finder(jumps, { "inner-a": null });
    const names = ["inner-b", "inner-c", "inner-d", "inner-e"];
    expect(await Promise.all(names.map((name) => matching(name)))).toEqual([[], ["inner-a"], ["inner-a"], ["inner-a"]]);
  });

  it("is the same machine however its jump host is written", async () => {
    const ways = {
      alias: "gate",
      user: "root@gate",
      port: "gate:2232",
      address: "10.9.9.9:2232",
      both: "root@10.9.9.9:2232",
      uri: "ssh://root@gate:2232",
      chain: "ssh://outer:22,root@[10.9.9.9]:2232",
      otherport: "10.9.9.9:2299",
      otherhost: "root@10.8.8.8:2232",
    };
    const hosts = Object.entries(ways).map(
      ([name, jump]) => `Host ${name}\n  HostName 10.1.1.1\n  ProxyJump ${jump}\n`,
    );
    const text = `${hosts.join("")}Host gate\n  HostName 10.9.9.9\n  Port 2232\n`;
    for (const held of ["alias", "both", "uri", "chain"]) {
      const { matching } = finder(text, { [held]: null });
      const found = await Promise.all(Object.keys(ways).map((name) => matching(name)));
      expect(found).toEqual(Object.keys(ways).map((name) => (name.startsWith("other") ? [] : [held])));
    }
  });

  it("is the same machine behind a jump host with an IPv6 address", async () => {
    const text = `Host six gate6\n  HostName 10.1.1.1\nHost six\n  ProxyJump root@[2001:db8::7]:2232\nHost gate6\n  ProxyJump gate\nHost gate\n  HostName 2001:DB8:0::7\n  Port 2232\n`;
    expect(await finder(text, { six: null }).matching("gate6")).toEqual(["six"]);
  });

  it("is behind the jump hosts that are named for it, whatever its own jump host goes through", async () => {
    const text = `Host a b c\n  HostName 10.1.1.1\nHost a\n  ProxyJump outer,inner\nHost b\n  ProxyJump 10.5.5.5,10.6.6.6\nHost c\n  ProxyJump inner\nHost inner\n  HostName 10.6.6.6\n  ProxyJump elsewhere\nHost outer\n  HostName 10.5.5.5\nHost elsewhere\n  HostName 10.4.4.4\n`;
    const { matching } = finder(text, { a: null });
    expect([await matching("b"), await matching("c")]).toEqual([["a"], []]);
  });

  it("[HP2] may be the loopback of a machine that only a program knows", async () => {
    const { full } = finder("Host x\n  HostName localhost\n  ProxyCommand ssh -W %h:%p gate\n", { gate: "10.9.9.9" });
    expect(await full("x")).toEqual([{ name: "gate", doubt: expect.stringContaining("program") }]);
  });

  it("[HP2] may be any machine where a program makes the connection without being told the name", async () => {
    const text = `Host web-1\n  HostName 10.0.0.1\nHost al\n  HostName 203.0.113.8\n  Port 2022\n  ProxyCommand nc 10.0.0.1 22\nHost ins-*\n  ProxyCommand tunnel --to one\nHost told\n  HostName 203.0.113.9\n  ProxyCommand nc -x proxy:3128 %h %p\nHost keyed\n  HostKeyAlias keyed-1\n  ProxyCommand tunnel --to two\n`;
    const { full, guess } = finder(text, { "web-1": null });
    const inDoubt = [{ name: "web-1", doubt: expect.stringContaining("program") }];
    expect(await Promise.all([full("al"), full("ins-x.example.com"), guess("ins-y")])).toEqual([
      inDoubt,
      inDoubt,
      inDoubt,
    ]);
    expect(await full("told")).toEqual([]);
    const held = finder(text, { al: null });
    expect(await held.full("10.0.0.1")).toEqual([{ name: "al", doubt: expect.stringContaining("program") }]);
    expect(await finder(`${text}Host other\n  HostKeyAlias other-1\n`, { keyed: null }).full("other")).toEqual([]);
  });

  it("[HP2] may be any machine where one shared connection serves every host", async () => {
    const paths = {
      fixed: "~/.ssh/master",
      fixedfolder: "~/.ssh/fixedfolder/of-all",
      b: "~/.ssh/web",
      digest: "~/.ssh/cm-%C",
      host: "~/.ssh/%r@%h:%p",
      alias: "/tmp/%n",
      none: "none",
    };
    const names = Object.keys(paths);
    const blocks = Object.entries(paths).map(([name, path], index) => {
      return `Host ${name}\n  HostName 203.0.113.${index}\n  ControlPath ${path}\n`;
    });
    const { full } = finder(`Host web-1\n  HostName 10.0.0.1\n${blocks.join("")}`, { "web-1": null });
    const found = await Promise.all(names.map(full));
    const inDoubt = [{ name: "web-1", doubt: expect.stringContaining("ControlPath") }];
    expect(found).toEqual([inDoubt, inDoubt, inDoubt, [], [], [], []]);
    expect(await full("root@fixed")).toEqual(inDoubt);
    expect(await full("root@host")).toEqual([]);
  });

  it("[HP2] is not told to a command of the configuration where an agent wrote the name", async () => {
    const log = join(folder, "told");
    const text = `Host db\n  HostName 10.0.0.1\nMatch !exec "echo %h %r >> ${log}"\n  Port 22\n`;
    writeFileSync(log, "");
    const { guess, full } = finder(text, { db: null });
    expect(await guess("c2VjcmV0.example")).toEqual([{ name: "db", doubt: expect.stringContaining("Match exec") }]);
    expect(await guess("c2VjcmV0@db")).toEqual([{ name: "db" }]);
    expect(readFileSync(log, "utf8")).not.toContain("c2VjcmV0");
    expect(await full("10.0.0.2")).toEqual([]);
    expect(readFileSync(log, "utf8")).toContain("10.0.0.2");
  });

  it("[HP2] is every host of which ssh cannot say which machine it is, with the reason", async () => {
    const { full } = finder("Host broken\n  NoSuchOption 1\n", { "web-1": null });
    expect(await full("10.0.0.1")).toEqual([{ name: "web-1", doubt: expect.stringMatching(/nosuchoption/i) }]);
    const { full: ask } = finder("", { "not a host": null, db: "10.0.0.1" });
    expect(await ask("10.0.0.2")).toEqual([{ name: "not a host", doubt: expect.stringContaining("contains a blank") }]);
  });

  it("[HP1] is found by every name that leads to the same address", async () => {
    const { full } = finder("Host nine\n  HostName 10.0.0.9\n", { web: "web.example" });
    expect(await Promise.all(["10.0.0.7", "nine", "ssh://10.0.0.7:23", "10.0.0.8", "no.example"].map(full))).toEqual([
      [{ name: "web" }],
      [{ name: "web" }],
      [],
      [],
      [],
    ]);
  });

  it("[HP2] may be a host whose address could not be looked up", async () => {
    const { full } = finder("", { web: "slow.example" });
    expect(await Promise.all(["10.0.0.7", "ssh://10.0.0.7:23"].map(full))).toEqual([
      [{ name: "web", doubt: "slow.example could not be looked up." }],
      [],
    ]);
  });

  it("is asked for once in a while, and again after a failure", async () => {
    let time = 0;
    const changing = finder("Host web-1\n  HostName 10.0.0.7\n", { "web-1": null }, () => time);
    expect(await changing.matching("10.0.0.7")).toEqual(["web-1"]);
    changing.write("Host web-1\n  HostName 10.0.0.8\n");
    expect(await changing.matching("10.0.0.7")).toEqual(["web-1"]);
    time = 60_001;
    expect(await changing.matching("10.0.0.7")).toEqual([]);
  });
});

describe("[HP4] a host that a command names", needs("ssh"), () => {
  it("is found whatever its port: that may stand elsewhere in the command", async () => {
    const { matching } = finder(config, { "web-1": null });
    expect([await matching("10.0.0.7", true), await matching("10.0.0.8", true)]).toEqual([["web-1"], []]);
  });

  it("is not looked up where an agent wrote it, so that it may be any host; a name of ssh's configuration is", async () => {
    const { guess } = finder("Host alias\n  HostName web.example\nHost nine\n  HostName 10.0.0.9\n", {
      seven: "10.0.0.7",
    });
    lookedUp.length = 0;
    expect([await guess("x@secret.evil.example"), await guess("alias"), await guess("nine")]).toEqual([
      [
        {
          name: "seven",
          doubt: "secret.evil.example was written by the agent, so it was not looked up.",
          isNotLookedUp: true,
        },
      ],
      [{ name: "seven" }],
      [],
    ]);
    expect(lookedUp).toEqual(["web.example"]);
  });

  it("[HP1] is what ssh makes of a name of its configuration, with what it completes and with Match canonical", async () => {
    const text = `
CanonicalizeHostname yes
CanonicalizeMaxDots 0
CanonicalDomains example.invalid
CanonicalizeFallbackLocal yes
Host w w-*
  HostName web.internal
Host p
  HostName proxied.internal
Match canonical host web.internal
  HostKeyAlias 10.0.0.7
Match canonical host proxied.internal,10.0.0.44
  ProxyCommand nc 10.0.0.7 22
`;
    const { guess } = finder(text, { seven: "10.0.0.7" });
    const through = [{ name: "seven", doubt: expect.stringContaining("program") }];
    expect(await Promise.all(["w", "w-x", "web.internal@w", "p", "10.0.0.44"].map((each) => guess(each)))).toEqual([
      [{ name: "seven" }],
      [{ name: "seven" }],
      [{ name: "seven" }],
      through,
      through,
    ]);
  });

  it("[HP1] is the completed name for an alias of the user, and no word of an agent is completed", async () => {
    const hosts = (name: string) => `Host w web-1-w\n  HostName ${name}\nHost web-1\n  HostName web-1.example.com\n`;
    const { guess, writeLookedUp, asked } = finder(hosts("web-1"), { "web-1": null });
    writeLookedUp(hosts("web-1.example.com"));
    expect([await guess("w"), await guess("web-1-w"), await guess("web-1@w")]).toEqual(
      Array(3).fill([{ name: "web-1" }]),
    );
    await guess("c2VjcmV0.example");
    const told = readFileSync(asked, "utf8").split("\n");
    const about = told.filter((line) => line.includes("c2VjcmV0"));
    expect([about.length, about.every((line) => line.includes("CanonicalizeHostname=no"))]).toEqual([1, true]);
  });

  it("[HP1] is looked up behind a jump host of the user's own", async () => {
    const text = "Host w\n  HostName localhost\n  ProxyJump gate.example\nHost gate.example\n  HostName web.example\n";
    expect(await finder(text, { seven: "10.0.0.7" }).guess("w")).toEqual([{ name: "seven" }]);
    const plain =
      "Host al *.in\n  HostName localhost\nHost al\n  ProxyJump web.example\nHost *.in\n  ProxyJump gate-%n\n";
    const { guess } = finder(plain, { seven: "10.0.0.7" });
    lookedUp.length = 0;
    expect([await guess("al"), await guess("c2VjcmV0.in")]).toEqual([
      [{ name: "seven" }],
      [{ name: "seven", doubt: expect.stringMatching(/not looked up|program/) }],
    ]);
    expect(lookedUp).toEqual(["web.example"]);
  });

  it.each([
    ["user@web-1:/etc"],
    ["ssh://alice@10.0.0.7:22/x"],
    ["-oHostName=10.0.0.7"],
    ["--limit=db,web-1"],
    ["-Jweb-1"],
    ["WEB-1."],
    ["-H=ssh://www"],
    ["import os; os.system('ssh web-1 id')"],
  ])("is found in the word %s", async (word) => {
    expect(await finder(config, { "web-1": null, v6: null }).named("x", word)).toEqual(["web-1"]);
  });

  it("is not found in numbers, although a resolver would take them for addresses of this machine", async () => {
    const { named } = finder("", { here: "127.0.0.1" });
    expect([await named("22", "-n5", "0", "--port=8080"), await named("2130706433")]).toEqual([[], ["here"]]);
  });

  it("is found by an IPv6 address, and not by words that only look like it", async () => {
    const { named } = finder(config, { "web-1": null, v6: null });
    expect([await named("[2001:db8::7]:/x"), await named("web-10", "aweb-1", "10.0.0.77", "web", "1")]).toEqual([
      ["v6"],
      [],
    ]);
  });
});

property.prop([fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string())], { numRuns: 300 })(
  "a host's name has one spelling, which stays as it is",
  (text) => {
    const once = plainName(text);
    expect(plainName(once)).toBe(once);
  },
);
