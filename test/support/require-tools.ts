import { canInstall, install, installCommand, missingTools } from "./tools.ts";

/**
 * Before all tests: with CI=true every program they need is there, or the run fails, since a test that was skipped has
 * not passed. Elsewhere tests that lack a program are left out, and the end of the run says which.
 */
export function setup(): void {
  if (process.env["CI"] !== "true") return;
  let missing = missingTools();
  if (missing.length > 0 && canInstall()) missing = install(missing);
  if (missing.length > 0) {
    throw new Error(
      `Tests need ${missing.join(", ")}, and with CI=true none is skipped. Run: ${installCommand(missing)}`,
    );
  }
}
