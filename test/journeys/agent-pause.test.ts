import { expect, it } from "vitest";
import { command, complete, createCottyHome } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";

const again = command("echo again");

it("a turn that pauses by itself asks the person at the terminal, who lets it go on or stops it", async () => {
  using home = createCottyHome();
  const model = home.script([again, again, again, again, complete("Through.")]);

  const goesOn = startInTerminal(home, ["run", "--model", model, "go"]);
  await goesOn.shows("[paused] The agent makes the same call again and again: run_command echo again");
  await goesOn.shows("Let it go on?");
  goesOn.type("y\r");
  await goesOn.shows("Through.");
  expect(await goesOn.ended).toBe(0);

  const stops = startInTerminal(home, ["run", "--model", model, "go"]);
  await stops.shows("Let it go on?");
  stops.type("n\r");
  await stops.shows("[stopped]");
  expect(await stops.ended).toBe(4);

  // With nobody there it ends at once, and says what it was.
  const alone = await home.run(["run", "--model", model, "go"]);
  expect({ code: alone.code, said: alone.stdout.includes("[limit] The agent makes the same call") }).toEqual({
    code: 5,
    said: true,
  });
});
