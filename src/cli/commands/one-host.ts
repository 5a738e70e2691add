import { InvalidArgumentError } from "commander";

/** Several hosts at once are not there yet: a command that would run on one of them only must not look as if it were. */
export function oneHost(host: string, before: string | undefined): string {
  if (before === undefined && !host.includes(",")) return host;
  throw new InvalidArgumentError("Cotty works on one host at a time. Run it once for each host.");
}
