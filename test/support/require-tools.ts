import { canInstall, install, installCommand, missingTools } from "./tools.ts";

/**
 * Before all tests: with CI=true every program they need is there, or the run fails, since a test that was skipped has
 * not passed. Elsewhere tests that lack a program are left out, and the end of the run says which, and what installs it.
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

export function teardown(): void {
  const missing = missingTools();
  if (missing.length === 0) return;
  process.stderr.write(
    `\nNot installed, so tests that need them were left out: ${missing.join(", ")}\nTo run them too: ${installCommand(missing)}\n`,
  );
}
