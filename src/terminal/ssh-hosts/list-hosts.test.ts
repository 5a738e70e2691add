import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc, it as property } from "@fast-check/vitest";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listHosts } from "./list-hosts.ts";
import { readSshConfigLine } from "./ssh-config-line.ts";

const home = mkdtempSync(join(tmpdir(), "cotty-home-"));
afterAll(() => rmSync(home, { recursive: true }));
const ssh = join(home, ".ssh");
beforeEach(() => {
  rmSync(ssh, { recursive: true, force: true });
  mkdirSync(join(ssh, "conf.d"), { recursive: true });
});
const write = (name: string, text: string) => writeFileSync(join(ssh, name), text);
const list = (ours: [string, string | null][] = []) =>
  listHosts({ home, configFile: join(ssh, "config"), ours: new Map(ours) });

describe("the hosts of an ssh configuration", () => {
  it("are those with a name of their own, each with where it stands", () => {
    write(
      "config",
      [
        "# mine",
        "Host web db-1 *.example.com !secret",
        "  HostName 10.0.0.7",
        '  User "anna"',
        "  Port=2222",
        "  HostName 10.9.9.9",
        "Host *",
        "  User nobody",
        "host=spare # the old one",
        "",
      ].join("\n"),
    );
    const file = join(ssh, "config");
    const block = { hostName: "10.0.0.7", user: "anna", port: "2222" };
    expect(list()).toEqual({
      hosts: [
        { name: "web", destination: "web", from: { file, line: 2 }, ...block },
        { name: "db-1", destination: "db-1", from: { file, line: 2 }, ...block },
        { name: "spare", destination: "spare", from: { file, line: 9 } },
      ],
      problems: [],
      runsCommands: false,
    });
  });

  it("say whether ssh runs a command to tell what holds for a host, also in an included file", () => {
    write("config", "Include more\n");
    write("more", 'Match host web EXEC "nc -z %h 22"\n  ProxyJump gate\n');
    expect(list().runsCommands).toBe(true);
  });

  it("are found in included files, relative ones from ~/.ssh, also through patterns", () => {
    write("config", `Include conf.d/*.conf ~/.ssh/more\nInclude ${ssh}/absolute\nInclude nothing-there\n`);
    write("conf.d/b.conf", "Host bee\n");
    write("conf.d/a.conf", "Host ay\n");
    write("more", "Host more\n");
    write("absolute", "Host absolute\n");
    expect([list().hosts.map((host) => host.name), list().problems]).toEqual([["ay", "bee", "more", "absolute"], []]);
  });

  it("do not make a list run the commands of a configuration", () => {
    const proof = join(home, "was-run");
    write("config", `Match exec "touch ${proof}"\n  User x\nHost after\n`);
    expect(list().hosts.map((host) => host.name)).toEqual(["after"]);
    expect(existsSync(proof)).toBe(false);
  });

  it("come after Cotty's own, which may give the same name another destination", () => {
    write("config", "Host web\nHost db\n");
    expect(
      list([
        ["web", "root@10.0.0.1"],
        ["lab", null],
      ]).hosts,
    ).toEqual([
      { name: "web", destination: "root@10.0.0.1", from: "cotty" },
      { name: "lab", destination: "lab", from: "cotty" },
      { name: "db", destination: "db", from: { file: join(ssh, "config"), line: 2 } },
    ]);
  });

  it("are none when there is no configuration", () => {
    expect(list()).toEqual({ hosts: [], problems: [], runsCommands: false });
  });

  it("do not include names that ssh would take for an option; the place is reported", () => {
    write("config", "Host -oProxyCommand=x ok\n");
    expect(list()).toEqual({
      hosts: [{ name: "ok", destination: "ok", from: { file: join(ssh, "config"), line: 1 } }],
      problems: [expect.stringContaining(`${join(ssh, "config")}:1: "-oProxyCommand=x" cannot be used`)],
      runsCommands: false,
    });
  });

  it("come to an end when files include each other", () => {
    write("config", "Include config more more\nHost here\n");
    write("more", "Include config more\nHost there\n");
    expect([list().hosts.map((host) => host.name), list().problems]).toEqual([["there", "here"], []]);
  });

  property.prop([fc.string({ unit: "binary", maxLength: 200 })], { numRuns: 300 })(
    "are read without an accident from any line",
    (line) => {
      const found = readSshConfigLine(line);
      expect(found === null || found.words.every((word) => typeof word === "string")).toBe(true);
    },
  );
});
