import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../base/index.ts";
import type { Model } from "../model.ts";
import { findJsonPlaces } from "./json-places.ts";
import { badScript, type ScriptInput } from "./script.ts";
import { createScriptedModel } from "./scripted-model.ts";

const maxScriptBytes = 16 * 1024 * 1024;

/** `scripted/<file>`: the file is found from `cwd`, or is absolute (`scripted//home/me/demo.json`). */
export async function loadScriptedModel(file: string, options: { cwd: string }): Promise<Model> {
  const path = resolve(options.cwd, file);
  const text = await readScript(path);
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch (error) {
    throw badScript(path, `it is not JSON from ${findJsonPlaces(text).firstError} on`, error);
  }
  // The model checks the shape: an unknown value may be handed to it as it is.
  return createScriptedModel(script as ScriptInput, { id: `scripted/${file}`, text });
}

async function readScript(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxScriptBytes) throw badScript(path, `it has ${size} bytes and at most ${maxScriptBytes} are read`);
    // Editors on Windows put a byte order mark first, which JSON.parse refuses.
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      "model.script-unreadable",
      `The scripted model's file ${path} cannot be read: ${(error as Error).message}`,
      'Give a path to a JSON file after "scripted/", absolute or from the current folder.',
      { cause: error },
    );
  }
}
