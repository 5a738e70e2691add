import { styleText } from "node:util";

export type Colour = "bold" | "dim" | "red" | "green" | "yellow" | "agent" | "blue" | "model" | "person" | "danger";

const styles: Record<Colour, Parameters<typeof styleText>[0]> = {
  bold: "bold",
  dim: "dim",
  red: "redBright",
  green: "green",
  yellow: "yellowBright",
  agent: "yellow",
  blue: "blueBright",
  model: "magenta",
  person: "cyan",
  danger: ["bold", "whiteBright", "bgRed"],
};

/** Colours a text; gives it back as it is where there are no colours. */
export type Painter = (colour: Colour, text: string) => string;

/** Colours for a terminal that has them. NO_COLOR and TERM=dumb are looked at for every text. */
export function createPainter(stream: NodeJS.WritableStream & { isTTY?: boolean }): Painter {
  // Whoever reads a pipe or a file gets plain text, also with FORCE_COLOR in the environment.
  if (stream.isTTY !== true) return (_, text) => text;
  return (colour, text) => styleText(styles[colour], text, { stream });
}
