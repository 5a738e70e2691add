import { UserError } from "../../../base/index.ts";
import type { ShellSession } from "../../capture/shell-session.ts";
import type { Handlers } from "../../contract/methods.ts";
import type { Writer } from "../../contract/values.ts";
import type { ForegroundProbe } from "../../probe/foreground-probe.ts";
import type { RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import type { ScreenReader } from "../../screen/screen-reader.ts";
import type { Pty } from "../../system/pty.ts";
import { parseKeys } from "../../text/keys.ts";
import type { TerminalStatus } from "./hosted-terminal.ts";
import { settle } from "./settle.ts";

/** What is typed into one terminal: by its writers, named keys, and secrets. */
export function createTerminalInput(terminal: {
  session: ShellSession;
  log: RawLogWriter;
  screen: ScreenReader;
  pty: Pty;
  probe: ForegroundProbe | null;
  status: TerminalStatus;
}): Handlers<"type" | "sendKeys" | "secret"> {
  const { session, log, screen, pty, probe, status } = terminal;

  /** Answering takes the keyboard from nobody: the agent works there as soon as the login is over. */
  function answerLogin(bytes: Uint8Array, by: Writer) {
    if (by === "agent") throw onlyForPeople();
    pty.write(bytes);
  }

  return {
    type: ({ by }, { bytes, signal }) =>
      status.stage === "logging-in" ? answerLogin(bytes, by) : session.type(bytes, { by, signal }),
    async sendKeys({ keys }, { signal }) {
      if (status.stage === "logging-in") throw onlyForPeople();
      await session.type(Buffer.from(parseKeys(keys)), { by: "agent", signal });
      await settle(log, signal);
      return await screen.snapshot();
    },
    async secret(_params, { bytes }) {
      checkSecret(bytes);
      // What the terminal would echo would be in the log, the recording and on every screen.
      if ((await probe?.isEchoOff()) !== true) throw echoOn();
      pty.write(Buffer.concat([bytes, Buffer.from("\r")]));
    },
  };
}

function checkSecret(bytes: Uint8Array): void {
  if (!bytes.some((byte) => byte < 0x20 || byte === 0x7f)) return;
  throw new UserError(
    "terminal.secret-characters",
    "A secret is one line of text; this one holds control characters.",
    "Type it by hand in the terminal.",
  );
}

function echoOn(): UserError {
  return new UserError(
    "terminal.echo-on",
    "Nothing asks for a password there: the terminal would show what is typed.",
    "Wait until the program asks for the password, then send it again.",
  );
}

function onlyForPeople(): UserError {
  return new UserError(
    "terminal.logging-in",
    "The host still asks who is there, and only a person may answer.",
    "Wait until somebody has logged in.",
  );
}
