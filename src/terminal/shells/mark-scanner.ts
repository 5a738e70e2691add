/** A mark of ours: `ESC ] 7711 ; nonce ; type ; fields… BEL`, printed by the integrated shell itself. */
export interface Mark {
  type: string;
  fields: string[];
}

export interface ScanSink {
  /** Bytes that are no mark, in order. Views into the scanned chunk: copy what outlives the call. */
  onBytes(bytes: Uint8Array): void;
  onMark(mark: Mark): void;
  /** A mark of the shell outside the one that is listened to. */
  onOuterMark(mark: Mark): void;
  /** A line editor switched bracketed paste on or off. Its bytes have already been given to onBytes. */
  onPasteMode(isOn: boolean): void;
}

export interface MarkScanner {
  push(chunk: Uint8Array): void;
  /** Hands on what was held back for being the beginning of a mark. Nothing more will come. */
  end(): void;
  /** Marks of the nonces before are taken out as well, and told to nobody: a readonly prompt keeps printing them. */
  setNonce(nonce: string): void;
  /** A shell inside the shell is listened to from now on; the one outside is still heard. */
  enter(): void;
  leave(): void;
}

/** The private OSC number. Not 133 or 633: prompts, editors and terminals print those for their own purposes. */
export const markNumber = 7711;

/** In bytes; some shells count characters, of up to four bytes. Some systems (WSL, nix) make a PATH of many thousand. */
export const longestSearchPath = 16_384;

/** Longer than any mark: a PATH, or a path of 4096 bytes in base64. More is not a mark, whatever it begins with. */
const maxMarkBytes = 4 * longestSearchPath + 1024;

/** A shell that has been integrated more often than this is integrated at nearly every prompt. */
const maxFormer = 100;

const escapeByte = 0x1b;
const bell = 0x07;
const pasteOn = Buffer.from("\x1b[?2004h");
const pasteOff = Buffer.from("\x1b[?2004l");

/**
 * Finds marks in a stream that comes in any chunks. It looks for the exact beginning of a mark at every ESC, whatever
 * a program left open before it, so an unterminated OSC or DCS cannot swallow one. Memory is bounded: at most one
 * unfinished mark is held back.
 */
export function createMarkScanner(nonce: string, sink: ScanSink): MarkScanner {
  let prefix = markPrefix(nonce);
  const formerPrefixes: Buffer[] = [];
  /** Of the shells outside, the next one last. */
  const outer: { nonce: string; prefix: Buffer }[] = [];
  let held: Uint8Array = new Uint8Array(0);

  function push(chunk: Uint8Array) {
    const data = held.length === 0 ? view(chunk) : Buffer.concat([held, chunk]);
    held = new Uint8Array(0);
    let start = 0;
    let at = data.indexOf(escapeByte);
    while (at !== -1) {
      const found = look(data, at);
      if (found.kind === "partial") {
        if (at > start) sink.onBytes(data.subarray(start, at));
        held = Uint8Array.from(data.subarray(at));
        return;
      }
      if (found.kind === "mark") {
        if (at > start) sink.onBytes(data.subarray(start, at));
        start = found.end;
        const mark = readMark(data.subarray(at, found.end), found.prefixLength);
        if (found.from === "current") sink.onMark(mark);
        else if (found.from === "outer") sink.onOuterMark(mark);
      } else if (found.kind === "paste") {
        sink.onBytes(data.subarray(start, found.end));
        start = found.end;
        sink.onPasteMode(found.isOn);
      }
      at = data.indexOf(escapeByte, Math.max(at + 1, start));
    }
    if (start < data.length) sink.onBytes(data.subarray(start));
  }

  function look(data: Buffer, at: number): Found {
    const second = data[at + 1];
    if (second === undefined) return { kind: "partial" };
    if (second === prefix[1]) return lookForMark(data, at);
    if (second === pasteOn[1]) return lookForPasteMode(data, at);
    return { kind: "other" };
  }

  function lookForMark(data: Buffer, at: number): Found {
    const now = lookForOne(data, at, prefix, "current");
    if (now.kind !== "other" || formerPrefixes.length + outer.length === 0) return now;
    const others = [
      ...outer.map((each, level) => lookForOne(data, at, each.prefix, level === outer.length - 1 ? "outer" : "former")),
      ...formerPrefixes.map((each) => lookForOne(data, at, each, "former")),
    ];
    return others.find(({ kind }) => kind !== "other") ?? now;
  }

  return {
    push,
    end() {
      const rest = held;
      held = new Uint8Array(0);
      if (rest.length > 0) sink.onBytes(rest);
    },
    setNonce(next) {
      if (nonce !== "") formerPrefixes.unshift(prefix);
      nonce = next;
      formerPrefixes.splice(maxFormer);
      prefix = markPrefix(next);
    },
    enter() {
      outer.push({ nonce, prefix });
      nonce = "";
      prefix = markPrefix(nonce);
    },
    leave() {
      const out = outer.pop();
      if (out === undefined) return;
      if (nonce !== "") formerPrefixes.unshift(prefix);
      formerPrefixes.splice(maxFormer);
      ({ nonce, prefix } = out);
    },
  };
}

/** Of the shell that is listened to, of the one outside it, or of a nonce before. */
type MarkOf = "current" | "outer" | "former";

type Found =
  | { kind: "other" }
  | { kind: "partial" }
  | { kind: "mark"; end: number; from: MarkOf; prefixLength: number }
  | { kind: "paste"; end: number; isOn: boolean };

function lookForOne(data: Buffer, at: number, wanted: Buffer, from: MarkOf): Found {
  const begin = compareBeginning(data, at, wanted);
  if (begin !== "whole") return { kind: begin };
  for (let end = at + wanted.length; end < data.length; end++) {
    const byte = data[end] ?? 0;
    if (byte === bell) return { kind: "mark", end: end + 1, from, prefixLength: wanted.length };
    if (byte < 0x20 || end - at > maxMarkBytes) return { kind: "other" };
  }
  return { kind: "partial" };
}

function lookForPasteMode(data: Buffer, at: number): Found {
  const on = compareBeginning(data, at, pasteOn);
  if (on === "whole") return { kind: "paste", end: at + pasteOn.length, isOn: true };
  if (on === "partial") return { kind: "partial" };
  const off = compareBeginning(data, at, pasteOff);
  return off === "whole" ? { kind: "paste", end: at + pasteOff.length, isOn: false } : { kind: "other" };
}

function compareBeginning(data: Buffer, at: number, wanted: Buffer): "whole" | "partial" | "other" {
  const length = Math.min(wanted.length, data.length - at);
  if (data.compare(wanted, 0, length, at, at + length) !== 0) return "other";
  return length === wanted.length ? "whole" : "partial";
}

function readMark(bytes: Buffer, prefixLength: number): Mark {
  const [type = "", ...fields] = bytes.subarray(prefixLength, -1).toString("utf8").split(";");
  return { type, fields };
}

function markPrefix(nonce: string): Buffer {
  return Buffer.from(`\x1b]${markNumber};${nonce};`);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
