import { randomUUID } from "node:crypto";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One question of a login, and its right answer. */
export interface LoginQuestion {
  method: "password" | "keyboard-interactive";
  answer: string;
}

/**
 * Lets a throw-away sshd ask real questions without an account of its own: PAM looks for rules under the name that a
 * server was started by, so a link with a name nobody else has gets rules nobody else uses. They go with the server.
 * Those rules are in one folder of the system, which only root may write: tests with questions need root.
 */
export function prepareLoginQuestions(folder: string, program: string, questions: readonly LoginQuestion[]) {
  const service = `cotty-test-${randomUUID().slice(0, 8)}`;
  const link = join(folder, service);
  const rules = join("/etc/pam.d", service);
  const check = join(folder, "check-answer");
  symlinkSync(program, link);
  writeFileSync(join(folder, "answers"), questions.map(({ answer }) => `${answer}\n`).join(""), { mode: 0o600 });
  // Whole lines, as they are: an answer may hold anything.
  writeFileSync(check, `#!/bin/sh\nIFS= read -r said\nexec grep -Fxq -- "$said" ${folder}/answers\n`, { mode: 0o755 });
  writeFileSync(
    rules,
    [
      `auth requisite pam_exec.so expose_authtok quiet ${check}`,
      // pam_exec has no say in what follows a right answer, and a stack where nobody has is a refusal.
      "auth required pam_permit.so",
      "account required pam_permit.so",
      "session required pam_permit.so",
      "",
    ].join("\n"),
  );
  return {
    program: link,
    serverConfig: [
      "UsePAM yes",
      "PasswordAuthentication yes",
      "KbdInteractiveAuthentication yes",
      `AuthenticationMethods ${questions.map(({ method }) => (method === "password" ? method : `${method}:pam`)).join(",")}`,
    ],
    remove: () => rmSync(rules, { force: true }),
  };
}
