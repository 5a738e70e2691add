import type { LoginLog } from "./login-log.ts";
import type { SshHost } from "./resolve-ssh-host.ts";

/** What a login can show before it is over and is worth reading: banners are shorter. */
const keptScreen = 16 * 1024;

/** How far a client has come, as its own log and its screen tell. */
export interface SshLogin {
  /** Resolves when somebody is logged in, or no longer needs to be; rejects with why the login failed. */
  readonly done: Promise<void>;
  isLoggedIn(): boolean;
  /** The connection was made by another client, and knows nothing of ours. */
  isShared(): boolean;
  /** What the client has written into its log. */
  said(): string;
  /** What it has shown before the login was over. */
  shown(): string;
  /** Takes what the client shows. True: it asks whether a host's key is the right one. */
  show(bytes: Uint8Array): boolean;
  /** The client has ended. `failure`: the login has failed, and why. */
  end(failure: Error | null): void;
}

/** `earlierMaster`: who held the connection before the client was started. */
export function createSshLogin(host: SshHost, log: LoginLog, earlierMaster: number | null): SshLogin {
  let stage: "logging-in" | "logged-in" | "over" = "logging-in";
  let screen = "";
  const done = Promise.withResolvers<void>();
  // Whoever awaits it gets the error; nobody is forced to.
  done.promise.catch(() => undefined);

  /**
   * Our look is old by the time the client starts: a connection may have come or gone meanwhile, so the client's own
   * word counts, where it can give it.
   */
  const isShared = () => (host.canLogHostKey ? isMuxClient(log.text()) : earlierMaster !== null);

  function loggedIn() {
    if (stage !== "logging-in") return;
    stage = "logged-in";
    // A client that cannot say whether it shares a connection may not even have opened its log yet; then it stays.
    if (host.canLogHostKey || !isShared()) log.hide();
    done.resolve();
  }

  if (earlierMaster !== null && !host.canLogHostKey) loggedIn();
  else log.onChange((text) => hasLoggedIn(text) && loggedIn());

  return {
    done: done.promise,
    isLoggedIn: () => stage === "logged-in",
    isShared,
    said: log.text,
    shown: () => screen,
    show(bytes) {
      if (stage !== "logging-in" || screen.length >= keptScreen) return false;
      screen += Buffer.from(bytes).toString("latin1");
      return /Are you sure you want to continue connecting/.test(screen);
    },
    end(failure) {
      stage = "over";
      log.close();
      if (failure === null) done.resolve();
      else done.reject(failure);
    },
  };
}

/**
 * A client on a connection that another one has made logs in nowhere and is told a session's number instead. The one
 * that made it gets a number too, once its connection has moved to a process of its own; but it has logged in.
 */
function isMuxClient(log: string): boolean {
  return /mux_client_request_session.*master session id/.test(log) && !hasAuthenticated(log);
}

function hasAuthenticated(log: string): boolean {
  return /^Authenticated to /m.test(log);
}

export function hasLoggedIn(log: string): boolean {
  return hasAuthenticated(log) || isMuxClient(log);
}
