import { UserError } from "../../base/index.ts";
import { whatIsInFront } from "../capture/answers.ts";
import { createShellSession } from "../capture/create-shell-session.ts";
import type { ShellSession } from "../capture/shell-session.ts";
import { createSshProbe } from "../probe/foreground-probe.ts";
import { openSshPty } from "../ssh/open-ssh-pty.ts";
import type { SshHost } from "../ssh/resolve-ssh-host.ts";
import { shellNameOf } from "../ssh/ssh-arguments.ts";
import type { SshSetup } from "../ssh/ssh-setup.ts";

const startWithinMs = 20_000;

/** Opens a real terminal there, prepares its shell and runs a command. Answers with what can be relied upon. */
export async function tryIntegration(
  host: SshHost,
  options: { setup: SshSetup; shell: string | null; signal: AbortSignal },
): Promise<string> {
  const { setup, signal } = options;
  const start = options.shell === null ? {} : { shell: options.shell };
  const pty = await openSshPty({ host, setup, cols: 80, rows: 24, start, signal });
  let offset = 0;
  try {
    const session = createShellSession({
      pty,
      shell: null,
      onOutput(bytes) {
        offset += bytes.length;
        // Somebody must answer a shell that asks for the cursor, or it waits.
        if (Buffer.from(bytes).includes("\x1b[6n")) pty.write("\x1b[1;1R");
        return offset - bytes.length;
      },
      startOffset: 0,
      probe: createSshProbe({
        clientPid: pty.pid,
        isLoggedIn: pty.isLoggedIn,
        side: pty.side,
        shellPid: () => session.shellPid,
      }),
      untilCursor: null,
      integration: "auto",
      capture: "marks",
      // Looking whether a host works leaves nothing in the history of its owner.
      history: "hide",
    });
    const where = await pty.where;
    const shell = options.shell ?? where.shell;
    const hint = shell === undefined ? {} : { shell: shellNameOf(shell) };
    const { confidence } = await session.start({ signal, timeoutMs: startWithinMs, ...hint });
    if (confidence !== "marks") throw await notAnswered(host, session);
    const result = await session.run("sh -c 'exit 7'", { signal, timeoutMs: startWithinMs });
    if (result.outcome !== "exited" || result.exitCode !== 7) {
      throw notPrepared(host, `a first command ended as ${result.outcome} with exit code ${result.exitCode}`);
    }
    return `${session.shell}: output, exit codes and folders are exact`;
  } finally {
    pty.kill("SIGKILL");
    await pty.ended;
  }
}

async function notAnswered(host: SshHost, session: ShellSession): Promise<UserError> {
  const { foreground } = await session.state();
  const inFront = whatIsInFront(foreground?.program ?? null, false);
  if (inFront === null) return notPrepared(host, "its shell did not answer when it was prepared");
  const [what = "", ...next] = inFront.split(/(?<=\.) /);
  return new UserError("ssh.no-integration", what, next.join(" "));
}

function notPrepared(host: SshHost, reason: string): UserError {
  return new UserError(
    "ssh.no-integration",
    `The shell on ${host.destination} could not be prepared: ${reason}.`,
    'Commands still work there, without certain exit codes. Set integration = "off" for this host to stop trying.',
  );
}
