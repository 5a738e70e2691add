/** For what nobody can call off. Whoever listens to it takes the listener away again: it lives as long as the process. */
export const neverAborted: AbortSignal = new AbortController().signal;
