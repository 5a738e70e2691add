import { expect, it } from "vitest";
import { nameProgram } from "./index.ts";

it("puts the name that works in place of every command line, and of nothing else", () => {
  const text =
    'Cotty has it. See cotty show s_1, or `cotty run "…"`; ~/.config/cotty is its folder, /bin/cotty x its name.';
  expect(nameProgram(text, "/srv/$& cotty/bin/cotty")).toBe(
    'Cotty has it. See /srv/$& cotty/bin/cotty show s_1, or `/srv/$& cotty/bin/cotty run "…"`; ~/.config/cotty is its folder, /bin/cotty x its name.',
  );
  expect(nameProgram(text, "cotty")).toBe(text);
});
