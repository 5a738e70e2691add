import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../base/index.ts";
import { type PolicyText, readPolicyFile } from "./read-policy-file.ts";

/**
 * Which projects' rules a person has read and lets allow things: a line for each, with the hash of the text and the
 * project's real folder. The text alone says nothing: anybody can copy it into another project.
 */
export const isTrusted = (list: PolicyText, folder: string, text: string): boolean =>
  list.status === "read" && list.text.split("\n").includes(entryOf(folder, text));

const entryOf = (folder: string, text: string): string =>
  `${createHash("sha256").update(text).digest("hex")} ${JSON.stringify(folder)}`;

/** From when a text was trusted wherever it was found. */
const isWithoutFolder = (line: string): boolean => /^[0-9a-f]{64}$/.test(line);

/** Adds an entry; answers with how many entries it took out because they name no folder. */
export async function addTrusted(listFile: string, folder: string, text: string): Promise<number> {
  const list = await readPolicyFile(listFile);
  if (list.status === "failed")
    throw new UserError(
      "policy.unreadable",
      `The list of trusted projects in ${listFile} cannot be read: ${list.reason}`,
      list.nextStep,
    );
  const known = list.status === "read" ? list.text.split("\n").filter((line) => line !== "") : [];
  const kept = known.filter((line) => !isWithoutFolder(line));
  await mkdir(dirname(listFile), { recursive: true, mode: 0o700 });
  await writeFile(listFile, `${[...new Set([...kept, entryOf(folder, text)])].join("\n")}\n`, { mode: 0o600 });
  return known.length - kept.length;
}
