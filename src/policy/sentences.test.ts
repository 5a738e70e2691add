import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const inProject: PolicyContext = { target: "local", shell: "bash", cwd: "/home/dev/app", home: "/home/dev" };
const said = (command: string) => assess(command, inProject).findings.map(({ say }) => say);

describe("what a person is told", () => {
  it.each([
    ["tar --to-command=sh -xf a.tar", 'The option --to-command makes tar run "sh".'],
    ["git diff --ext-diff", "The option --ext-diff makes git diff run another program."],
    ["nm --plugin=x.so a", "The option --plugin makes nm load code from x.so."],
    ["dmesg --clear", "The option --clear makes dmesg erase messages that it keeps."],
    [
      "systemd-run --on-active=10 x",
      "The option --on-active makes systemd-run run the command later, when nobody looks.",
    ],
    ["rg --pre=x a", 'The option --pre makes rg run "x".'],
    ["man --html", "The option --html makes man start another program."],
  ])("[PO7] of an option is what this one does, and to which program: %s", (command, reason) => {
    expect(said(command)[0]).toBe(reason);
  });

  it.each([
    ["install /etc/shadow /tmp/x", "Copies /etc/shadow, which holds keys or passwords, to another place."],
    ["ln -s ~/.ssh/id_rsa k", "Gives ~/.ssh/id_rsa, which holds keys or passwords, another name."],
    [
      "exec 3< ~/.ssh/id_rsa",
      "Hands ~/.ssh/id_rsa, which holds keys or passwords, to a command; its content could go to the model and the log.",
    ],
    [
      "cat /proc/self/environ",
      "Prints /proc/self/environ, which shows the variables of a process; keys and passwords among them would go to the model and the log.",
    ],
    [
      "aws ssm get-parameter --name /prod/db/pass --with-decryption",
      "aws ssm get-parameter --name /prod/db/pass --with-decryption prints credentials; they would go to the model and the log.",
    ],
    ["consul kv get db/password", "Prints stored values, secrets among them."],
  ])("[PO7] of a secret is what is done with it: %s", (command, reason) => {
    expect(said(command)[0]).toBe(reason);
  });

  it.each([
    ["git commit -m x", ["Makes a commit."]],
    ["shred -n 3 -z /dev/sdb", ["shred makes /dev/sdb unrecoverable."]],
    ["docker compose down", ["Stops the containers of the project, and removes them."]],
    ["packer build x.json", ["Starts a machine, runs what the template says in it, and keeps an image of it."]],
    ["sed -i '' 's/x/y/' a.txt", ["Writes ~/app/a.txt."]],
    ["parallel {} ::: 'rm -rf ~'", ["Deletes ~: a whole home directory.", "Runs a command many times at once."]],
    ["python3 -c 'import ctypes'", ["The python code calls functions of the system directly, which can do anything."]],
  ])("[PO7] is what happens, and nothing that does not: %s", (command, all) => {
    expect(said(command)).toEqual(all);
  });
});
