/** What is known about bytes that pass from one command to the next. */
export interface Flow {
  /** The exact text, where the command itself tells it (`echo hi`); it may contain holes. Otherwise null. */
  text: string | null;
  /** Nothing is there: no pipe, no redirect. */
  empty: boolean;
  /** Holds credentials: a key file, the environment. */
  secret: boolean;
  /** Came over the network. */
  fetched: boolean;
  /** Was decoded or decrypted, so no person has read it. */
  decoded: boolean;
  /** Content of a home or system file, or bulk data. */
  private: boolean;
  /** A whole project or repository in one piece. */
  whole: boolean;
  /** Never ends by itself: `yes`, /dev/zero. */
  endless: boolean;
  /** Names of files as a listing prints them, and where it did (`placeOf`): elsewhere they are other files. */
  names: string | null;
  /** The path of a folder or file that was made for this moment (`mktemp`), and nothing else. */
  temporary: boolean;
  /** The bytes are exactly those of this file (`< run.sh`); otherwise null. */
  file: string | null;
}

export const noFlow: Flow = {
  text: null,
  empty: true,
  secret: false,
  fetched: false,
  decoded: false,
  private: false,
  whole: false,
  endless: false,
  names: null,
  temporary: false,
  file: null,
};
export const someFlow: Flow = { ...noFlow, empty: false };
export const textFlow = (text: string): Flow => ({ ...someFlow, text });

/** The bytes of both, one after the other or mixed: what is true of one is true of the whole. */
export function mergeFlows(a: Flow, b: Flow): Flow {
  if (a.empty) return b;
  if (b.empty) return a;
  return mixFlows(a, b);
}

/** What a filter prints: its input, changed in ways that are not followed. */
export function filtered(input: Flow): Flow {
  return input.empty ? someFlow : { ...input, text: null, names: null, temporary: false, file: null };
}

export function mixFlows(a: Flow, b: Flow): Flow {
  return {
    text: null,
    empty: a.empty && b.empty,
    secret: a.secret || b.secret,
    fetched: a.fetched || b.fetched,
    decoded: a.decoded || b.decoded,
    private: a.private || b.private,
    whole: a.whole || b.whole,
    endless: a.endless || b.endless,
    names: a.empty ? b.names : b.empty || a.names === b.names ? a.names : null,
    temporary: (a.temporary || a.empty) && (b.temporary || b.empty),
    file: null,
  };
}

/** The same bytes, with unknown text. */
export const withoutText = (flow: Flow): Flow => (flow.empty ? someFlow : { ...flow, text: null });

/** What a pipe passes on: something, even where the command is not known to print anything. */
export const piped = (flow: Flow): Flow => (flow.empty ? someFlow : flow);

/** The same bytes with other text between them, such as errors. */
export const interleaved = (flow: Flow): Flow => ({ ...withoutText(flow), names: null, temporary: false });

/** What `$(…)` makes of the output inside it. Even a command that should print nothing may print something. */
export const substituted = (flow: Flow): Flow =>
  flow.text === null ? { ...filtered(flow), temporary: flow.temporary } : flow;
