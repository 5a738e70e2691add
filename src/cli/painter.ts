const codes = {
  bold: 1,
  dim: 2,
  red: 91,
  green: 32,
  yellow: 93,
  agent: 33,
  blue: 94,
  model: 35,
  person: 36,
  danger: "1;97;41",
} as const;

export type Colour = keyof typeof codes;
/** Colours a text; gives it back as it is where there are no colours. */
export type Painter = (colour: Colour, text: string) => string;

export function createPainter(hasColours: boolean): Painter {
  if (!hasColours) return (_, text) => text;
  return (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m`;
}
