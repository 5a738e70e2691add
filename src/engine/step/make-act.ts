import { UserError } from "../../base/index.ts";
import type { SessionState, Step } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Act } from "../contract/act.ts";
import { commandInFront } from "../earlier-commands/command-in-front.ts";
import { leftBehind } from "../earlier-commands/left-variables.ts";
import { realPaths } from "../target/real-paths.ts";
import { targetPlace } from "../target/target-place.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";

/** What somebody wants to do in a terminal, before anything was looked up there. */
export interface Intent extends Pick<Act, "kind" | "text" | "content" | "files" | "hidden" | "bringsTag"> {
  terminal: Terminal;
  /** The folder that a waiting step was proposed in. Default: where the terminal is now. */
  cwd?: string;
}

/**
 * Exactly what would be done, and where: what policy judges and what an approval is bound to. This is the only place
 * that makes an act, so that a proposal, an edit and an approval for longer cannot bind different things.
 */
export async function makeAct(
  { terminal, files, cwd: proposedIn, ...wanted }: Intent,
  state: SessionState,
  options: { agent: string; signal: AbortSignal },
): Promise<Act> {
  const now = await terminal.state();
  const { foreground } = now;
  const { agent, signal } = options;
  const cwd = proposedIn ?? now.cwd ?? "";
  const isThere = files && !files.isHere;
  if (isThere) requireFolder(files.paths, cwd);
  const real = isThere ? await realPaths(files.paths, { terminal, cwd, signal }) : undefined;
  return {
    ...wanted,
    target: terminal.target,
    cwd,
    shell: terminal.shell,
    ...(now.reader !== undefined && { reader: now.reader }),
    agent,
    session: state.id,
    place: await targetPlace(terminal, state.cwd, { signal }),
    foreground,
    // A pty host of before knows nothing of the second.
    ...((now.lendsSettings !== true || now.ownNames === undefined) && { hasOwnSettings: true }),
    ...(now.ownNames !== undefined && { ownNames: now.ownNames }),
    isLineEmpty: !now.keyboard.mayHaveText,
    approvedKeys: state.approvedKeys.flatMap(({ program, keys }) => (program === foreground?.program ? keys : [])),
    ...(wanted.kind === "keys" && foreground !== null && { inFront: commandInFront(state, terminal.id) }),
    ...leftBehind(state, terminal.id),
    ...(files && { files: { ...files, ...(real !== undefined && { real }) } }),
  };
}

/** The same for a person's own command that runs in no terminal: there is nothing to look at beside its words. */
export function makeActBeside(
  text: string,
  { id: session, target }: Pick<SessionState, "id" | "target">,
  place: Pick<Act, "cwd" | "shell" | "agent">,
): Act {
  return { kind: "command", text, target, session, ...place };
}

/** From an unknown folder a relative path would be some other file. */
export function requireFolder(paths: readonly string[], cwd: string): undefined {
  const relative = paths.find((path) => !/^[/~]/.test(path));
  if (cwd !== "" || relative === undefined) return;
  throw new UserError(
    "file.folder-unknown",
    `Cotty does not know which folder this shell is in, so ${relative} could be any file.`,
    "Give the whole path.",
  );
}

/** The terminal that a waiting step was proposed for. Another one of the session is no substitute. */
export async function terminalOfStep(
  { terminalId }: Step,
  state: SessionState,
  terminals: SessionTerminals,
): Promise<Terminal> {
  const isOpen = state.terminals.some(({ id, open }) => id === terminalId && open);
  const terminal = isOpen && terminalId !== null ? await terminals.get(terminalId) : null;
  if (terminal !== null) return terminal;
  throw new UserError(
    "step.terminal-ended",
    "The terminal that this step would run in has ended.",
    "Reject it with a reason; the agent can propose it again in a new terminal.",
  );
}
