/** What is known about bytes that pass from one command to the next. */
export interface Flow {
  /** The exact text, where it follows from the command itself (`echo hi`); it may contain holes. Else null. */
  text: string | null;
  /** Nothing is there: no pipe, no redirect. */
  empty: boolean;
  /** Holds credentials: a key file, the environment. */
  secret: boolean;
  /** Came over the network. */
  fetched: boolean;
  /** Was decoded or decrypted, so nobody has read it. */
  decoded: boolean;
  /** Content of a home or system file, or bulk data. */
  private: boolean;
  /** A whole project or repository in one piece: ordinary for a deployment, and not for an address. */
  whole: boolean;
  /** Never ends by itself: `yes`, /dev/zero. */
  endless: boolean;
  /** Names of files as a listing of the project prints them, so that whoever reads those files reads the project. */
  names: boolean;
  /** The bytes are exactly those of this named file (`< run.sh`); else null. */
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
  names: false,
  file: null,
};
export const someFlow: Flow = { ...noFlow, empty: false };
export const textFlow = (text: string): Flow => ({ ...someFlow, text });

/** Bytes of both, one after the other or mixed: whatever was true of one part is true of the whole. */
export function mergeFlows(a: Flow, b: Flow): Flow {
  if (a.empty) return b;
  if (b.empty) return a;
  return mixFlows(a, b);
}

/** What a filter prints: its input, changed beyond prediction. */
export function filtered(input: Flow): Flow {
  return input.empty ? someFlow : { ...input, text: null, names: false, file: null };
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
    names: (a.names || a.empty) && (b.names || b.empty),
    file: null,
  };
}

/** The same, of which it is not known what arrives. */
export const withoutText = (flow: Flow): Flow => (flow.empty ? someFlow : { ...flow, text: null });

/** What a pipe hands on: something, even where nothing is known to be printed. */
export const piped = (flow: Flow): Flow => (flow.empty ? someFlow : flow);

/** The same with other text between it, such as errors. */
export const jumbled = (flow: Flow): Flow => ({ ...withoutText(flow), names: false });

/** What `$(…)` makes of the output inside it. That nothing is printed is never certain enough to be a known text. */
export const substituted = (flow: Flow): Flow => (flow.text === null ? filtered(flow) : flow);
