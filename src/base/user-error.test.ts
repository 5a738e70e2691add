import { expect, it } from "vitest";
import { describeError, UserError } from "./index.ts";

it("tells what went wrong first where closing something failed as well", async () => {
  const closing = (message: string) => ({
    async [Symbol.asyncDispose]() {
      throw new Error(message);
    },
  });
  const failing = async () => {
    await using _outer = closing("the goodbye failed");
    await using _inner = closing("so did this");
    throw new UserError("store.full", "The disk is full.", "Free some space.");
  };
  const error = await failing().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SuppressedError);
  expect(describeError(error)).toEqual({
    code: "store.full",
    message: "The disk is full.",
    nextStep: "Free some space.",
  });
});
