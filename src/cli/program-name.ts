import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { quoteWord } from "../base/index.ts";

/**
 * What to type for this very program: `cotty` where the PATH leads to it, else the file that it was started with. After
 * `npm start` in a checkout nothing is on the PATH, and another `cotty` there may be another version.
 */
export function programName(env: NodeJS.ProcessEnv, [node = "node", entry = ""] = process.argv): string {
  const main = realOf(entry);
  if (main === null || !/[\\/]main\.[jt]s$/.test(main)) return "cotty";
  const ofCheckout = realOf(join(dirname(dirname(main)), "bin", "cotty"));
  const found = (env["PATH"] ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => realOf(join(folder, "cotty")))
    .find((path) => path !== null);
  if (found !== undefined && (found === main || found === ofCheckout)) return "cotty";
  return ofCheckout === null ? `${quoteWord(node)} ${quoteWord(main)}` : quoteWord(ofCheckout);
}

function realOf(path: string): string | null {
  return path !== "" && existsSync(path) ? realpathSync(path) : null;
}
