import { type AsyncQueue, createAsyncQueue } from "./async-queue.ts";

/** One end of a two-way message channel. Closing either end closes both. */
export interface PipeEnd<Out, In> {
  send(message: Out): void;
  readonly messages: AsyncIterable<In>;
  close(): void;
}

/** Two connected ends in one process. Messages are delivered in order and never before the next microtask. */
export function createMemoryPipe<A, B>(): [PipeEnd<A, B>, PipeEnd<B, A>] {
  const toB: AsyncQueue<A> = createAsyncQueue();
  const toA: AsyncQueue<B> = createAsyncQueue();
  const close = () => {
    toA.end();
    toB.end();
  };
  return [
    { send: (message) => void toB.push(message), messages: toA, close },
    { send: (message) => void toA.push(message), messages: toB, close },
  ];
}
