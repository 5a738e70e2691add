import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";

const take = "\u001d";

it("says what a program asks, lets the person type to it, and gives the keyboard back to the agent", async () => {
  using home = createCottyHome();
  const model = home.script([command("read -p 'Continue? [Y/n] ' a; echo got=$a"), command("echo after"), complete()]);
  const terminal = startInTerminal(home, ["run", "--mode", "bypassPermissions", "--model", model, "ask me"]);
  await terminal.shows("The program asks: Continue? [Y/n]");
  // Without the keyboard keys go nowhere.
  terminal.type("no\r");
  terminal.type(take);
  await terminal.shows("[keyboard] It is yours.");
  terminal.type("Yes\r");
  await terminal.shows("got=Yes");
  terminal.type(take);
  await terminal.shows("[keyboard] The agent has it again.");
  await terminal.shows("after");
  expect(await terminal.ended).toBe(0);
  const events = jsonLines((await home.run(["show", "last", "--json"])).stdout);
  expect(events.filter(({ type }) => String(type).startsWith("keyboard.")).map(({ type, by }) => [type, by])).toEqual([
    ["keyboard.taken", expect.stringMatching(/^person:/)],
    ["keyboard.given", expect.stringMatching(/^person:/)],
  ]);
  expect(events.find(({ type }) => type === "step.finished")).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("got=Yes"),
  });
});

it("keeps a question waiting while the person has the keyboard", async () => {
  using home = createCottyHome();
  const model = home.script([command("sleep 2; echo slept"), command("touch made"), complete()]);
  const terminal = startInTerminal(home, ["run", "--model", model, "make it"]);
  await terminal.shows("sleep 2");
  terminal.type(take);
  await terminal.shows("[keyboard] It is yours.");
  await terminal.shows("slept");
  terminal.type(`y\r${take}`);
  await terminal.shows("[keyboard] The agent has it again.");
  await terminal.shows("Run it? y = once");
  terminal.type("n\r");
  await terminal.shows("Why not?");
  terminal.type("\r");
  expect(await terminal.ended).toBe(4);
});

it("leaves nothing that a program drew in force when the keyboard is given back", async () => {
  using home = createCottyHome();
  writeFileSync(join(home.dir, "ask.sh"), "printf 'Name? '; read a; printf '\\033[1;2r\\033[?25l'; echo hid-$a\n");
  const model = home.script([command("sh ask.sh"), complete()]);
  const terminal = startInTerminal(home, ["run", "--mode", "bypassPermissions", "--model", model, "ask me"]);
  await terminal.shows("The program asks: Name?");
  terminal.type(take);
  await terminal.shows("[keyboard] It is yours.");
  terminal.type("Ada\r");
  await terminal.shows("hid-Ada");
  terminal.type(take);
  await terminal.shows("[keyboard] The agent has it again.");
  const bytes = terminal.bytes();
  const taken = bytes.slice(bytes.indexOf("\u001b[1;2r"), bytes.indexOf("[keyboard] The agent has it again."));
  expect([taken.includes("\u001b[r"), taken.includes("\u001b[?25h")]).toEqual([true, true]);
  expect(await terminal.ended).toBe(0);
});
