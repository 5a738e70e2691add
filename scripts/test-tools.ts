// Installs the programs that tests run for real, where that is possible: as root on Debian.
import { canInstall, install, installCommand, missingTools } from "../test/support/tools.ts";

let missing = missingTools();
if (missing.length > 0 && canInstall()) missing = install(missing);
if (missing.length > 0) {
  process.stderr.write(`Missing for the tests: ${missing.join(", ")}\nAs root on Debian: ${installCommand(missing)}\n`);
  process.exitCode = 1;
}
