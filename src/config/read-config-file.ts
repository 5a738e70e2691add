import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { findTomlLines, type TomlLines } from "./toml-lines.ts";
import type { ConfigWarning } from "./warning.ts";

/** No configuration written by a person comes near this; a file that does is something else in its place. */
const maxBytes = 1024 * 1024;

export type FileContent =
  | { status: "absent" }
  | { status: "failed"; warning: ConfigWarning }
  | { status: "loaded"; table: TomlTable; lines: TomlLines };

/** Reads a file as TOML. Whatever stands in its place, the answer is a value: a bad file must not stop the program. */
export async function readConfigFile(file: string): Promise<FileContent> {
  const read = await readText(file);
  if (read.status !== "read") return read;
  try {
    return { status: "loaded", table: parse(read.text), lines: findTomlLines(read.text) };
  } catch (error) {
    return failed("config.invalid-format", `Invalid config format: ${explain(file, error)}`, `Correct ${file}.`);
  }
}

type TextContent =
  | { status: "absent" }
  | { status: "failed"; warning: ConfigWarning }
  | { status: "read"; text: string };

async function readText(file: string): Promise<TextContent> {
  let handle: FileHandle;
  try {
    // Not blocking: a pipe in place of the file would otherwise wait for a writer for ever.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "absent" };
    return failed("config.unreadable", `${file} cannot be read (${code}).`, `Check its permissions: ls -l ${file}`);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) {
      const what = stat.isDirectory() ? "a folder" : "not a regular file";
      return failed("config.unreadable", `${file} is ${what}.`, "Move it away and write a file in its place.");
    }
    if (stat.size > maxBytes) {
      const size = `${Math.ceil(stat.size / maxBytes)} MB`;
      return failed("config.unreadable", `${file} is ${size}; at most 1 MB is read.`, "Put only settings into it.");
    }
    return { status: "read", text: decode(await handle.readFile()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed("config.unreadable", `${file} cannot be read: ${reason}`, "Save it as UTF-8 text.");
  } finally {
    await handle.close();
  }
}

/** Strict UTF-8, without the byte order mark that some editors put in front. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Only the place and the reason: the parser also quotes the lines, and one of them may hold a key. */
function explain(file: string, error: unknown): string {
  if (!(error instanceof TomlError)) return `${file}: ${error instanceof Error ? error.message : String(error)}`;
  const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
  return `${file}:${error.line}:${error.column}: ${reason}.`;
}

function failed(code: ConfigWarning["code"], what: string, nextStep: string) {
  const message = `Failed to load configuration: Config error: ${what} Nothing in it is used.`;
  return { status: "failed" as const, warning: { code, message, nextStep } };
}
