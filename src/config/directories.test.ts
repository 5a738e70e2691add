import { expect, it } from "vitest";
import { configDirectory, stateDirectory } from "./index.ts";

it("keeps settings and state where XDG says, and in the home folder without it [S2.24]", () => {
  const xdg = { XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" };
  expect([configDirectory({}, "/home/me"), configDirectory(xdg, "/home/me")]).toEqual([
    "/home/me/.config/cotty",
    "/c/cotty",
  ]);
  expect([stateDirectory({}, "/home/me"), stateDirectory(xdg, "/home/me")]).toEqual([
    "/home/me/.local/state/cotty",
    "/s/cotty",
  ]);
});

it("ignores relative XDG paths, as XDG asks", () => {
  expect(configDirectory({ XDG_CONFIG_HOME: "c" }, "/home/me")).toBe("/home/me/.config/cotty");
});

it("lets COTTY_STATE_DIR win, and refuses one that depends on the current folder", () => {
  expect(stateDirectory({ COTTY_STATE_DIR: "/x", XDG_STATE_HOME: "/s" }, "/home/me")).toBe("/x");
  expect(() => stateDirectory({ COTTY_STATE_DIR: "state" }, "/home/me")).toThrow(
    'COTTY_STATE_DIR is "state", which is not an absolute path.',
  );
});
