import { fc, it as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { UserError } from "../../base/index.ts";
import { checkDestination, destinationOf } from "./destination.ts";

const codeOf = (destination: string) => {
  try {
    return checkDestination(destination);
  } catch (error) {
    return error instanceof UserError ? error.code : error;
  }
};

describe("an ssh destination", () => {
  it.each([
    "box",
    "db-1.example.com",
    "root@box",
    "DOMAIN\\anna@box",
    "anna@corp.example@box",
    "ssh://anna@box:2222",
    "10.0.0.7",
    "fe80::1%eth0",
    "[::1]",
  ])("may be %s", (destination) => {
    expect(codeOf(destination)).toBe(destination);
  });

  it.each([
    "",
    "-oProxyCommand=touch /tmp/owned",
    "-oProxyCommand=touch$IFS/tmp/owned",
    "root@-oProxyCommand=x",
    "-l@box",
    "ssh://-oProxyCommand=x",
    "box name",
    "box\n-oProxyCommand=x",
    "box\0",
    "a`id`",
    "$(id)",
    "a$(id)@box",
    "box;id",
    "box|id",
    "box&",
    "b$HOME",
    "anna@",
    "@box",
    "anna\\@box",
    "b\u00a0x",
  ])("may not be %j", (destination) => {
    expect(codeOf(destination)).toBe("ssh.bad-destination");
  });

  property.prop([fc.string({ unit: "binary" })], { numRuns: 500 })(
    "that passes is never an option and holds nothing a shell acts on, whoever wrote it",
    (text) => {
      const answer = codeOf(text);
      const isHarmless = /^[^-'"`;&<>|(){}\s\0][^'"`;&<>|(){}\s\0]*$/.test(text);
      expect(answer === "ssh.bad-destination" || (answer === text && isHarmless)).toBe(true);
    },
  );

  it("is what stands after ssh: in a target, and an ssh:// address as a whole", () => {
    expect([destinationOf("ssh:root@box"), destinationOf("ssh://box:2222")]).toEqual(["root@box", "ssh://box:2222"]);
  });
});
