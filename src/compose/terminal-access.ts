import { createTerminalAccess, type ServerDeps, takeRunner } from "../server/index.ts";
import {
  exportRecording,
  prepareScreens,
  readRecording,
  readTerminalSizes,
  serializeTerminal,
  type VisibleTerminal,
  watchTerminalLog,
} from "../terminal/index.ts";
import type { DaemonOptions } from "./open-daemon.ts";
import type { Runtime } from "./runtime.ts";

/** The terminals behind the server: raw bytes for who operates, recordings without secrets. */
export function openTerminalAccess(
  { engine, terminals, secrets }: Runtime,
  { stateDir, loaded }: DaemonOptions,
): ServerDeps["terminals"] {
  const { scrollback } = loaded.config.terminal;
  return createTerminalAccess<VisibleTerminal>({
    ownerOf: (session) => takeRunner(engine, session),
    prepare: () => terminals.prepare(),
    prepareScreens,
    watch: (terminalId) => watchTerminalLog({ stateDir, terminalId }),
    async draw(terminal, { terminalId, ...options }) {
      const sizes = (from: number) => readTerminalSizes({ stateDir, terminalId, from });
      return { ...(await serializeTerminal(terminal, { ...options, sizes, scrollback })), scrollback };
    },
    recording(terminalId) {
      const recording = readRecording({ stateDir, terminalId });
      const createFilter = (session: string) => secrets.seenIn(session).createRecordingFilter();
      return (
        recording && {
          session: recording.header.session,
          text: (format) =>
            exportRecording(recording, { format, createFilter: () => createFilter(recording.header.session) }),
        }
      );
    },
  });
}
