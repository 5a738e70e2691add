import { plainArg } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { onlyOptions } from "../options.ts";
import { programs } from "../programs/index.ts";
import { hasOptionsOf } from "../prove-reading.ts";
import type { AssessedCommand } from "../types.ts";

/** Whether there is a list of what the program's options do, and each one is on it as one that only chooses what is shown. */
export function hasListedOptions({ argv: [name, ...rest], span }: AssessedCommand): boolean {
  if (typeof name !== "string" || rest.includes(null)) return false;
  const args = rest.map((word) => plainArg(word ?? "", span));
  const program = programs.get(name);
  const options = effectPrograms.get(name)?.options;
  return (
    (program !== undefined && hasOptionsOf(args, program)) ||
    (options !== undefined && options.options.size > 0 && onlyOptions(args, options))
  );
}
