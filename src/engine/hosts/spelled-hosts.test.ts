import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { reachedByCommand } from "./host-policy.ts";

const use = (command: string) => {
  const reached = reachedByCommand(assess(command, { target: "local", shell: "bash" }), command);
  return {
    isUnclear: reached?.isUnclear,
    names: (host: string) => reached?.mentions.some((each) => each.includes(host)),
  };
};

describe("[HP5] the host of an address that its client spells in another way", () => {
  it.each([
    ["curl -X POST http://127%2e0%2e0%2e1:9377/a", "127.0.0.1"],
    ["curl -X POST http://①27.0.0.1:9377/a", "127.0.0.1"],
    ["curl -X POST http://127。0。0。1/", "127.0.0.1"],
    ["curl -X POST http://{127}.0.0.1/", "127.0.0.1"],
    ["curl -X POST '{web}-9'", "web-9"],
    ["curl --url=http://web%2d9/ -d x", "web-9"],
    ["wget --post-data=a http://%77eb-9/", "web-9"],
    ["psql postgresql://u:p@%77eb-9/db -c 'insert into x values (1)'", "web-9"],
  ])("is looked for as what it means, and may be any host: %s", (command, host) => {
    const { isUnclear, names } = use(command);
    expect([isUnclear, names(host)]).toEqual([true, true]);
  });

  it("may be any host where a pattern makes it", () => {
    expect(use("curl -X POST http://[1-1]27.0.0.1/").isUnclear).toBe(true);
    expect(use("curl -X POST '[v-x]eb-9/a'").isUnclear).toBe(true);
  });

  it.each([
    `curl -d '{"a":1}' https://api.example.com/x`,
    "curl -X POST http://user:p%40ss@example.com/",
    "curl -X POST 'example.com/a?x=[1]'",
    "wget --post-data=a 'http://[::1]:80/x'",
    "git commit -m 'see http://example.com/a{b}'",
  ])("is clear where only other parts of a word are unusual: %s", (command) => {
    expect(use(command).isUnclear).toBe(false);
  });
});
