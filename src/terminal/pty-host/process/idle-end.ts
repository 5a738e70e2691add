/** Asking a busy host whether it still is costs something: with a time of 0 it would do nothing else. */
const busyAgainMs = 1000;

/** Ends a host that nobody needs: without a connection, once no command runs any more. */
export function createIdleEnd(options: {
  /** Without a connection and without a running command it ends itself after this long. */
  idleAfterMs: number;
  /** The same, for a host that nobody ever connected to: its engine died while it started. */
  unusedAfterMs: number;
  isConnected(): boolean;
  isBusy(): Promise<boolean>;
  end(): void;
}) {
  let timer = setTimeout(endIfIdle, options.unusedAfterMs);

  function lookAfter(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(endIfIdle, ms);
  }

  async function endIfIdle() {
    const isBusy = await options.isBusy();
    if (options.isConnected()) return;
    if (isBusy) lookAfter(Math.max(options.idleAfterMs, busyAgainMs));
    else options.end();
  }

  return {
    /** Somebody came or went. */
    connectionsChanged() {
      if (options.isConnected()) clearTimeout(timer);
      else lookAfter(options.idleAfterMs);
    },
    stop: () => clearTimeout(timer),
  };
}
