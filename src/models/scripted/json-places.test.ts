import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { findJsonPlaces } from "./json-places.ts";

describe("places in a JSON text", () => {
  it("are line and column of each value, and of the nearest one around what is missing", () => {
    const places = findJsonPlaces('{\n  "a": [1, {"b\\"c": true}],\n  "d": {}\n}');
    expect(places.firstError).toBeNull();
    expect(places.placeOf(["a", 1])).toBe("line 2, column 12");
    expect(places.placeOf(["a", 1, 'b"c'])).toBe("line 2, column 21");
    expect(places.placeOf(["a", 7, "x"])).toBe("line 2, column 8");
    expect(places.placeOf([])).toBe("line 1, column 1");
  });

  it.each([
    ['[\n  {"text": oops}\n]', "line 2, column 12"],
    ['{"a": 1,}', "line 1, column 9"],
    ['{"a" 1}', "line 1, column 6"],
    ['{"a": "x', "line 1, column 7"],
    ["[1] 2", "line 1, column 5"],
    ["", "line 1, column 1"],
  ])("name where %j stops being JSON", (text, place) => {
    expect(findJsonPlaces(text).firstError).toBe(place);
  });

  it.prop([fc.json()], { numRuns: 200 })("find no error in what is JSON", (text) => {
    expect(findJsonPlaces(text).firstError).toBeNull();
  });

  it.prop([fc.json(), fc.nat(), fc.string({ maxLength: 3 })], { numRuns: 300 })(
    "find an error exactly where JSON.parse finds one",
    (json, cut, inserted) => {
      const text = json.slice(0, cut % (json.length + 1)) + inserted + json.slice((cut * 7) % (json.length + 1));
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(findJsonPlaces(text).firstError === null).toBe(isJson);
    },
  );
});
