import { once } from "node:events";
import { escapeInJson, printable, toJson } from "../../base/index.ts";
import { createSecrets, exportRecording, redactValue } from "../../compose/index.ts";
import { secretValues } from "../../config/index.ts";
import type { CliContext } from "../context.ts";
import { sessionRecording } from "../session-recording.ts";

export async function exportSession(
  context: CliContext,
  name: string,
  options: { format: "cast" | "txt" | "json"; terminal?: string },
): Promise<void> {
  const { row, events, recording } = await sessionRecording(context, name, options.terminal);
  // What leaves the machine leaves without secrets; the raw log on this machine is its owner's.
  const secrets = createSecrets(secretValues(await context.config()), context.stateDir());
  const { redact, createRecordingFilter: createFilter } = secrets.seenIn(row.id);
  if (options.format !== "json") {
    const pieces = exportRecording(recording, { format: options.format, createFilter });
    return writeAll(pieces, options.format === "cast" ? escapeInJson : plainFor(process.stdout));
  }
  const session = { id: row.id, title: row.title, target: row.target, cwd: row.cwd };
  await write(
    `{"session":${toJson(redactValue(session, redact))},"events":${toJson(redactValue(events, redact))},"recording":`,
  );
  await writeAll(exportRecording(recording, { format: "json", createFilter }), escapeInJson);
  await write("}\n");
}

async function writeAll(pieces: AsyncIterable<string>, harmless: (text: string) => string): Promise<void> {
  for await (const piece of pieces) await write(harmless(piece));
}

/** A file keeps the text as it was; a terminal gets nothing that it would obey. */
function plainFor({ isTTY }: NodeJS.WriteStream): (text: string) => string {
  return isTTY ? printable : (text) => text;
}

/** A recording may be hundreds of megabytes: wait for whoever reads it. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
