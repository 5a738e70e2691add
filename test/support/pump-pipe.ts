import { createAsyncQueue, type PipeEnd } from "../../src/base/index.ts";

/** A pipe whose messages move only when the test says so: late, twice, or never. */
export interface PumpedPipe<A, B> {
  readonly near: PipeEnd<A, B>;
  readonly far: PipeEnd<B, A>;
  /** Messages on their way, oldest first; take out or repeat what should go wrong. */
  readonly toFar: A[];
  readonly toNear: B[];
  deliverToFar(): void;
  deliverToNear(): void;
  /** Delivers everything that is on its way, also what that causes, until nothing moves any more. */
  flow(): Promise<void>;
  cut(): void;
}

export function createPumpedPipe<A, B>(): PumpedPipe<A, B> {
  const toFar: A[] = [];
  const toNear: B[] = [];
  const arrivedFar = createAsyncQueue<A>();
  const arrivedNear = createAsyncQueue<B>();
  const cut = () => {
    arrivedFar.end();
    arrivedNear.end();
  };
  const deliverToFar = () => {
    for (const message of toFar.splice(0)) arrivedFar.push(message);
  };
  const deliverToNear = () => {
    for (const message of toNear.splice(0)) arrivedNear.push(message);
  };
  return {
    near: { send: (message) => void toFar.push(message), messages: arrivedNear, close: cut },
    far: { send: (message) => void toNear.push(message), messages: arrivedFar, close: cut },
    toFar,
    toNear,
    deliverToFar,
    deliverToNear,
    async flow() {
      // Whoever receives answers within a few turns of the event loop; then it is quiet.
      for (let quiet = 0; quiet < 5; quiet++) {
        if (toFar.length + toNear.length > 0) quiet = 0;
        deliverToFar();
        deliverToNear();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    cut,
  };
}
