/** A part of the text that a person sees, as offsets in UTF-16 units. */
export type Span = [from: number, to: number];

/** Anything that the parser has found at a place in its text. */
export interface Located {
  pos: number;
  end: number;
}
