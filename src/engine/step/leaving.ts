/** Why a turn is aborted when its session goes on in another process: nothing that runs in a terminal is stopped. */
export class Leaving extends DOMException {
  constructor(why: string) {
    super(why, "AbortError");
  }
}

export function isLeaving(reason: unknown): boolean {
  return reason instanceof Leaving;
}
