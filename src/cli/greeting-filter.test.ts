import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createGreetingFilter } from "./greeting-filter.ts";

describe("the line with which a command on a host says that it has begun", () => {
  const anyBytes = fc.uint8Array({ maxLength: 40 });

  test.prop([anyBytes, anyBytes, fc.integer({ min: 1, max: 9 })])(
    "is taken out of its error output, and nothing else, however the bytes are cut into pieces",
    (before, after, size) => {
      const bytes = Buffer.concat([before, Buffer.from("cotty-abc 4711\n"), after]);
      const filter = createGreetingFilter("cotty-abc");
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(filter.push(bytes.subarray(at, at + size)));
      pieces.push(filter.end());
      expect(Buffer.concat(pieces)).toEqual(Buffer.concat([before, after]));
      expect(filter.group).toBe(4711);
    },
  );

  test.prop([fc.array(anyBytes)])("may be missing: then everything is passed on", (pieces) => {
    const filter = createGreetingFilter("cotty-abc");
    const passed = [...pieces.map(filter.push), filter.end()];
    expect(Buffer.concat(passed)).toEqual(Buffer.concat(pieces));
    expect(filter.group).toBeNull();
  });
});
