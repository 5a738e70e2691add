import { createGate, type UserError } from "../../../base/index.ts";
import type { OpenParams } from "../../contract/methods.ts";
import type { Owner, TerminalEnd } from "../../contract/values.ts";
import { writeTerminalCard } from "../../raw-log/terminal-card.ts";
import { shellWords } from "../../shells/shell-words.ts";
import { explainNoShell } from "./explain-no-shell.ts";
import { createHandlers } from "./handlers.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";
import { loginFailed } from "./target-pty.ts";
import { openTerminalParts, type TerminalParts } from "./terminal-parts.ts";
import { untilStartedOrAsked } from "./until-started.ts";

/** A shell that does not come to a prompt in this time is handed over as it is: the person sees why. */
const startWithinMs = 20_000;
/** A shell that ignores the hang-up is killed after this long. */
const hangUpGraceMs = 2000;

export interface OpenHostedTerminalOptions extends HostedTerminalEvents {
  stateDir: string;
  hostId: string;
  terminal: string;
  owner: Owner;
  params: OpenParams;
  signal: AbortSignal;
}

/**
 * Logins under way in this process. Each is several processes and looks at the other side: forty at once take longer
 * together than one after the other, and none is over in time. One that waits for a person holds no place.
 */
const logins = createGate(6);

export async function openHostedTerminal(options: OpenHostedTerminalOptions): Promise<HostedTerminal> {
  if (options.params.target === "local") return await openTerminal(options);
  const leave = await logins.enter({ signal: options.signal });
  try {
    return await openTerminal(options);
  } finally {
    leave();
  }
}

/** One terminal, alive until it is closed or its shell ends. */
async function openTerminal(options: OpenHostedTerminalOptions): Promise<HostedTerminal> {
  const { params, owner, signal } = options;
  const parts = await openTerminalParts({ ...options, events: options });
  const { session, status, log, target } = parts;
  const end = followEnd(parts, options.onClosed);
  const started = start(parts, { shell: params.shell, signal });
  try {
    await untilStartedOrAsked(started, { isAsking: () => isAsking(parts), signal });
    writeTerminalCard(options.stateDir, {
      id: options.terminal,
      host: options.hostId,
      session: owner.session,
      target: params.target,
      shell: session.shell,
      openedAt: Date.now(),
      cols: params.cols,
      rows: params.rows,
    });
  } catch (error) {
    await end.close();
    await parts.discard();
    throw error;
  }
  // It may have been handed over while somebody logs in: nobody waits for this any more.
  started.catch(end.startFailed);

  return {
    session: owner.session,
    describe: () => ({
      target: params.target,
      shell: session.shell,
      where: status.where,
      end: log.written,
      isClosed: status.end !== null,
    }),
    handlers: createHandlers({ ...parts, pty: target.pty, side: target.side }),
    async isBusy() {
      const { name } = await session.state();
      return name !== "ready" && name !== "closed";
    },
    close: end.close,
  };
}

/** Brings it to its first prompt, once somebody is logged in. */
async function start(
  { target, session, status, saidAtFirst }: TerminalParts,
  options: { shell: string | undefined; signal: AbortSignal },
): Promise<void> {
  status.where = { ...status.where, ...(await target.where) };
  status.stage = "starting";
  // Another host's login shell is known only now; without its name a shell without a line editor is not prepared.
  const shell = target.shell ?? options.shell ?? status.where.shell;
  const known = shell === undefined ? {} : { shell: shellWords(shell).name };
  await session.start({ signal: options.signal, timeoutMs: startWithinMs, ...known });
  if ((await session.state()).name === "closed") throw await noShell();
  status.stage = "started";

  /** A login that only says why it is none (an expired account, a forced command) is no terminal. */
  async function noShell(): Promise<UserError> {
    const { exitCode } = await session.closed;
    const end = await target.ended;
    const said = saidAtFirst();
    return explainNoShell({ said, exitCode, end, host: target.host, shell: target.shell ?? session.shell });
  }
}

/** A login that waits for a password waits for a person, and whoever opened the terminal has to show it to them. */
async function isAsking({ status, probe }: TerminalParts): Promise<boolean> {
  if (!isLoggingIn(status)) return false;
  const waiting = (await probe?.look())?.waiting;
  // The login may have ended during the look: then it is the remote shell that waits, and nobody is asked anything.
  return isLoggingIn(status) && (waiting === "password" || waiting === "line-input");
}

const isLoggingIn = (status: TerminalParts["status"]) => status.stage === "logging-in";

/** Notes why the terminal has ended, and ends it. */
function followEnd({ session, target, log, screen, status }: TerminalParts, onClosed: (end: number) => void) {
  let whyNotStarted: TerminalEnd | null = null;
  const closed = session.closed.then(async ({ exitCode }) => {
    status.end = whyNotStarted ?? (await target.ended) ?? { why: "shell-exited", detail: "" };
    log.note({ type: "closed", atMs: Date.now(), offset: log.end, exitCode });
    await log[Symbol.asyncDispose]();
    onClosed(log.end);
  });

  async function close() {
    const kill = setTimeout(() => target.pty.kill("SIGKILL"), hangUpGraceMs);
    target.pty.kill();
    await closed;
    clearTimeout(kill);
    screen.dispose();
  }

  return {
    close,
    /** The terminal itself says why. */
    startFailed(error: unknown) {
      if (status.end !== null) return;
      whyNotStarted = loginFailed(error);
      void close();
    },
  };
}
