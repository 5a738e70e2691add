/** How the child of a PTY ended. Exactly one of the two is known, unless the system told neither. */
export interface PtyExit {
  exitCode: number | null;
  signal: string | null;
}

/**
 * `ending`: the child has gone, and its exit is not told yet. What was read at that moment is held until it is, and
 * nothing more comes from the child.
 */
type Stage = { name: "open" } | { name: "ending" } | { name: "ended"; exit: PtyExit } | { name: "told" };

/** What a PTY has printed, on its way to a reader that may pause: no byte is lost, and the exit comes after the last one. */
export interface PtyDelivery {
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  /** How it ended is known. */
  readonly hasEnded: boolean;
  onData(listener: (bytes: Uint8Array) => void): void;
  onExit(listener: (exit: PtyExit) => void): void;
  push(bytes: Uint8Array): void;
  pause(): void;
  /** Gives out what came while it was paused: node-pty gives out what it had already read then. */
  resume(): void;
  /** The child has gone: from now on everything waits for `end`. */
  hold(): void;
  end(exit: PtyExit): void;
}

export function createPtyDelivery(): PtyDelivery {
  const held: Uint8Array[] = [];
  let stage: Stage = { name: "open" };
  let isPaused = false;
  let onData: (bytes: Uint8Array) => void = () => {};
  let onExit: (exit: PtyExit) => void = () => {};

  function giveOut() {
    for (const bytes of held.splice(0)) onData(bytes);
  }

  function tellEnd() {
    if (isPaused || stage.name !== "ended") return;
    const { exit } = stage;
    stage = { name: "told" };
    giveOut();
    onExit(exit);
  }

  return {
    get isOpen() {
      return stage.name === "open";
    },
    get isPaused() {
      return isPaused;
    },
    get hasEnded() {
      return stage.name === "ended" || stage.name === "told";
    },
    onData(listener) {
      onData = listener;
    },
    onExit(listener) {
      onExit = listener;
    },
    push(bytes) {
      if (stage.name === "open" && !isPaused) onData(bytes);
      else held.push(bytes);
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      if (stage.name === "open") giveOut();
      else tellEnd();
    },
    hold() {
      stage = { name: "ending" };
    },
    end(exit) {
      stage = { name: "ended", exit };
      tellEnd();
    },
  };
}
